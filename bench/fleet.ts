/**
 * Several server processes on one replica set, each with its own crowd of spectators, under stakes
 * at a steady rate: what every spectator receives, how late, and what it costs each process. The
 * fleet grows by one process and its crowd at a time, so each step shows what one more process buys
 * on this machine.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ask } from '../server/test/support/http-client.ts';
import { Child } from '../tools/processes.ts';
import { Game, type GamePlayer } from '../tools/rig/game.ts';
import type { GameServer } from '../tools/rig/game-server.ts';
import { findMongod } from '../tools/test/mongo/find-mongod.ts';
import { startTestSet } from '../tools/test/mongo/test-set.ts';
import { compared, percentile, type Comparison, type Measured } from './measure.ts';

interface FleetSize {
  readonly processes: number;
  /** Of all processes together. */
  readonly sockets: number;
  /** Stakes per second. */
  readonly rate: number;
}

/** Enough that none comes near the 500 stakes that it may have [STK1]. */
const PLAYERS = 16;
const STEP_S = 15;
/** A push that takes longer is late. */
const LATE_MS = 2000;
/** How long after the last stake its pushes may arrive before they count as lost. */
const ARRIVE_MS = 30_000;
/** The counts of spectators are exchanged every 2 s, by each process in its own time. */
const COUNTED_MS = 30_000;
const LOOK_MS = 100;
/** While everyone is cut and comes back, somebody stakes so often: each stake is pushed to all. */
const BYSTANDER_EVERY_MS = 500;
/** Spectators behind one address: half of what production allows. */
const PER_ADDRESS = 1000;
/** [WAT1] Of one address, so many count as watchers. */
const COUNTED_PER_ADDRESS = 20;
/** Files that a process has open besides its sockets. */
const OTHER_FILES = 200;

/** All back after a cut. */
const backSchema = z.object({ ms: z.number(), triedAgain: z.int() });
const arrivedSchema = z.object({
  least: z.int(),
  delivered: z.int(),
  /** How many deliveries took so many ms. */
  delays: z.array(z.tuple([z.int(), z.int()])),
  wrongs: z.array(z.tuple([z.string(), z.int()])),
});

/** A process of the fleet, and the process with its crowd. */
interface Post {
  readonly server: GameServer;
  readonly crowd: Child;
  readonly sockets: number;
  readonly addresses: number;
  readonly emptyMb: number;
  /** CPU time of the server per socket that it admitted, in ms. */
  readonly admission: number;
}

export async function benchFleet(size: FleetSize): Promise<Comparison[]> {
  checkSize(size);
  const found = await findMongod();
  if (!found.found) {
    console.error(`The benchmark of the fleet was skipped: ${found.why}`);
    return [];
  }
  const set = await startTestSet({ mongod: found.mongod, nodes: 3 });
  const game = await Game.start({ servers: 0, mongodbUri: set.uri('fleet') });
  const posts: Post[] = [];
  try {
    const steps: Measured[] = [];
    let staking: Staking | null = null;
    for (let n = 0; n < size.processes; n += 1) {
      posts.push(await openPost(await game.addServer(), n, size));
      if (!staking) {
        staking = new Staking(game, await game.settle(PLAYERS));
        // By then everyone has received it.
        await sleep(LATE_MS);
      }
      steps.push(await measure(staking, posts, size.rate));
    }
    return results(steps.toReversed(), size.rate);
  } finally {
    await Promise.all(posts.map(({ crowd }) => crowd.end()));
    await game.close();
    await set.stop();
  }
}

function checkSize({ processes, sockets, rate }: FleetSize): void {
  const isCount = (n: number) => Number.isInteger(n) && n > 0;
  if (!isCount(processes) || !isCount(sockets) || !(rate > 0)) {
    throw new Error(
      '--processes, --sockets and --rate are numbers above 0, such as 4, 60000 and 1.',
    );
  }
  const limit = Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout);
  if (Math.ceil(sockets / processes) + OTHER_FILES > limit) {
    throw new Error(
      `A process may open ${limit} files here: run \`ulimit -n\` with more first, or choose more --processes.`,
    );
  }
}

