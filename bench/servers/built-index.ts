/** The rank index of a million players, built once in a process of its own, as a start does. */
import { PLAYERS, rowsOf } from '../rank-rows.ts';
import { RankIndex } from '../../server/leaderboard/rank-index.ts';
import { serveParent } from '../../tools/processes.ts';

serveParent({
  /** @returns how long it took, in ms. */
  build: (gdps: unknown) => {
    const rows = rowsOf(Number(gdps));
    const startedAt = performance.now();
    const index = new RankIndex(rows);
    const tookMs = performance.now() - startedAt;
    if (index.size !== PLAYERS) throw new Error(`the index has ${index.size} rows`);
    return tookMs;
  },
});
