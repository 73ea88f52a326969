/**
 * Several server processes on one replica set, each with its own crowd of spectators, under stakes at a steady
 * rate: what every spectator receives, how late, and what it costs each process. The fleet grows by one
 * process and its crowd at a time, so each step shows what one more process buys on this machine.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import type { GameServer } from '../tools/rig/game-server.ts';
import { findMongod } from '../tools/test/mongo/find-mongod.ts';
import { FleetGame } from './fleet-game.ts';
import { compared, percentile, type Comparison, type Unit } from './measure.ts';

export interface FleetSize {
  readonly processes: number;
  /** Of all processes together. */
  readonly sockets: number;
  /** Stakes per second. */
  readonly rate: number;
}

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
  delays: z.array(z.tuple([z.int(), z.int()])),
  wrongs: z.array(z.tuple([z.string(), z.int()])),
});
type Finished = z.infer<typeof finishedSchema>;

/** A process of the fleet, and the process with its crowd. */
interface Post {
  readonly server: GameServer;
  readonly load: Child;
  readonly sockets: number;
  readonly addresses: number;
  readonly emptyMb: number;
  /** CPU time of the server per socket that it admitted, in ms. */
  readonly openingCpuMs: number;
  /** Admitted sockets per second. */
  readonly openedPerSecond: number;
}

/** What was measured with so many processes. */
interface Step {
  readonly name: string;
  readonly sockets: number;
  /** Commits times spectators. */
  readonly due: number;
  readonly delivered: number;
  readonly late: number;
  readonly delayMs: (share: number) => number;
  readonly answerMs: readonly number[];
  /** Stakes that were not accepted: at the steady rate, and in the rush. */
  readonly refused: number;
  readonly rushRefused: number;
  /** Of each process. */
  readonly cpuPercent: readonly number[];
  readonly rssMb: readonly number[];
  readonly kbPerSocket: readonly number[];
  /** Of the newest process. */
  readonly openingCpuMs: number;
  readonly openedPerSecond: number;
  readonly bytesPerCommit: number;
  /** CPU time of all processes per message to one spectator. */
  readonly cpuPerMessageUs: number;
  /** Messages per second at most. */
  readonly rushPerSecond: number;
  readonly right: number;
}

