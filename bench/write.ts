/**
 * POST /api/dena/stake through the whole server: express, session, validation, chain cache, rules, a durable
 * commit, this process's own board. Compared with the same server on a store that only acknowledges, and on
 * one that takes a transaction per POST.
 */
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { z } from 'zod';
import { compared, median, type Comparison } from './measure.ts';
import { Child } from '../tools/processes.ts';

const IN_FLIGHT = 64;
/** Few enough that a request waits only for its own work. */
const UNHURRIED = 8;
const RUN_MS = 1500;
const ROUNDS = 5;
/** Runs until a POST's long code path is compiled. */
const WARM_RUNS = 4;

const NAMES = {
  durable: 'Denaria, durable',
  memory: 'the same on a store in memory',
  'one-by-one': 'one transaction per POST',
} as const;
type Kind = keyof typeof NAMES;
const KINDS: readonly Kind[] = ['durable', 'memory', 'one-by-one'];

const startedSchema = z.object({
  port: z.int(),
  dataDir: z.string(),
  players: z.array(z.object({ wallet: z.string(), cookie: z.string() })),
});
const resultSchema = z.object({ perSecond: z.number(), latencyMs: z.array(z.number()) });

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

export async function benchWrite(): Promise<Comparison[]> {
  const servers = await Promise.all(
    KINDS.map(async (kind) => {
      const child = await Child.start(join(import.meta.dirname, 'servers/write-server.ts'));
      return { kind, child, ...(await child.call('start', startedSchema, { kind })) };
    }),
  );
  const load = await Child.start(join(import.meta.dirname, 'load/http-load.ts'));
  try {
    const runs = servers.map((server) => ({
      ...server,
      requests: server.players.map((player) => stakeRequest(server.port, player)),
      rates: [] as number[],
      cpuRates: [] as number[],
      p50Ms: [] as number[],
    }));
    const ask = (port: number, requests: readonly string[], connections: number) =>
      load.call('closed', resultSchema, { port, connections, ms: RUN_MS, requests, status: 201 });
    for (const { port, requests } of runs) {
      for (let run = 0; run < WARM_RUNS; run += 1) await ask(port, requests, IN_FLIGHT);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { port, child, requests, rates, cpuRates, p50Ms } of runs) {
        const cpuBefore = await child.cpuMs();
        const { perSecond, latencyMs } = await ask(port, requests, IN_FLIGHT);
        const cpuMs = (await child.cpuMs()) - cpuBefore;
        rates.push(perSecond);
        // The load warms up for a quarter of its time, which costs the server as well.
        cpuRates.push((latencyMs.length * 1.25 * 1000) / cpuMs);
        p50Ms.push(median((await ask(port, requests, UNHURRIED)).latencyMs));
      }
    }
    const named = (pick: (run: (typeof runs)[number]) => number[]) =>
      runs.map((run) => ({ name: NAMES[run.kind], runs: pick(run) }));
    const [durable, memory] = runs;
    const added = durable?.p50Ms.map((ms, round) => ms - (memory?.p50Ms[round] ?? Number.NaN));
    return [
      compared(
        `Stakes over HTTP, ${IN_FLIGHT} in flight`,
        '/s',
        named(({ rates }) => rates),
        [
          { peer: NAMES.memory, ratio: 0.7 },
          { peer: NAMES['one-by-one'], ratio: 2.5 },
        ],
      ),
      compared(
        `The same, per second of the server's processor time`,
        '/s',
        named(({ cpuRates }) => cpuRates),
      ),
      compared(
        `A stake's p50, ${UNHURRIED} in flight`,
        'ms',
        named(({ p50Ms }) => p50Ms),
      ),
      compared(
        'What durability adds to the p50',
        'ms',
        [{ name: 'Denaria', runs: added ?? [] }],
        [{ value: 2 }],
      ),
    ];
  } finally {
    await Promise.all([load.end(), ...servers.map(({ child }) => child.end())]);
    for (const { dataDir } of servers) rmSync(dataDir, { recursive: true, force: true });
  }
}
