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

function build(body: unknown): { readonly index: RankIndex<RankKey>; readonly tookMs: number } {
  const { players, gdps } = orderSchema.parse(body);
  const rows = Array.from({ length: players }, (_, n) => ({
    gdp: 15_000 + ((n * 7919) % gdps),
    gdpOrder: 1_767_225_600_000 + ((n * 104_729) % 2_592_000_000),
    wallet: walletOf(n + 1),
  }));
  const startedAt = performance.now();
  const index = new RankIndex(rows);
  return { index, tookMs: performance.now() - startedAt };
}

/** Calls per second, each with another player, always in the same order. */
function rate(index: RankIndex<RankKey>, call: (player: number, count: number) => void): number {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < RUN_MS) {
    for (let n = 0; n < BATCH; n += 1) {
      done += 1;
      call((done * 104_729) % index.size, done);
    }
  }
  return (done * 1000) / (performance.now() - startedAt);
}

serveParent({
  /** How long it took, in ms. */
  build: (body) => build(body).tookMs,

  /** From any rank to any other. */
  updates(body) {
    const { index } = build(body);
    return rate(index, (player, count) => {
      const gdp = 15_000 + ((count * 7919) % 1_000_003);
      const { wallet } = index.row(player);
      index.update(player, { gdp, gdpOrder: 1_770_000_000_000 + count, wallet });
    });
  },

  lookups(body) {
    const { index } = build(body);
    return rate(index, (player) => void index.rankOf(player));
  },
});
