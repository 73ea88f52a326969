/** GET /api/seasons and GET /api/seasons/{id}: the weeks' race [SEA1]. */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { NATION_IDS } from '../values/nations.ts';
import { weekOf } from '../values/week.ts';
import { defineCall } from './call.ts';
import { findTextSchema } from './leaderboard.ts';
import { queryInt } from './query.ts';

const SEASON_REMEDY = 'A season is a week of ISO 8601, such as 2026-W48.';

/** The id of a week as it is requested; its number inside. */
export const seasonParamSchema = z.string({ error: SEASON_REMEDY }).transform((id, context) => {
  const week = weekOf(id);
  if (week !== null) return week;
  context.issues.push({ code: 'custom', message: SEASON_REMEDY, input: id });
  return z.NEVER;
});

export const seasonParamsSchema = z.strictObject({ id: seasonParamSchema.describe('The week.') });

const seasonIdSchema = z.string().regex(/^\d{4}-W\d{2}$/);

/** [SEA4] Dollars: the sum of the scores of its ranked players. */
const seasonNationSchema = z.object({ nationId: nationIdSchema, gained: z.int().nonnegative() });

/**
 * [SEA3] A ranked player: `gained` is their score, `gdp` their GDP after their last commit of the
 * week. Dollars.
 */
export const seasonEntrySchema = z.object({
  rank: z.int().positive(),
  walletAddress: writtenAddressSchema,
  name: nameSchema.nullable(),
  nationId: nationIdSchema,
  gained: z.int().positive(),
  gdp: z.int().nonnegative(),
});
export type SeasonEntry = z.output<typeof seasonEntrySchema>;

const seasonSchema = z.object({
  id: seasonIdSchema,
  from: z.iso.datetime(),
  /** When it ends, and the next one begins. */
  to: z.iso.datetime(),
  /**
   * `closing`: it has ended [SEA1], and this process does not know its list yet. `final`: it never
   * changes again.
   */
  state: z.enum(['running', 'closing', 'final']),
  /** [SEA3] How many players are ranked. */
  players: z.int().nonnegative(),
  nations: z.array(seasonNationSchema).length(NATION_IDS.length),
  /** The first of them; null if nobody is ranked. */
  champion: seasonEntrySchema
    .pick({ walletAddress: true, name: true, nationId: true, gained: true })
    .nullable(),
});
export type Season = z.output<typeof seasonSchema>;

/** How many entries of a week are stored for good, with their names. */
export const SEASON_ROWS = 1000;

/** How many of its first entries a tick keeps current. */
export const SEASON_LIVE_ROWS = 100;

export const seasonsCall = defineCall({
  name: 'getSeasons',
  method: 'GET',
  path: '/api/seasons',
  summary:
    'The weeks, newest first: `limit` of them (52 if omitted), the running one included, from the week of the first commit on; with `before` only earlier ones.',
  needsSession: false,
  query: z.strictObject({
    limit: queryInt('limit', 1, 200).optional().describe('How many weeks at most.'),
    before: seasonParamSchema.optional().describe('Only earlier weeks than this one.'),
  }),
  placed: 'state',
  answers: { 200: z.array(seasonSchema) },
});

/** [PRE1] A nation's President at the end of the week; while it runs, now. */
const seasonPresidentSchema = z.object({
  nationId: nationIdSchema,
  walletAddress: writtenAddressSchema,
  name: nameSchema.nullable(),
  staked: z.int().positive(),
});

export type HighlightKind = 'climb' | 'lead' | 'finish' | 'lead-change' | 'presidency' | 'work';

const figure = z.int().nonnegative().optional();

/** [SEA5] Something remarkable in a week. */
export const highlightSchema = z.object({
  kind: z.string().describe('One that PRO41 names, or that a newer server knows.'),
  at: z.iso.datetime(),
  /** Who took something from somebody comes first. */
  wallets: z
    .array(z.object({ walletAddress: writtenAddressSchema, name: nameSchema.nullable() }))
    .describe('With the names that they had then.'),
  nationId: nationIdSchema,
  figures: z
    .object({
      from: figure,
      to: figure,
      ms: figure,
      gap: figure,
      gdp: figure,
      staked: figure,
      stage: figure,
    })
    .describe('By the kind [PRO41].'),
});
export type Highlight = z.output<typeof highlightSchema>;

