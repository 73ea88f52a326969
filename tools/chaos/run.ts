/**
 * Players play at real processes while faults hit these, their disk or their database. Then nothing
 * that was acknowledged may be lost, nothing done twice, no checkpoint of the ledger contradicted,
 * and all that is shown and stored must agree. Whatever can be simulated, `tools/world/` plays in
 * random orders.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { newDataFolder, removeDataFolder } from '../../server/test/support/data-folder.ts';
import { ask, listAt } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad, type Load } from '../../server/test/support/load.ts';
import { runProgram } from '../../server/test/support/operate.ts';
import { expectList } from '../../server/test/support/soundness.ts';
import { Game } from '../rig/game.ts';
import { pauseProcess, resumeProcess } from '../test/pause-process.ts';
import { startTestSet, type TestSet } from '../test/mongo/test-set.ts';
import { LiveClient } from '../world/client/live-client.ts';
import { Disk, hasFaultyDisk } from './disk.ts';

/** `CHAOS_MINUTES=30 npm run chaos`: how long each test goes on. */
const PLAYED_MS = Number(process.env['CHAOS_MINUTES'] ?? 0) * 60_000;
/** Of each test. */
export const TIMEOUT = PLAYED_MS + 240_000;

const WALLETS = Array.from({ length: 10 }, (_, n) => walletOf(n + 1));
/** Between two commands of a player: half an hour of stakes and trades is within what it has. */
const PAUSE_MS = 500;
/** After each fault, so many commands must be acknowledged. */
const COMMANDS = 30;
export const LASTS_MS = 2500;
const SYNC_MS = 500;
/** Between two looks at a checkpoint. */
const LOOK_MS = 200;
/**
 * A process that lost its store for good must exit within this time; it notices at its next write.
 */
const LOST_MS = 20_000;
/** For what hangs. */
export const HANGS = { timeout: 60_000, interval: 100 };

/** What a fault can hit: a process, or the replica set. */
interface Target {
  readonly game: Game;
  /** The number of the process that it hits. */
  readonly n: number;
  readonly set: TestSet | null;
}
/** Also the disk of the embedded store, which the load may feel. */
interface PlayedTarget extends Target {
  readonly load: Load;
  readonly disk: Disk | null;
}
type Fault<On = Target> = (target: On) => Promise<void>;

async function restarted({ game, n }: Target, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const code = await game.restart(n, signal);
  if (signal === 'SIGTERM') expect(code).toBe(0);
}

/** What may happen to a process on any store. */
export const PROCESS_FAULTS = {
  'is killed': (target: Target) => restarted(target, 'SIGKILL'),

  'is asked to end': (target: Target) => restarted(target, 'SIGTERM'),

  async 'stands still'({ game, n }: Target) {
    const { pid = 0 } = game.servers[n] ?? {};
    await pauseProcess(pid);
    await sleep(LASTS_MS);
    resumeProcess(pid);
  },
} satisfies Readonly<Record<string, Fault>>;

/** To the disk of the embedded store. */
export const DISK_FAULTS: Readonly<Record<string, Fault<PlayedTarget>>> = {
  async 'is full'({ load, disk }) {
    disk?.set({ writes: 'full' });
    await sleep(LASTS_MS);
    expect([...load.postponed]).not.toEqual([]);
    disk?.set({});
  },

  async 'is slow'({ disk }) {
    disk?.set({ syncMs: SYNC_MS });
    await expect.poll(() => disk?.hasUnsynced, { ...HANGS, interval: 1 }).toBe(true);
    await sleep(LASTS_MS);
    disk?.set({});
  },

  async 'has no power'({ game, n, disk }) {
    disk?.set({ syncMs: SYNC_MS });
    await expect.poll(() => disk?.hasUnsynced, { ...HANGS, interval: 1 }).toBe(true);
    await game.servers[n]?.end('SIGKILL');
    expect(disk?.cutPower(game.dataDir)).toBeGreaterThan(0);
    await game.restart(n);
  },

  /** No store survives it: the process must exit by itself, with an error. */
  async 'is broken'({ game, n, disk }) {
    const server = game.servers[n];
    disk?.set({ writes: 'broken' });
    const late = new AbortController();
    const code = await Promise.race([
      server?.exit,
      sleep(LOST_MS, 'late' as const, { signal: late.signal }),
    ]);
    late.abort();
    expect(code).toBe(1);
    disk?.set({});
    await game.restart(n);
  },
};

/** To the primary of the database of several processes. */
export const PRIMARY_FAULTS: Readonly<Record<string, Fault>> = {
  async 'is killed'({ game, set }) {
    const primary = await set?.primary();
    primary?.kill();
    const urls = game.servers.map(({ url }) => url);
    await expect.poll(() => areReady(urls), HANGS).toBe(false);
    await set?.primary();
    await primary?.start();
  },

  async 'stands still'({ set }) {
    const primary = await set?.primary();
    await primary?.pause();
    // Longer than an election.
    await sleep(3 * LASTS_MS);
    primary?.resume();
  },

  'steps down': async ({ set }) => set?.stepDown(),

  async 'loses its disk'({ set }) {
    if (set) await replaced(set, await set.primary());
  },
};

/** To another node of it. */
export const SECONDARY_FAULTS: Readonly<Record<string, Fault>> = {
  async 'loses its disk'({ set }) {
    const primary = await set?.primary();
    const secondary = set?.nodes.find((node) => node !== primary);
    if (set && secondary) await replaced(set, secondary);
  },
};

