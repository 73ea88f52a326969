/** Rank updates a second among many players: the index beside a sorted array that is spliced. */
import { compareRank, type RankKey } from '../common/rules/ranking.ts';
import { RankIndex } from '../server/leaderboard/rank-index.ts';
import { walletOf } from '../server/store/fixtures.ts';
import { compare } from './measure.ts';

const PLAYERS = 200_000;
const RUN_MS = 1000;

function rows(): RankKey[] {
  return Array.from({ length: PLAYERS }, (_, i) => ({
    gdp: 15_000 + ((i * 7919) % 100_000),
    gdpSince: i,
    wallet: walletOf(i + 1),
  }));
}

/** Where `row` stands, or would stand, in a sorted array. */
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

/** Updates of random players, and the rank of each afterwards, for a while; a rate per second. */
function updates(move: (player: number, gdp: number, at: number) => void): number {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < RUN_MS) {
    move((done * 104_729) % PLAYERS, 15_000 + ((done * 31) % 100_000), PLAYERS + done);
    done += 1;
  }
  return (done * 1000) / (performance.now() - startedAt);
}

export async function benchRankIndex(): Promise<void> {
  const index = new RankIndex(rows());
  const known = rows();
  const sorted = known.toSorted(compareRank);
  await compare(
    `Update and rank, ${PLAYERS.toLocaleString('en-US')} players`,
    {
      name: 'rank index (blocks and Fenwick counts)',
      run: async () =>
        updates((player, gdp, gdpSince) => {
          index.update(player, { gdp, gdpSince, wallet: index.row(player).wallet });
          index.rankOf(player);
        }),
    },
    {
      name: 'sorted array, binary search and splice',
      run: async () =>
        updates((player, gdp, gdpSince) => {
          const before = known[player];
          if (!before) return;
          const after = { gdp, gdpSince, wallet: before.wallet };
          sorted.splice(place(sorted, before), 1);
          sorted.splice(place(sorted, after), 0, after);
          known[player] = after;
        }),
    },
  );
}