export const seasonDetailSchema = z.object({
  season: seasonSchema,
  entries: z.array(seasonEntrySchema).max(SEASON_ROWS),
  /**
   * The wallet's own entry; null if it is not ranked, or no wallet was named. `passed` [SEA5]: of a
   * week that has highlights.
   */
  own: seasonEntrySchema.extend({ passed: z.int().nonnegative().optional() }).nullable(),
  /**
   * Of the running week and a wallet with a nation: who is next ahead of it (null: nobody) and how
   * many dollars of GDP pass them, or, if nobody is ahead, make it ranked; null if it leads.
   */
  chase: z
    .object({ ahead: seasonEntrySchema.nullable(), needed: z.int().positive().nullable() })
    .nullable(),
  /** Each nation's first entry, best first; nations without one are left out. */
  best: z.array(seasonEntrySchema).max(NATION_IDS.length),
  presidents: z.array(seasonPresidentSchema).max(NATION_IDS.length),
  /** [SEA5] The most important first; absent until they are known, and always for older weeks. */
  highlights: z.array(highlightSchema).optional(),
});
export type SeasonDetail = z.output<typeof seasonDetailSchema>;

/** Which of a week's entries. */
export function seasonQuery(most: number) {
  return z.strictObject({
    limit: queryInt('limit', 1, most).optional().describe('How many entries at most.'),
    offset: queryInt('offset', 0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('How many entries to skip.'),
  });
}

export const seasonCall = defineCall({
  name: 'getSeason',
  method: 'GET',
  path: '/api/seasons/{id}',
  summary:
    'A week and its ranking by what was gained, best first [SEA3]: `limit` entries (1000 if omitted) from `offset`. With `nationId` only that nation’s, with their ranks among all players; with `q` those whose address or name begins with it, case-insensitive: at most the 20 best-ranked, without `limit` or `offset`. Entries of a final week after the first 1000 have the names that players have now. With `walletAddress` also that wallet’s own entry. The exports, `.csv` and `.ndjson`, have up to 10000.',
  needsSession: false,
  params: seasonParamsSchema,
  query: seasonQuery(SEASON_ROWS)
    .extend({
      walletAddress: addressSchema.optional().describe('Whose own entry is added.'),
      nationId: nationIdSchema.optional().describe('Only the entries of this nation.'),
      q: findTextSchema.optional(),
    })
    .refine(({ q, limit, offset }) => q === undefined || (limit ?? offset) === undefined, {
      error: 'With q, leave out limit and offset: a search has the 20 best-ranked.',
    }),
  placed: 'list',
  isTagged: true,
  refusals: ['no-such-season', 'not-recorded'],
  answers: { 200: seasonDetailSchema },
});

/**
 * The running week's part of a tick, at most once a second: what changed among its first 100
 * entries since the last one; in a nation's room that nation's.
 */
export const tickSeasonSchema = z.object({
  id: seasonIdSchema,
  players: z.int().nonnegative(),
  nations: z.array(seasonNationSchema).max(NATION_IDS.length).describe('Those whose sum changed.'),
  changed: z
    .array(seasonEntrySchema)
    .describe('Entries among the first 100 that were touched, best first.'),
  left: z.array(writtenAddressSchema).describe('Wallets that are no longer among the first 100.'),
});
export type TickSeason = z.output<typeof tickSeasonSchema>;

/** A player's place in a final week. */
export const seasonPlaceSchema = z.object({
  id: seasonIdSchema,
  rank: z.int().positive(),
  gained: z.int().positive(),
  /** How many were ranked. */
  players: z.int().positive(),
});
export type SeasonPlace = z.output<typeof seasonPlaceSchema>;