export async function benchFleet(size: FleetSize): Promise<Comparison[]> {
  checkSize(size);
  const found = await findMongod();
  if (!found.found) {
    console.error(`The benchmark of the fleet was skipped: ${found.why}`);
    return [];
  }
  const game = await FleetGame.start(found.mongod);
  const posts: Post[] = [];
  try {
    const steps: Step[] = [];
    const wrongs = new Map<string, number>();
    for (let n = 0; n < size.processes; n += 1) {
      posts.push(await openPost(game, n, size));
      steps.push(await measure(game, posts, size.rate, wrongs));
    }
    for (const [what, count] of wrongs) console.error(`wrong, ${count} times: ${what}`);
    return results(steps, size.rate, wrongs);
  } finally {
    await Promise.all(posts.map(({ load }) => load.end()));
    await game.close();
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

/** Starts the nth process, and opens its share of the sockets. */
async function openPost(game: FleetGame, n: number, size: FleetSize): Promise<Post> {
  const sockets =
    Math.floor(((n + 1) * size.sockets) / size.processes) -
    Math.floor((n * size.sockets) / size.processes);
  const server = await game.addServer();
  const load = await Child.start(join(import.meta.dirname, 'load/fleet-load.ts'));
  const { rssMb } = await server.settledVitals();
  const cpuBefore = await server.cpuMs();
  const startedAt = performance.now();
  const addresses = Math.ceil(sockets / PER_ADDRESS);
  await load.call('open', z.unknown(), {
    port: server.port,
    count: sockets,
    addresses: Array.from(
      { length: addresses },
      (_, i) => `10.${n}.${Math.floor(i / 250)}.${(i % 250) + 1}`,
    ),
  });
  const openedPerSecond = (sockets * 1000) / (performance.now() - startedAt);
  const openingCpuMs = ((await server.cpuMs()) - cpuBefore) / sockets;
  return { server, load, sockets, addresses, emptyMb: rssMb, openingCpuMs, openedPerSecond };
}

async function measure(
  game: FleetGame,
  posts: readonly Post[],
  rate: number,
  wrongs: Map<string, number>,
): Promise<Step> {
  const sockets = posts.reduce((sum, post) => sum + post.sockets, 0);
  const kbPerSocket: number[] = [];
  for (const { server, emptyMb, sockets: own } of posts) {
    const { rssMb } = await server.settledVitals();
    kbPerSocket.push(((rssMb - emptyMb) * 1024) / own);
  }
  const steady = await observe(game, posts, { perSecond: rate, seconds: STEP_S });
  const rush = await observe(game, posts, RUSH);
  for (const [what, count] of rush.wrongs) wrongs.set(what, count);
  const { cpuMs, ms, finished, answerMs } = steady;
  const total = cpuMs.reduce((sum, one) => sum + one, 0);
  const rssMb: number[] = [];
  for (const { server } of posts) rssMb.push((await server.vitals()).rssMb);
  const processes = posts.length === 1 ? '1 process' : `${posts.length} processes`;
  return {
    name: `${processes}, ${sockets.toLocaleString('en-US')} sockets`,
    sockets,
    due: answerMs.length * sockets,
    delivered: finished.delivered,
    late: finished.late,
    delayMs: (share) => delayAt(finished.delays, share),
    answerMs,
    refused: steady.refused,
    rushRefused: rush.refused,
    cpuPercent: cpuMs.map((one) => (one / ms) * 100),
    rssMb,
    kbPerSocket,
    openingCpuMs: posts.at(-1)?.openingCpuMs ?? Number.NaN,
    openedPerSecond: posts.at(-1)?.openedPerSecond ?? Number.NaN,
    bytesPerCommit: finished.bytes / finished.delivered,
    cpuPerMessageUs: (total * 1000) / finished.messages,
    rushPerSecond: (rush.finished.messages * 1000) / rush.ms,
    right: await rightOnes(posts, sockets),
  };
}

/** Stakes at a pace, until every spectator knows of each, or for so long that the rest is lost. */
async function observe(
  game: FleetGame,
  posts: readonly Post[],
  pace: { readonly perSecond: number; readonly seconds: number },
) {
  await Promise.all(posts.map(({ load }) => load.call('begin', z.unknown())));
  const cpuBefore = await Promise.all(posts.map(({ server }) => server.cpuMs()));
  const startedAt = performance.now();
  const { answerMs, refused } = await game.stake(pace.perSecond, pace.seconds);
  const deadline = performance.now() + ARRIVE_MS;
  for (;;) {
    const least = await Promise.all(posts.map(({ load }) => load.call('least', z.number())));
    if (Math.min(...least) >= answerMs.length || performance.now() > deadline) break;
    await sleep(LOOK_MS);
  }
  const ms = performance.now() - startedAt;
  const cpuAfter = await Promise.all(posts.map(({ server }) => server.cpuMs()));
  const all = await Promise.all(
    posts.map(({ load }) => load.call('finish', finishedSchema, { lateMs: LATE_MS })),
  );
  return {
    ms,
    answerMs,
    refused,
    cpuMs: cpuAfter.map((after, n) => after - (cpuBefore[n] ?? 0)),
    finished: merged(all),
    wrongs: all.flatMap(({ wrongs }, n) =>
      wrongs.map(([what, count]) => [`${what} (process ${n + 1})`, count] as const),
    ),
  };
}

function merged(all: readonly Finished[]): Omit<Finished, 'wrongs'> {
  const delays = new Map<number, number>();
  for (const [ms, count] of all.flatMap((one) => one.delays)) {
    delays.set(ms, (delays.get(ms) ?? 0) + count);
  }
  const sum = (pick: (one: Finished) => number) => all.reduce((total, one) => total + pick(one), 0);
  return {
    delivered: sum(({ delivered }) => delivered),
    messages: sum(({ messages }) => messages),
    bytes: sum(({ bytes }) => bytes),
    late: sum(({ late }) => late),
    delays: [...delays].toSorted(([a], [b]) => a - b),
  };
}

/** The delay in ms that this share of the deliveries did not exceed. */
function delayAt(delays: Finished['delays'], share: number): number {
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

function results(
  steps: readonly Step[],
  rate: number,
  wrongs: ReadonlyMap<string, number>,
): Comparison[] {
  // The whole fleet first: the smaller ones are what it is compared with.
  const fleets = steps.toReversed();
  const whole = fleets[0];
  if (!whole) return [];
  const each = (
    title: string,
    unit: Unit,
    pick: (step: Step) => readonly number[],
    most?: number,
  ) =>
    compared(
      title,
      unit,
      fleets.map((step) => ({ name: step.name, runs: pick(step) })),
      most === undefined ? [] : [{ value: most }],
    );
  const pace = `${rate === 1 ? 'one stake' : `${rate} stakes`} a second`;
  const wrong = [...wrongs.values()].reduce((sum, count) => sum + count, 0);
  return [
    each(
      `${whole.name}, ${pace}: from the commit to a spectator, p99`,
      'ms',
      ({ delayMs }) => [delayMs(0.99)],
      LATE_MS,
    ),
    each('p50', 'ms', ({ delayMs }) => [delayMs(0.5)]),
    each('the longest', 'ms', ({ delayMs }) => [delayMs(1)]),
    each('p99 of the stakes’ own answers', 'ms', ({ answerMs }) => [percentile(answerMs, 0.99)]),
    each('stakes refused', 'calls', ({ refused }) => [refused], 0),
    each('Delivered, a commit to a spectator', 'pushes', ({ delivered }) => [delivered]),
    each('not delivered', 'pushes', ({ due, delivered }) => [due - delivered], 0),
    each('later than 2 s', 'pushes', ({ late }) => [late], 0),
    compared(
      'out of order, or not adding up',
      'pushes',
      [{ name: 'all steps', runs: [wrong] }],
      [{ value: 0 }],
    ),
    each(
      'Spectators who have the board’s rows, totals and counts at the end',
      'sockets',
      ({ right }) => [right],
      whole.sockets,
    ),
    each('CPU of each process, of one core', '%', ({ cpuPercent }) => cpuPercent),
    each('Bytes per commit and spectator', 'B', ({ bytesPerCommit }) => [bytesPerCommit]),
    each('Sockets that the last process admitted', '/s', ({ openedPerSecond }) => [
      openedPerSecond,
    ]),
    each('its CPU for each', 'ms', ({ openingCpuMs }) => [openingCpuMs]),
    each('CPU of all processes per message', 'µs', ({ cpuPerMessageUs }) => [cpuPerMessageUs]),
    each('Memory of each process', 'MB', ({ rssMb }) => rssMb),
    each('its memory per socket', 'kB', ({ kbPerSocket }) => kbPerSocket),
    each('Messages a second when stakes come faster than rounds', '/s', ({ rushPerSecond }) => [
      rushPerSecond,
    ]),
    each('stakes refused meanwhile', 'calls', ({ rushRefused }) => [rushRefused]),
  ];
}