/** Opens the nth process's share of the sockets. */
async function openPost(server: GameServer, n: number, size: FleetSize): Promise<Post> {
  const before = (processes: number) => Math.floor((processes * size.sockets) / size.processes);
  const sockets = before(n + 1) - before(n);
  const crowd = await Child.start(join(import.meta.dirname, 'load/crowd.ts'));
  const { rssMb } = await server.settledVitals();
  const cpuBefore = await server.cpuMs();
  const addresses = Array.from(
    { length: Math.ceil(sockets / PER_ADDRESS) },
    (_, i) => `10.${n}.${Math.floor(i / 250)}.${(i % 250) + 1}`,
  );
  await crowd.call('open', z.unknown(), { port: server.port, count: sockets, addresses });
  const admission = ((await server.cpuMs()) - cpuBefore) / sockets;
  return { server, crowd, sockets, addresses: addresses.length, emptyMb: rssMb, admission };
}

/** Stakes by all players at all processes in rotation, whether or not the last is answered. */
class Staking {
  readonly #game: Game;
  readonly #players: readonly GamePlayer[];
  #stakes = 0;
  /** How long each took, in ms. */
  readonly #ms: number[] = [];

  constructor(game: Game, players: readonly GamePlayer[]) {
    this.#game = game;
    this.#players = players;
  }

  /** How long each stake took since the last call, in ms. */
  takeTimes(): number[] {
    return this.#ms.splice(0);
  }

