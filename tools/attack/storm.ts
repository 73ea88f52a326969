/**
 * Many sockets behind twenty addresses, and a server restart while they are connected: all of them reconnect
 * by themselves, and none hits a limit. Each socket is an open file at both ends, so `ulimit -n` bounds their
 * number.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Child } from '../processes.ts';
import { Game } from '../rig/game.ts';
import { ATTACKERS_PRIORITY } from './attack.ts';
import { heldSchema } from './storm-clients.ts';

const ADDRESSES = 20;
const SOCKETS_PER_PROCESS = 5000;
/** Open files that a server needs besides its sockets. */
const OTHER_FILES = 200;
/** Time for all sockets to connect, and to reconnect after the restart. */
const GATHERING_MS = 120_000;
const LOOK_MS = 250;

export interface Storm {
  readonly complaints: readonly string[];
  readonly text: string;
}

export async function runStorm(options: {
  readonly sockets: number;
  readonly say: (line: string) => void;
}): Promise<Storm> {
  const { say } = options;
  const sockets = Math.min(options.sockets, mostOpenFiles() - OTHER_FILES);
  if (sockets < options.sockets) {
    say(`${sockets} sockets instead of ${options.sockets}: ulimit -n allows no more.`);
  }
  const game = await Game.start();
  const clients = await startClients(sockets);
  try {
    const share = Math.ceil(sockets / clients.length);
    for (const [n, client] of clients.entries()) {
      await client.call('hold', z.unknown(), {
        url: game.server.url,
        rpcUrl: game.node.url,
        addresses: addressesOf(n, clients.length),
        sockets: Math.min(share, sockets - n * share),
      });
    }
    const gathered = await gather(clients, sockets);
    say(`${gathered.open} of ${sockets} sockets are open after ${seconds(gathered.ms)}.`);
    await game.server.end('SIGTERM');
    await untilLost(clients, sockets);
    await game.restart();
    const back = await gather(clients, sockets);
    const { rssMb } = await game.server.vitals();
    const refused = back.refused;
    return {
      text: `${sockets} sockets behind ${ADDRESSES} addresses, ${clients.length} client processes: all open after ${seconds(gathered.ms)}; after a restart ${back.open} were back in ${seconds(back.ms)}; ${refused} handshakes refused; ${rssMb.toFixed(0)} MB.`,
      complaints: [
        ...(gathered.open < sockets ? [`only ${gathered.open} sockets connected`] : []),
        ...(back.open < sockets ? [`only ${back.open} sockets reconnected`] : []),
        ...(refused > 0 ? [`${refused} handshakes hit a limit`] : []),
      ],
    };
  } finally {
    for (const client of clients) await client.end();
    await game.close();
  }
}

function startClients(sockets: number): Promise<readonly Child[]> {
  const length = Math.ceil(sockets / SOCKETS_PER_PROCESS);
  const module = join(import.meta.dirname, 'attacker.ts');
  const options = { priority: ATTACKERS_PRIORITY };
  return Promise.all(Array.from({ length }, () => Child.start(module, options)));
}

/** The nth process's share of the addresses. */
function addressesOf(n: number, processes: number): number[] {
  return Array.from({ length: ADDRESSES }, (_, address) => address).filter(
    (address) => address % processes === n,
  );
}

async function countHeld(clients: readonly Child[]): Promise<z.infer<typeof heldSchema>> {
  const all = await Promise.all(clients.map((client) => client.call('held', heldSchema)));
  return all.reduce((a, b) => ({ open: a.open + b.open, refused: a.refused + b.refused }));
}

/** Waits until that many are open, or for GATHERING_MS. */
async function gather(
  clients: readonly Child[],
  sockets: number,
): Promise<{ readonly open: number; readonly refused: number; readonly ms: number }> {
  const begunAt = performance.now();
  for (;;) {
    const held = await countHeld(clients);
    const ms = performance.now() - begunAt;
    if (held.open >= sockets || ms > GATHERING_MS) return { ...held, ms };
    await sleep(LOOK_MS);
  }
}

async function untilLost(clients: readonly Child[], sockets: number): Promise<void> {
  const deadline = performance.now() + GATHERING_MS;
  while ((await countHeld(clients)).open > sockets / 100 && performance.now() < deadline) {
    await sleep(LOOK_MS);
  }
}

function mostOpenFiles(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
