/** The rank index with a million players, beside a Redis sorted set and a sorted array. */
import { join } from 'node:path';
import { z } from 'zod';
import { compareRank, type RankKey } from '../common/rules/ranking.ts';
import { RankIndex } from '../server/leaderboard/rank-index.ts';
import { Child } from '../tools/processes.ts';
import { compare, compared, percentile, throughput, type Comparison } from './measure.ts';
import { PLAYERS, rowsOf } from './rank-rows.ts';
import { startRedis, type RankSet } from './redis.ts';

/** Few players have the same. */
const MANY_GDPS = 1_000_003;
const BUILDS = 5;
const BUILDER = join(import.meta.dirname, 'servers', 'built-index.ts');
const RUN_MS = 1000;
const IN_FLIGHT = 64;
/** Calls between two readings of the clock; each takes about a microsecond. */
const BATCH = 256;

const OURS = 'Rank index';
const REDIS = `Redis sorted set, ioredis, ${IN_FLIGHT} in flight`;
const REDIS_ALONE = 'Redis sorted set, ioredis, one after the other';
const ARRAY = 'sorted array, binary search and splice';

/** Moves from any rank to any other, always the same sequence. */
class Moves {
  #count = 0;

  next(): { readonly player: number; readonly gdp: number; readonly gdpOrder: number } {
    this.#count += 1;
    return {
      player: (this.#count * 104_729) % PLAYERS,
      gdp: 15_000 + ((this.#count * 7919) % 1_000_003),
      gdpOrder: 1_770_000_000_000 + this.#count,
    };
  }
}

/** Calls per second of a synchronous function. */
function rate(call: () => void): number {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < RUN_MS) {
    for (let n = 0; n < BATCH; n += 1) call();
    done += BATCH;
  }
  return (done * 1000) / (performance.now() - startedAt);
}

/** The position of `row` in a sorted array, or where it would be inserted. */
function place(sorted: readonly RankKey[], row: RankKey): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && compareRank(other, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export async function benchRankIndex(): Promise<Comparison[]> {
  const rows = rowsOf(MANY_GDPS);
  const redis = await startRedis(rows.map(({ wallet, gdp }) => [wallet, gdp]));
  try {
    return [...(await moving(rows, redis)), ...(await building())];
  } finally {
    await redis?.close();
  }
}

async function moving(rows: readonly RankKey[], redis: RankSet | null): Promise<Comparison[]> {
  const index = new RankIndex(rows);
  const moves = new Moves();
  const update = () => {
    const { player, gdp, gdpOrder } = moves.next();
    index.update(player, { gdp, gdpOrder, wallet: index.row(player).wallet });
  };
  const wallet = () => rows[moves.next().player]?.wallet ?? '';
  const byRedis = (inFlight: number, call: (set: RankSet) => Promise<unknown>) =>
    throughput(inFlight, RUN_MS, async () => {
      if (redis) await call(redis);
    });
  const setOne = (set: RankSet) => set.set(wallet(), moves.next().gdp);
  const rankOne = (set: RankSet) => set.rankOf(wallet());
  const peers = (call: (set: RankSet) => Promise<unknown>) =>
    redis
      ? [
          { name: REDIS, run: () => byRedis(IN_FLIGHT, call) },
          { name: REDIS_ALONE, run: () => byRedis(1, call) },
        ]
      : [];
  const sorted = rows.toSorted(compareRank);
  const known = [...rows];
  const splice = () => {
    const { player, gdp, gdpOrder } = moves.next();
    const before = known[player];
    if (!before) return;
    const after = { gdp, gdpOrder, wallet: before.wallet };
    sorted.splice(place(sorted, before), 1);
    sorted.splice(place(sorted, after), 0, after);
    known[player] = after;
  };
  const size = PLAYERS.toLocaleString('en-US');
  return [
    await compare(
      `Updates among ${size} players`,
      '/s',
      [
        { name: OURS, run: async () => rate(update) },
        ...peers(setOne),
        { name: ARRAY, run: async () => rate(splice) },
      ],
      redis
        ? [
            { peer: REDIS, ratio: 5 },
            { peer: REDIS_ALONE, ratio: 30 },
          ]
        : [],
    ),
    await compare(
      `The rank of a wallet among ${size} players`,
      '/s',
      [
        { name: OURS, run: async () => rate(() => index.rankOf(moves.next().player)) },
        ...peers(rankOne),
      ],
      redis
        ? [
            { peer: REDIS, ratio: 10 },
            { peer: REDIS_ALONE, ratio: 30 },
          ]
        : [],
    ),
    await compare(
      'An update, p99',
      'µs',
      [{ name: OURS, run: async () => percentile(timesOf(update), 0.99) }],
      [{ value: 10 }],
    ),
    compared(
      'What the index takes for a player, after all that',
      'B',
      [{ name: OURS, runs: [index.byteLength / PLAYERS] }],
      [{ value: 16 }],
    ),
  ];
}

/** The duration of each of many calls, in µs. */
function timesOf(call: () => void): number[] {
  return Array.from({ length: 100_000 }, () => {
    const startedAt = performance.now();
    call();
    return (performance.now() - startedAt) * 1000;
  });
}

/** Each in a new process: a start builds it once, and waits for no one else's garbage. */
async function building(): Promise<Comparison[]> {
  const build = async (title: string, gdps: number) => {
    const runs: number[] = [];
    for (let count = 0; count < BUILDS; count += 1) {
      const child = await Child.start(BUILDER);
      try {
        runs.push(await child.call('build', z.number(), gdps));
      } finally {
        await child.end();
      }
    }
    return compared(title, 'ms', [{ name: OURS, runs }], [{ value: 700 }]);
  };
  const size = PLAYERS.toLocaleString('en-US');
  return [
    await build(`Building it of ${size} unsorted players`, MANY_GDPS),
    await build('The same, where all GDPs are among a thousand', 1000),
  ];
}