  /** @returns whether each was accepted: a busy process refuses some (503). */
  async run(perSecond: number, seconds: number): Promise<boolean[]> {
    const count = Math.max(1, Math.round(perSecond * seconds));
    const startedAt = performance.now();
    const answers: Promise<boolean>[] = [];
    for (let n = 0; n < count; n += 1) {
      await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
      answers.push(this.#stake());
    }
    return Promise.all(answers);
  }

  async #stake(): Promise<boolean> {
    const n = this.#stakes;
    this.#stakes += 1;
    const { servers } = this.#game;
    const [server, player] = [servers[n % servers.length], this.#players[n % PLAYERS]];
    const startedAt = performance.now();
    const { status, text } = await ask(server?.url ?? '', '/api/dena/stake', {
      json: { walletAddress: player?.wallet, amount: 100 },
      headers: { Cookie: player?.cookie ?? '' },
    });
    this.#ms.push(performance.now() - startedAt);
    if (status !== 201 && status !== 503) throw new Error(`a stake was answered ${text}`);
    return status === 201;
  }
}

async function measure(staking: Staking, posts: readonly Post[], rate: number): Promise<Measured> {
  const sockets = posts.reduce((sum, post) => sum + post.sockets, 0);
  const memory = await Promise.all(
    posts.map(async ({ server, emptyMb, sockets: own }) => {
      const { rssMb } = await server.settledVitals();
      return { kbPerSocket: ((rssMb - emptyMb) * 1024) / own };
    }),
  );
  const cpuOfAll = () => Promise.all(posts.map(({ server }) => server.cpuMs()));
  await Promise.all(posts.map(({ crowd }) => crowd.call('begin', z.unknown())));
  const cpuBefore = await cpuOfAll();
  const startedAt = performance.now();
  const answers = await staking.run(rate, STEP_S);
  const stakes = answers.filter(Boolean).length;
  const arrived = await arrivals(posts, stakes);
  const ms = performance.now() - startedAt;
  const cpu = (await cpuOfAll()).map((after, n) => ({
    cpu: ((after - (cpuBefore[n] ?? 0)) / ms) * 100,
  }));
  const delivered = arrived.reduce((sum, one) => sum + one.delivered, 0);
  const delays = arrived.flatMap((one) => one.delays).toSorted(([a], [b]) => a - b);
  const whole = {
    p99: delayAt(delays, 0.99),
    p50: delayAt(delays, 0.5),
    longest: delayAt(delays, 1),
    refused: answers.length - stakes,
    missing: stakes * sockets - delivered,
    admission: posts.at(-1)?.admission ?? Number.NaN,
    behind: await behind(posts),
  };
  const cut = await cutAll(staking, posts);
  // Of all steps so far, what came after a cut included.
  const wrongs = (await arrivals(posts, 0)).flatMap((one) => one.wrongs);
  for (const [what, count] of wrongs) console.error(`wrong, ${count} times: ${what}`);
  const wrong = wrongs.reduce((sum, [, count]) => sum + count, 0);
  return {
    name: `${posts.length === 1 ? '1 process' : `${posts.length} processes`}, ${sockets.toLocaleString('en-US')} sockets`,
    runs: [{ ...whole, ...cut, wrong }, ...memory, ...cpu],
  };
}

/**
 * What the crowds have received, once every spectator knows of so many stakes, or the rest is lost.
 */
async function arrivals(posts: readonly Post[], stakes: number) {
  const deadline = performance.now() + ARRIVE_MS;
  for (;;) {
    const all = await Promise.all(posts.map(({ crowd }) => crowd.call('arrived', arrivedSchema)));
    if (all.every(({ least }) => least >= stakes) || performance.now() > deadline) return all;
    await sleep(LOOK_MS);
  }
}

/** Cuts every connection at once, as a network does, while somebody plays on. */
async function cutAll(staking: Staking, posts: readonly Post[]) {
  staking.takeTimes();
  const isBack = new AbortController();
  const bystander = (async () => {
    while (!isBack.signal.aborted) {
      await Promise.all([staking.run(1, 1), sleep(BYSTANDER_EVERY_MS)]);
    }
  })();
  const back = await Promise.all(posts.map(({ crowd }) => crowd.call('cut', backSchema))).finally(
    () => {
      isBack.abort();
      return bystander;
    },
  );
  const cutBack = Math.max(...back.map(({ ms }) => ms));
  const startedAt = performance.now();
  const cutBehind = await behind(posts);
  return {
    cutBack,
    cutAgain: back.reduce((sum, { triedAgain }) => sum + triedAgain, 0),
    cutRight: cutBack + performance.now() - startedAt,
    cutBehind,
    cutStake: percentile(staking.takeTimes(), 0.99),
  };
}

/** The delay in ms that this share of the deliveries did not exceed. */
function delayAt(delays: readonly (readonly [ms: number, times: number])[], share: number): number {
  const count = delays.reduce((sum, [, times]) => sum + times, 0);
  let before = 0;
  for (const [ms, times] of delays) {
    before += times;
    if (before >= count * share) return ms;
  }
  return Number.NaN;
}

/** How many spectators lack what their server has, once every process may know how many watch. */
async function behind(posts: readonly Post[]): Promise<number> {
  const deadline = performance.now() + COUNTED_MS;
  const watching = posts.reduce(
    (sum, post) => sum + Math.min(post.sockets, post.addresses * COUNTED_PER_ADDRESS),
    0,
  );
  for (;;) {
    let count = 0;
    for (const { crowd, sockets } of posts) {
      count += sockets - (await crowd.call('verify', z.int(), { watching }));
    }
    if (count === 0 || performance.now() > deadline) return count;
    await sleep(LOOK_MS * 10);
  }
}

function results(steps: readonly Measured[], rate: number): Comparison[] {
  const table: readonly (readonly [key: string, unit: string, title: string, most?: number])[] = [
    ['p99', 'ms', `${rate} stakes a second: from the commit to a spectator, p99`, LATE_MS],
    ['p50', 'ms', 'p50'],
    ['longest', 'ms', 'the longest', LATE_MS],
    ['refused', 'stakes', 'Refused', 0],
    ['missing', 'pushes', 'Not delivered', 0],
    ['wrong', 'messages', 'Out of order, or not adding up', 0],
    ['behind', 'sockets', 'Without what their server has at the end', 0],
    ['cpu', '%', 'CPU of each process, of one core'],
    ['kbPerSocket', 'kB', 'Its memory per socket'],
    ['admission', 'ms', 'CPU for each socket that the last process admitted', 0.5],
    ['cutBack', 'ms', 'All cut at once: until every spectator watches again'],
    ['cutAgain', 'tries', 'that failed until then'],
    ['cutRight', 'ms', 'until all have what their server has', 10_000],
    ['cutBehind', 'sockets', 'without it even then', 0],
    ['cutStake', 'ms', 'stakes meanwhile, p99', 1000],
  ];
  return table.map(([key, unit, title, most]) =>
    compared(title, [key, unit], steps, most === undefined ? [] : [{ most }]),
  );
}
