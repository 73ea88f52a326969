/** The rank index, in a process of its own. */
import { z } from 'zod';
import type { RankKey } from '../../common/rules/ranking.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { RankIndex } from '../../server/leaderboard/rank-index.ts';
import { serveParent } from '../../tools/processes.ts';

const RUN_MS = 1000;
/** Calls between two readings of the clock; each takes about a microsecond. */
const BATCH = 256;

/** The fewer GDPs there are, the more ties. */
const orderSchema = z.object({ players: z.int(), gdps: z.int() });

let index = new RankIndex<RankKey>([]);
let calls = 0;

/** Calls per second, each with another player, always in the same order. */
function rate(call: (player: number) => void): number {
  const startedAt = performance.now();
  const before = calls;
  while (performance.now() - startedAt < RUN_MS) {
    for (let n = 0; n < BATCH; n += 1) {
      calls += 1;
      call((calls * 104_729) % index.size);
    }
  }
  return ((calls - before) * 1000) / (performance.now() - startedAt);
}

serveParent({
  /** @returns how long it took, in ms. */
  build(body) {
    const { players, gdps } = orderSchema.parse(body);
    const rows = Array.from({ length: players }, (_, n) => ({
      gdp: 15_000 + ((n * 7919) % gdps),
      gdpOrder: 1_767_225_600_000 + ((n * 104_729) % 2_592_000_000),
      wallet: walletOf(n + 1),
    }));
    const startedAt = performance.now();
    index = new RankIndex(rows);
    return performance.now() - startedAt;
  },

  /** From any rank to any other. */
  updates: () =>
    rate((player) => {
      const gdp = 15_000 + ((calls * 7919) % 1_000_003);
      const { wallet } = index.row(player);
      index.update(player, { gdp, gdpOrder: 1_770_000_000_000 + calls, wallet });
    }),

  lookups: () => rate((player) => void index.rankOf(player)),
});
