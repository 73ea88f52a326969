/**
 * POST /api/dena/stake through the whole server: express, session, validation, chain cache, rules, a durable
 * commit, this process's own board. Compared with the same server on a store that only acknowledges, and on
 * one that takes a transaction per POST.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { removeDataFolder } from '../server/test/support/data-folder.ts';
import { Child } from '../tools/processes.ts';
import { closedLoop, figuresOf, type Served } from './closed-loop.ts';
import { compared, type Comparison } from './measure.ts';

const LOOP = { connections: 64, ms: 1500, rounds: 5, warmUps: 4, status: 201 };
/** Few enough that a request waits only for its own work. */
const UNHURRIED = { ...LOOP, connections: 8, warmUps: 0 };

/** By the server's kind. */
const NAMES = {
  durable: 'Denaria, durable',
  memory: 'the same on a store in memory',
  'one-by-one': 'one transaction per POST',
} as const;
export const WITHOUT_LEDGER = 'the same without a ledger';

const startedSchema = z.object({
  port: z.int(),
  dataDir: z.string(),
  players: z.array(z.object({ wallet: z.string(), cookie: z.string() })),
});

export function stakeRequest(
  port: number,
  { wallet, cookie }: { wallet: string; cookie: string },
): string {
  const body = JSON.stringify({ walletAddress: wallet, amount: 10 });
  return [
    'POST /api/dena/stake HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** A whole server, on a store of this kind or on MongoDB, and the stakes of its players. */
export async function startStakes(
  name: string,
  {
    hasLedger = true,
    ...body
  }: {
    readonly kind: keyof typeof NAMES;
    readonly mongodbUri?: string;
    readonly hasLedger?: boolean;
  },
): Promise<Served & { readonly dataDir: string }> {
  const server = await Child.start(join(import.meta.dirname, 'servers/write-server.ts'));
  const { port, dataDir, players } = await server.call('start', startedSchema, {
    ...body,
    hasLedger,
  });
  const requests = players.map((player) => stakeRequest(port, player));
  return { name, server, port, dataDir, requests };
}

export async function benchWrite(): Promise<Comparison[]> {
  const servers = await Promise.all([
    startStakes(NAMES.durable, { kind: 'durable' }),
    startStakes(NAMES.memory, { kind: 'memory' }),
    startStakes(NAMES['one-by-one'], { kind: 'one-by-one' }),
    startStakes(WITHOUT_LEDGER, { kind: 'durable', hasLedger: false }),
  ]);
  try {
    const rounds = await closedLoop(servers, LOOP);
    const unhurried = await closedLoop(servers, UNHURRIED);
    const [durable, memory] = unhurried;
    const added = durable?.p50Ms.map((ms, round) => ms - (memory?.p50Ms[round] ?? Number.NaN));
    return [
      compared(
        `Stakes over HTTP, ${LOOP.connections} in flight`,
        '/s',
        figuresOf(rounds, 'perSecond'),
        [
          { peer: NAMES.memory, ratio: 0.7 },
          { peer: NAMES['one-by-one'], ratio: 2.5 },
          { peer: WITHOUT_LEDGER, ratio: 0.95 },
        ],
      ),
      compared(`Their p99`, 'ms', figuresOf(rounds, 'p99Ms')),
      compared(
        `The same, per second of the server's processor time`,
        '/s',
        figuresOf(rounds, 'perCpuSecond'),
      ),
      compared(
        `A stake's p50, ${UNHURRIED.connections} in flight`,
        'ms',
        figuresOf(unhurried, 'p50Ms'),
      ),
      compared(
        'What durability adds to the p50',
        'ms',
        [{ name: 'Denaria', runs: added ?? [] }],
        [{ value: 2 }],
      ),
    ];
  } finally {
    for (const { server, dataDir } of servers) {
      await server.end();
      await removeDataFolder(dataDir);
    }
  }
}
