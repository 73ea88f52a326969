/**
 * Several server processes on one replica set, each with its own crowd of spectators, under stakes at a steady
 * rate: what every spectator receives, how late, and what it costs each process. The fleet grows by one
 * process and its crowd at a time, so each step shows what one more process buys on this machine.
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
import { compared, type Comparison, type Unit } from './measure.ts';

interface FleetSize {
  readonly processes: number;
  /** Of all processes together. */
  readonly sockets: number;
  /** Stakes per second. */
  readonly rate: number;
}

/** Enough that none comes near the 500 stakes that it may have [STK1]. */
const PLAYERS = 16;
const STAKES_PER_PLAYER = 450;
const STEP_S = 15;
/** A push that takes longer is late. */
const LATE_MS = 2000;
/** How long after the last stake its pushes may arrive before they count as lost. */
const ARRIVE_MS = 30_000;
/** The counts of spectators are exchanged every 2 s, by each process in its own time. */
const COUNTED_MS = 30_000;
const LOOK_MS = 100;
/** Then a load as fast as the fleet pushes: stakes come faster than rounds can be sent. */
const RUSH = { perSecond: 20, seconds: 6 };
/** While everyone is cut and comes back, somebody stakes so often: each stake is pushed to all. */
const BYSTANDER_EVERY_MS = 500;
/** All that a cut may take, until every board is right. */
const CUT_MS = 10_000;
const BYSTANDER_MS = 1000;
const ADMISSION_MS = 0.5;
/** Spectators behind one address: half of what production allows. */
const PER_ADDRESS = 1000;
/** [WAT1] Of one address, so many count as watchers. */
const COUNTED_PER_ADDRESS = 20;
/** Files that a process has open besides its sockets. */
const OTHER_FILES = 200;

const finishedSchema = z.object({
  delivered: z.int(),
  messages: z.int(),
  bytes: z.int(),
  late: z.int(),
  /** How many deliveries took so many ms. */
  delays: z.array(z.tuple([z.int(), z.int()])),
  wrongs: z.array(z.tuple([z.string(), z.int()])),
});

/** A process of the fleet, and the process with its crowd. */
interface Post {
  readonly server: GameServer;
  readonly load: Child;
  readonly sockets: number;
  readonly addresses: number;
  readonly emptyMb: number;
  /** CPU time of the server per socket that it admitted, in ms. */
  readonly openingCpuMs: number;
}

/** What was measured with so many processes: a figure by its name, or one for each process. */
interface Step {
  readonly name: string;
  readonly figures: Readonly<Record<string, readonly number[]>>;
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
    const steps: Step[] = [];
    let staking: Staking | null = null;
    for (let n = 0; n < size.processes; n += 1) {
      posts.push(await openPost(await game.addServer(), n, size));
      if (!staking) {
        staking = new Staking(game, await game.settle(PLAYERS));
        // By then everyone has heard of it.
        await sleep(LATE_MS);
      }
      steps.push(await measure(staking, posts, size.rate));
    }
    return results(steps.toReversed(), size);
  } finally {
    await Promise.all(posts.map(({ load }) => load.end()));
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
  const sockets =
    Math.floor(((n + 1) * size.sockets) / size.processes) -
    Math.floor((n * size.sockets) / size.processes);
  const load = await Child.start(join(import.meta.dirname, 'load/fleet-load.ts'));
  const { rssMb } = await server.settledVitals();
  const cpuBefore = await server.cpuMs();
  const addresses = Math.ceil(sockets / PER_ADDRESS);
  await load.call('open', z.unknown(), {
    port: server.port,
    count: sockets,
    addresses: Array.from(
      { length: addresses },
      (_, i) => `10.${n}.${Math.floor(i / 250)}.${(i % 250) + 1}`,
    ),
  });
  const openingCpuMs = ((await server.cpuMs()) - cpuBefore) / sockets;
  return { server, load, sockets, addresses, emptyMb: rssMb, openingCpuMs };
}

