/**
 * What the HTML of `/` and `/ranking` shows of the game, as of one rev. The pages carry it as JSON,
 * so that they need not fetch again what they already show. Page and HTML are of one build: it has
 * no version.
 */
import { z } from 'zod';
import { epochSchema, instantSchema, revSchema } from '../values/ids.ts';
import { leaderboardEntrySchema } from './leaderboard.ts';
import { standingViewSchema } from './nations.ts';
import { nationWorkSchema } from './works.ts';

export const pageFactsSchema = z.object({
  epoch: epochSchema,
  rev: revSchema,
  /** Of GET /api/leaderboard at this rev. */
  etag: z.string(),
  totalCount: z.int().nonnegative(),
  /**
   * The first rows, best first: all of them if there are at most `PAGE_FACTS_ROWS`, otherwise those
   * shown.
   */
  rows: z.array(leaderboardEntrySchema),
  /** The nations' standings, best first. */
  standings: z.array(standingViewSchema),
  /** The nations' works [WRK1]. */
  works: z.array(nationWorkSchema),
  /**
   * The newest checkpoint of the ledger that the server knew at a moment, its root in base64;
   * absent: none.
   */
  ledger: z.object({ size: z.int().positive(), root: z.base64(), at: instantSchema }).optional(),
});
export type PageFacts = z.output<typeof pageFactsSchema>;