/** A node whose files are gone copies the others', and then leads in their place. */
async function replaced(set: TestSet, node: TestSet['nodes'][number]): Promise<void> {
  await node.loseDisk();
  await set.primary();
  await set.replace(node);
  await set.lead(node);
}

/**
 * Two processes share a MongoDB, or one has the embedded store, if there is no mongod.
 * @param fault comes twice, and again until the time is over.
 * @returns what the players did, and were answered.
 */
export async function playUnder(
  fault: Fault<PlayedTarget>,
  mongod: string | null = null,
): Promise<Load> {
  const scratch = await newDataFolder();
  const disk = !mongod && hasFaultyDisk() ? Disk.make(scratch) : null;
  const set = mongod ? await startTestSet({ mongod, nodes: 3 }) : null;
  const mongodbUri = set?.uri('denaria_chaos');
  const game = await Game.start({
    program: 'source',
    servers: set ? 2 : 1,
    ...(mongodbUri !== undefined && { mongodbUri }),
    ...(disk && { env: disk.env }),
  });
  const urls = game.servers.map(({ url }) => url);
  const complaints: string[] = [];
  const clients = urls.map((url) => new LiveClient(url, null, (words) => complaints.push(words)));
  const witness = startWitness(urls);
  try {
    for (const [n, wallet] of WALLETS.entries()) {
      expect(await game.joins(wallet, NATION_IDS[n % NATION_IDS.length])).toBe(201);
    }
    const players = WALLETS.map((wallet) => ({ wallet }));
    const load = startLoad({ players, urls, pauseMs: PAUSE_MS });
    const endsAt = performance.now() + PLAYED_MS;
    for (let hits = 0; hits < 2 || performance.now() < endsAt; hits += 1) {
      await fault({ game, load, n: hits % urls.length, set, disk });
      await expect.poll(() => areReady(urls), HANGS).toBe(true);
      const before = load.acknowledged.length;
      const isPlayed = () => load.acknowledged.length - before > COMMANDS;
      await expect.poll(() => isPlayed() || load.refused.length > 0, HANGS).toBe(true);
      expect(load.refused).toEqual([]);
      await set?.whole();
    }
    await load.stop(HANGS.timeout);
    expect([load.refused, load.unknown]).toEqual([[], []]);
    await expectAgreement(game, { load, clients, witness, mongodbUri });
    expect(complaints).toEqual([]);
    return load;
  } finally {
    for (const client of clients) client.close();
    await witness.stop();
    await game.close();
    await set?.stop();
    await removeDataFolder(scratch);
  }
}

export async function areReady(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => ask(url, '/readyz').catch(() => null)));
  return answers.every((answer) => answer?.status === 200);
}

/** What every process and client shows is what is stored, and that is what was acknowledged. */
async function expectAgreement(
  game: Game,
  of: {
    readonly load: Load;
    readonly clients: readonly LiveClient[];
    readonly witness: ReturnType<typeof startWitness>;
    readonly mongodbUri: string | undefined;
  },
): Promise<void> {
  const { load, clients, witness, mongodbUri } = of;
  const { dataDir } = game;
  const lists = await vi.waitFor(async () => {
    const all = await Promise.all(game.servers.map(({ url }) => listAt(url)));
    for (const list of all) expect(list).toEqual(all[0]);
    for (const client of clients) expect(figuresOf(client.rows())).toEqual(figuresOf(all[0] ?? []));
    return all;
  }, HANGS);
  const seen = await witness.stop();
  expect(seen.length).toBeGreaterThan(1);
  const [file, keep] = [join(dataDir, 'seen.txt'), join(dataDir, 'kept')];
  await writeFile(file, seen.join('\n'));
  for (const url of game.servers.map((server) => server.url)) {
    const ledger = ['--from', url, '--seen', file, '--keep', keep];
    expect(await runProgram('audit', {}, ledger)).toMatchObject({ code: 0 });
  }
  expect(game.servers.filter((server) => server.endedByItself())).toEqual([]);
  for (const server of game.servers) expect(await server.end('SIGTERM')).toBe(0);

  const store = await (mongodbUri === undefined
    ? openEmbeddedStore({ dataDir })
    : openMongoStore({ uri: mongodbUri }));
  const { lost, twice, records } = await balance(store, WALLETS, load);
  await store.close();
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  expectList(lists[0] ?? [], records);
  const env = { DATA_DIR: dataDir, ...(mongodbUri !== undefined && { MONGODB_URI: mongodbUri }) };
  expect(await runProgram('audit', env, ['--all'])).toMatchObject({ code: 0 });
}

/** Keeps every checkpoint that the servers show, until it is stopped. */
function startWitness(urls: readonly string[]) {
  const seen = new Set<string>();
  const ending = new AbortController();
  const watching = urls.map(async (url) => {
    for (; !ending.signal.aborted; await sleep(LOOK_MS)) {
      const answer = await ask(url, '/ledger/checkpoint').catch(() => null);
      if (answer?.status === 200) seen.add(answer.text);
    }
  });
  return {
    async stop(): Promise<readonly string[]> {
      ending.abort();
      await Promise.all(watching);
      return [...seen];
    },
  };
}

/** A client compares everything else by each tick's digest. */
function figuresOf(rows: readonly { readonly walletAddress: string; readonly gdp: number }[]) {
  return rows.map(({ walletAddress, gdp }) => [walletAddress, gdp]);
}