/** Stakes by all players at all processes in turn, whether or not the last is answered. */
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

  /** How long each stake took since the last call, in ms, in ascending order. */
  takeTimes(): number[] {
    return this.#ms.splice(0).toSorted((a, b) => a - b);
  }

  /** @returns whether each was accepted: a busy process refuses some (503). */
  async run(perSecond: number, seconds: number): Promise<boolean[]> {
    const count = Math.max(1, Math.round(perSecond * seconds));
    if (this.#stakes + count > PLAYERS * STAKES_PER_PLAYER) {
      throw new Error(`${PLAYERS} players can't stake so often: choose a lower --rate.`);
    }
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

async function measure(staking: Staking, posts: readonly Post[], rate: number): Promise<Step> {
  const sockets = posts.reduce((sum, post) => sum + post.sockets, 0);
  const of = (pick: (post: Post) => Promise<number>) => Promise.all(posts.map(pick));
  const kbPerSocket = await of(async ({ server, emptyMb, sockets: own }) => {
    const { rssMb } = await server.settledVitals();
    return ((rssMb - emptyMb) * 1024) / own;
  });
  const steady = await observe(staking, posts, { perSecond: rate, seconds: STEP_S });
  const rush = await observe(staking, posts, RUSH);
  const cut = await cutAll(staking, posts, sockets);
  const { cpuMs, ms, delivered, messages } = steady;
  const totalCpuMs = cpuMs.reduce((sum, one) => sum + one, 0);
  for (const [what, count] of rush.wrongs) console.error(`wrong, ${count} times: ${what}`);
  return {
    name: `${posts.length === 1 ? '1 process' : `${posts.length} processes`}, ${sockets.toLocaleString('en-US')} sockets`,
    figures: {
      p99: [delayAt(steady.delays, 0.99)],
      p50: [delayAt(steady.delays, 0.5)],
      longest: [delayAt(steady.delays, 1)],
      delivered: [delivered],
      missing: [steady.stakes * sockets - delivered],
      late: [steady.late],
      refused: [steady.refused],
      wrong: [rush.wrongs.reduce((sum, [, count]) => sum + count, 0)],
      right: [await rightOnes(posts, sockets)],
      cpu: cpuMs.map((one) => (one / ms) * 100),
      bytes: [steady.bytes / delivered],
      admission: [posts.at(-1)?.openingCpuMs ?? Number.NaN],
      cpuPerMessage: [(totalCpuMs * 1000) / messages],
      memory: await of(async ({ server }) => (await server.vitals()).rssMb),
      kbPerSocket,
      rush: [(rush.messages * 1000) / rush.ms],
      ...cut,
    },
  };
}

/** Cuts every connection at once, as a network does, while somebody plays on. */
async function cutAll(staking: Staking, posts: readonly Post[], sockets: number) {
  const cpuOfAll = () => Promise.all(posts.map(({ server }) => server.cpuMs()));
  staking.takeTimes();
  const cpuBefore = await cpuOfAll();
  const isBack = new AbortController();
  const bystander = (async () => {
    while (!isBack.signal.aborted) {
      await Promise.all([staking.run(1, 1), sleep(BYSTANDER_EVERY_MS)]);
    }
  })();
  const back = await Promise.all(posts.map(({ load }) => load.call('cut', z.number())));
  isBack.abort();
  const cpuAfter = await cpuOfAll();
  await bystander;
  const startedAt = performance.now();
  const right = await rightOnes(posts, sockets);
  const times = staking.takeTimes();
  return {
    cutBack: back,
    cutRight: [Math.max(...back) + performance.now() - startedAt],
    cutBoards: [right],
    cutStake: [times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN],
    cutAdmission: cpuAfter.map(
      (after, n) => (after - (cpuBefore[n] ?? 0)) / (posts[n]?.sockets ?? Number.NaN),
    ),
  };
}

/** Stakes at a pace, until every spectator knows of each, or for so long that the rest is lost. */
async function observe(
  staking: Staking,
  posts: readonly Post[],
  pace: { readonly perSecond: number; readonly seconds: number },
) {
  const cpuOfAll = () => Promise.all(posts.map(({ server }) => server.cpuMs()));
  const ofLoads = <S extends z.ZodType>(name: string, schema: S, body: unknown = null) =>
    Promise.all(posts.map(({ load }) => load.call(name, schema, body)));
  await ofLoads('begin', z.unknown());
  const cpuBefore = await cpuOfAll();
  const startedAt = performance.now();
  const answers = await staking.run(pace.perSecond, pace.seconds);
  const stakes = answers.filter(Boolean).length;
  const deadline = performance.now() + ARRIVE_MS;
  while (
    Math.min(...(await ofLoads('least', z.number()))) < stakes &&
    performance.now() < deadline
  ) {
    await sleep(LOOK_MS);
  }
  const ms = performance.now() - startedAt;
  const cpuAfter = await cpuOfAll();
  const all = await ofLoads('finish', finishedSchema, { lateMs: LATE_MS });
  const sum = (key: 'delivered' | 'messages' | 'bytes' | 'late') =>
    all.reduce((total, one) => total + one[key], 0);
  return {
    ms,
    stakes,
    refused: answers.length - stakes,
    cpuMs: cpuAfter.map((after, n) => after - (cpuBefore[n] ?? 0)),
    delivered: sum('delivered'),
    messages: sum('messages'),
    bytes: sum('bytes'),
    late: sum('late'),
    delays: all.flatMap(({ delays }) => delays).toSorted(([a], [b]) => a - b),
    wrongs: all.flatMap(({ wrongs }) => wrongs),
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

/** How many spectators have what their server's answers say, once every process knows how many watch. */
async function rightOnes(posts: readonly Post[], sockets: number): Promise<number> {
  const deadline = performance.now() + COUNTED_MS;
  const watching = posts.reduce(
    (sum, post) => sum + Math.min(post.sockets, post.addresses * COUNTED_PER_ADDRESS),
    0,
  );
  for (;;) {
    let right = 0;
    for (const { load } of posts) right += await load.call('verify', z.int(), { watching });
    if (right === sockets || performance.now() > deadline) return right;
    await sleep(LOOK_MS * 10);
  }
}

function results(steps: readonly Step[], { rate, sockets }: FleetSize): Comparison[] {
  const table: readonly (readonly [key: string, unit: Unit, title: string, target?: number])[] = [
    ['p99', 'ms', `${rate} stakes a second: from the commit to a spectator, p99`, LATE_MS],
    ['p50', 'ms', 'p50'],
    ['longest', 'ms', 'the longest'],
    ['refused', 'calls', 'stakes refused', 0],
    ['delivered', 'pushes', 'Delivered, a commit to a spectator'],
    ['missing', 'pushes', 'not delivered', 0],
    ['late', 'pushes', 'later than 2 s', 0],
    ['wrong', 'pushes', 'out of order, or not adding up, also in the steps before', 0],
    ['right', 'sockets', 'Spectators who have the board’s rows and counts at the end', sockets],
    ['cpu', '%', 'CPU of each process, of one core'],
    ['bytes', 'B', 'Bytes per commit and spectator'],
    ['admission', 'ms', 'CPU for each socket that the last process admitted', ADMISSION_MS],
    ['cpuPerMessage', 'µs', 'CPU of all processes per message'],
    ['memory', 'MB', 'Memory of each process'],
    ['kbPerSocket', 'kB', 'its memory per socket'],
    ['rush', '/s', 'Messages a second when stakes come faster than rounds'],
    ['cutBack', 'ms', 'All cut at once: until every spectator of a process watches again'],
    ['cutRight', 'ms', 'until all counts agree too', CUT_MS],
    ['cutBoards', 'sockets', 'spectators with the right board then', sockets],
    ['cutStake', 'ms', 'stakes meanwhile, p99', BYSTANDER_MS],
    [
      'cutAdmission',
      'ms',
      'CPU of each process for each socket that came back, its list and the pushes included',
    ],
  ];
  return table.map(([key, unit, title, target]) =>
    compared(
      title,
      unit,
      steps.map(({ name, figures }) => ({ name, runs: figures[key] ?? [] })),
      target === undefined ? [] : [{ value: target }],
    ),
  );
}
