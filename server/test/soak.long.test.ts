/**
 * A short soak on the embedded store: players, polls and a crowd of sockets for a minute and a half. It
 * reveals leaks and forgotten sockets; `npm run bench soak` measures how much a process can take.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { ask } from './support/http-client.ts';
import { balance } from './support/ledger.ts';
import { startLoad } from './support/load.ts';
import { startProcess, type GameProcess } from './support/processes.ts';
import { listAt } from './support/several-processes.ts';
import { expectList } from './support/soundness.ts';
import { spectate } from './support/spectator.ts';

vi.setConfig({ testTimeout: 400_000 });

const SOAK_MS = 90_000;
const SAMPLE_MS = 500;
const SOCKETS = 200;
const WALLETS = Array.from({ length: 16 }, (_, n) => walletOf(n + 1));
/**
 * How much the heap's minimum may grow from the first third to the last: this includes what the load itself
 * leaves in caches and compiled code.
 */
const GROWTH = 1.5;

let dataDir: string;
let game: GameProcess;
let crowd: Socket[];

beforeEach(async () => {
  dataDir = await newDataFolder();
  game = await startProcess({ DATA_DIR: dataDir, WALLET_PROOF: 'off' }, dataDir);
  for (const [n, walletAddress] of WALLETS.entries()) {
    await game.give(walletAddress, { denaWei: dena(1_000_000) });
    const nationId = NATION_IDS[n % NATION_IDS.length];
    await ask(game.url, '/api/player-nation', { json: { walletAddress, nationId } });
  }
  crowd = [];
});
afterEach(async () => {
  for (const socket of crowd) socket.close();
  game.signal('SIGKILL');
  await game.exit;
  await removeDataFolder(dataDir);
});

/** Sockets that watch everything, and how many of them were ever lost. */
async function gather(): Promise<{ lost(): number; heard(): number }> {
  let lost = 0;
  let heard = 0;
  for (let n = 0; n < SOCKETS; n += 1) {
    const socket = io(game.url, { transports: ['websocket'], forceNew: true });
    crowd.push(socket);
    socket.on('disconnect', () => (lost += 1));
    socket.on('tick', () => (heard += 1));
    await new Promise<void>((resolve) => {
      socket.once('connect', () => resolve());
    });
    await socket.emitWithAck('watch', { nations: 'all' });
  }
  return { lost: () => lost, heard: () => heard };
}

async function heapOf(url: string): Promise<number> {
  const { text } = await ask(url, '/metrics');
  return Number(/^nodejs_heap_size_used_bytes (.*)$/m.exec(text)?.[1]);
}

function least(figures: readonly number[]): number {
  return Math.min(...figures);
}

test('a minute and a half of load loses nothing and nobody, and the heap does not grow', async () => {
  const sockets = await gather();
  const spectator = await spectate({ socket: game.url, list: game.url });
  const load = startLoad({ wallets: WALLETS, urls: () => [game.url] });
  const heap: number[] = [];
  const begunAt = performance.now();
  while (performance.now() - begunAt < SOAK_MS) {
    await sleep(SAMPLE_MS);
    heap.push(await heapOf(game.url));
  }
  await load.stop();

  const third = Math.floor(heap.length / 3);
  const [first, last] = [least(heap.slice(0, third)), least(heap.slice(-third))];
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  console.log(
    `${load.acknowledged.length} calls, ${sockets.heard()} deliveries to ${SOCKETS} sockets, heap ${megabytes(first)} → ${megabytes(last)} MB`,
  );
  expect(sockets.lost()).toBe(0);
  expect(sockets.heard()).toBeGreaterThan(SOCKETS * 100);
  expect(last).toBeLessThan(first * GROWTH);
  expect({ refused: load.refused, unknown: load.unknown }).toEqual({ refused: [], unknown: [] });

  const list = await listAt(game.url);
  await expect.poll(() => spectator.entries()).toEqual(list);
  await spectator.close();
  game.signal('SIGTERM');
  expect(await game.exit).toBe(0);
  const store = await openEmbeddedStore({ dataDir });
  const { lost, twice, records } = await balance(store, WALLETS, load);
  await store.close();
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  expectList(list, records);
});
