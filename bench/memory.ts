/** What one more socket, one more player and one more day of the game take, in memory and on disk. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DAY_MS } from '../common/testing/fixtures.ts';
import { openEmbeddedStore } from '../server/store/embedded/embedded-store.ts';
import type { Store } from '../server/store/store.ts';
import { newDataFolder, removeDataFolder } from '../server/test/support/data-folder.ts';
import { Child } from '../tools/processes.ts';
import { startBalancer } from '../tools/rig/balancer.ts';
import { Game } from '../tools/rig/game.ts';
import { findCaddy } from '../tools/test/caddy/find-caddy.ts';
import { freePort } from '../tools/test/listening.ts';
import { compared, type Comparison } from './measure.ts';
import { PlayedGame } from './played-game.ts';
import { startProcess } from './start.ts';

/** The first ones also fill what all of them share. The balancer opens two files for each. */
const FIRST_SOCKETS = 2000;
const SOCKETS = 6000;
const PLAYERS = 50_000;
/** A commit a second. */
const COMMITS_A_DAY = 86_400;
/** The same stakes on a day that long ago, and on the last day. */
const LONG_AGO_DAYS = 10;
const JOINED_DAYS = 30;
/** The heap is steady, by this share, once a server has read what it reads in the background. */
const STEADY = 0.002;
const LOOK_MS = 3000;

/** Bytes. */
interface Size {
  readonly heap: number;
  readonly disk: number;
}

export async function benchMemory(): Promise<Comparison[]> {
  return [...(await ofSockets()), ...(await ofGames())];
}

async function ofSockets(): Promise<Comparison[]> {
  // Behind the balancer all of them come from one address, which draws on one budget.
  const game = await Game.start({ env: { SOCKETS_PER_ADDRESS: '0' } });
  const { server } = game;
  try {
    const [resident, script] = await kbPerSocket(server.port, async () => {
      const { rssMb, heapMb } = await server.settledVitals();
      return [rssMb, heapMb];
    });
    return [
      compared('Memory per socket that watches all nations', 'kB', [
        { name: 'resident', runs: [resident] },
        { name: 'of which JavaScript', runs: [script] },
      ]),
      ...(await ofBalancer(server.port)),
    ];
  } finally {
    await game.close();
  }
}

async function ofBalancer(upstream: number): Promise<Comparison[]> {
  const found = await findCaddy();
  if (!found.found) {
    console.error(`The balancer's memory was left out: ${found.why}`);
    return [];
  }
  const port = await freePort();
  const balancer = await startBalancer({ caddy: found.caddy, port, upstreams: [upstream] });
  try {
    const [resident] = await kbPerSocket(port, async () => [residentMb(balancer.pid), 0]);
    const runs = [{ name: 'resident', runs: [resident] }];
    return [compared('Memory of the balancer per socket', 'kB', runs)];
  } finally {
    await balancer.close();
  }
}

/** By how much these sizes, in MB, grow with each of most sockets. */
async function kbPerSocket(
  port: number,
  sizesMb: () => Promise<readonly [number, number]>,
): Promise<readonly [number, number]> {
  const load = await Child.start(join(import.meta.dirname, 'load/fleet-load.ts'));
  const addresses = Array.from({ length: 10 }, (_, n) => `10.0.0.${n + 1}`);
  try {
    await load.call('open', z.unknown(), { port, count: FIRST_SOCKETS, addresses });
    const before = await sizesMb();
    await load.call('open', z.unknown(), { port, count: SOCKETS, addresses });
    const after = await sizesMb();
    const kb = (n: 0 | 1) => ((after[n] - before[n]) * 1024) / SOCKETS;
    return [kb(0), kb(1)];
  } finally {
    await load.end();
  }
}

/** On Linux. */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

async function ofGames(): Promise<Comparison[]> {
  const dataDir = await newDataFolder();
  try {
    const now = Date.now();
    const sizes: Size[] = [];
    const game = new PlayedGame();
    const dayBefore = (days: number) => ({
      commits: COMMITS_A_DAY,
      from: now - (days + 1) * DAY_MS,
      to: now - days * DAY_MS,
    });
    const joined = now - JOINED_DAYS * DAY_MS;
    const plays: readonly ((store: Store) => Promise<void>)[] = [
      () => Promise.resolve(),
      (store) => game.join(store, { commits: PLAYERS, from: joined, to: joined + DAY_MS }),
      (store) => game.stake(store, dayBefore(LONG_AGO_DAYS)),
      (store) => game.stake(store, dayBefore(0)),
    ];
    for (const play of plays) {
      const store = await openEmbeddedStore({ dataDir });
      await play(store);
      await store.close();
      sizes.push(await sizeOf(dataDir));
    }
    const grown = (step: number, key: keyof Size) =>
      (sizes[step]?.[key] ?? Number.NaN) - (sizes[step - 1]?.[key] ?? Number.NaN);
    const ofDays = (key: keyof Size) => [
      { name: 'the last day', runs: [grown(3, key) / 2 ** 20] },
      { name: `a day ${LONG_AGO_DAYS} days ago`, runs: [grown(2, key) / 2 ** 20] },
    ];
    return [
      compared(`Per player, of ${PLAYERS.toLocaleString('en-US')} who joined`, 'B', [
        { name: 'heap', runs: [grown(1, 'heap') / PLAYERS] },
        { name: 'on disk', runs: [grown(1, 'disk') / PLAYERS] },
      ]),
      compared('Heap of a day with a commit a second', 'MB', ofDays('heap')),
      compared('On disk per day with a commit a second', 'MB', ofDays('disk')),
    ];
  } finally {
    await removeDataFolder(dataDir);
  }
}

/** Of a server that has read everything that it reads, and of its files. */
async function sizeOf(dataDir: string): Promise<Size> {
  const server = await startProcess();
  try {
    await server.call('start', z.unknown(), { dataDir, mongodbUri: null });
    let heap = Number.NaN;
    for (;;) {
      await sleep(LOOK_MS);
      const next = await server.call('heap', z.number());
      if (Math.abs(next - heap) < heap * STEADY) {
        return { heap: next, disk: filesOf(dataDir) };
      }
      heap = next;
    }
  } finally {
    await server.end();
  }
}

function filesOf(dataDir: string): number {
  return readdirSync(dataDir)
    .map((name) => statSync(join(dataDir, name)).size)
    .reduce((sum, bytes) => sum + bytes, 0);
}
