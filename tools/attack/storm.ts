/**
 * Many sockets behind twenty addresses, and a server restart while they are connected: all of them reconnect
 * by themselves, and none hits a limit. Each socket is an open file at both ends, so `ulimit -n` bounds their
 * number.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Child } from '../processes.ts';
import { Game } from '../rig/game.ts';
import { startAttacker } from './run.ts';

const ADDRESSES = 20;
/** Open files that a process needs besides its sockets. */
const OTHER_FILES = 200;
/** Time for all sockets to connect, to notice the restart, and to reconnect. */
const GATHERING_MS = 120_000;
const LOOK_MS = 250;

const heldSchema = z.object({ open: z.int(), refused: z.int() });
type Held = z.infer<typeof heldSchema>;

/** @returns complaints. */
export async function runStorm(wanted: number, say: (line: string) => void): Promise<string[]> {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }));
  const sockets = limit < wanted + OTHER_FILES ? limit - OTHER_FILES : wanted;
  if (sockets < wanted) say(`${sockets} sockets: ulimit -n allows no more.`);
  const game = await Game.start();
  const crowd = await startAttacker();
  try {
    const place = { url: game.server.url, rpcUrl: game.node.url, ms: 0, row: 0 };
    await crowd.call('hold', z.unknown(), { place, sockets, addresses: ADDRESSES });
    const gathered = await gather(crowd, ({ open }) => open >= sockets);
    say(`${gathered.open} of ${sockets} sockets behind ${ADDRESSES} addresses: ${gathered.took}`);
    await game.server.end('SIGTERM');
    await gather(crowd, ({ open }) => open <= sockets / 100);
    await game.restart();
    const back = await gather(crowd, ({ open }) => open >= sockets);
    const { rssMb } = await game.server.vitals();
    say(`${back.open} are back after a restart: ${back.took}; ${rssMb.toFixed(0)} MB`);
    return [
      ...(gathered.open < sockets ? [`only ${gathered.open} sockets connected`] : []),
      ...(back.open < sockets ? [`only ${back.open} sockets reconnected`] : []),
      ...(back.refused > 0 ? [`${back.refused} handshakes hit a limit`] : []),
    ];
  } finally {
    await crowd.end();
    await game.close();
  }
}

/** Waits until that is true of the crowd, or for GATHERING_MS. */
async function gather(
  crowd: Child,
  isSo: (held: Held) => boolean,
): Promise<Held & { readonly took: string }> {
  const begunAt = performance.now();
  for (;;) {
    const held = await crowd.call('held', heldSchema);
    const ms = performance.now() - begunAt;
    if (isSo(held) || ms > GATHERING_MS) return { ...held, took: `${(ms / 1000).toFixed(1)} s` };
    await sleep(LOOK_MS);
  }
}
