/** GET /api/nations, and how the nations compare. */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { byNation } from '../values/nations.ts';
import { resourceUnitsSchema } from '../values/resources.ts';
import { workSchema } from '../values/works.ts';
import { defineCall } from './call.ts';

/** [ENT1]. */
export const nationSchema = z.object({
  id: nationIdSchema,
  name: z.string(),
  flag: z.string(),
  population: z.int().nonnegative(),
  startingGdp: z.int().nonnegative(),
  bonus: z.string(),
});
export type NationView = z.infer<typeof nationSchema>;

export const nationsCall = defineCall({
  name: 'getNations',
  method: 'GET',
  path: '/api/nations',
  summary: 'The nations that a player can choose from.',
  needsSession: false,
  answers: { 200: z.array(nationSchema) },
});

/** The change of a nation's total in 10 minutes, an hour and a day, in dollars; null: unknown. */
const changeSchema = z.object({
  m10: z.int().nullable(),
  h1: z.int().nullable(),
  h24: z.int().nullable(),
});

/** A nation's standing: ordered by its total, then by its id. Dollars. */
export const standingViewSchema = z.object({
  rank: z.int().min(1).max(4),
  nationId: nationIdSchema,
  name: z.string(),
  flag: z.string(),
  gdp: z.int().nonnegative(),
  players: z.int().nonnegative(),
  /** [PRE1] */
  presidentWallet: writtenAddressSchema.nullable(),
  presidentName: nameSchema.nullable(),
  presidentStakedCount: z.int().nonnegative(),
  /** The gap to the total of the nation ranked before it; null for the first. */
  gapToNext: z.int().nonnegative().nullable(),
  change: changeSchema,
  /**
   * `change` without the starting GDP of those who joined in that time. Servers below protocol 13
   * don't send it.
   */
  growth: changeSchema.optional(),
});
export type NationStanding = z.infer<typeof standingViewSchema>;

export const standingsCall = defineCall({
  name: 'getStandings',
  method: 'GET',
  path: '/api/nations/standings',
  summary: 'The nations’ standings, best first.',
  needsSession: false,
  placed: 'state',
  answers: { 200: z.array(standingViewSchema) },
});

/** A player with staked cultural NFTs, and so a candidate for president [PRE1]. */
const candidateSchema = z.object({
  walletAddress: writtenAddressSchema,
  name: nameSchema.nullable(),
  /** Among all players. */
  rank: z.int().positive(),
  /** Actively staked cultural NFTs, 1 or more. */
  stakedCount: z.int().positive(),
  /** When the count reached this number. */
  since: z.iso.datetime(),
});
export type CandidateView = z.infer<typeof candidateSchema>;

/** [WRK1] A player among those who contributed to their nation's work. */
const contributorSchema = z.object({
  walletAddress: writtenAddressSchema,
  name: nameSchema.nullable(),
  contributed: resourceUnitsSchema,
  /** Units of all resources together. */
  total: z.int().positive(),
});
export type ContributorView = z.infer<typeof contributorSchema>;

export const nationCall = defineCall({
  name: 'getNation',
  method: 'GET',
  path: '/api/nations/{nationId}',
  summary:
    'One nation: its standing, how many of its cultural NFTs are staked, its president and the next candidates [PRE1], its work and who contributed the most [WRK1].',
  needsSession: false,
  params: z.strictObject({ nationId: nationIdSchema.describe('The nation.') }),
  placed: 'state',
  answers: {
    200: z.object({
      nation: nationSchema,
      standing: standingViewSchema,
      /** The nation's actively staked cultural NFTs. */
      culturalStaked: z.int().nonnegative(),
      /** In the order of [PRE1]: the first is the president. At most 10. */
      candidates: z.array(candidateSchema).max(10),
      /** [WRK1] */
      work: workSchema,
      /** Who contributed the most units, best first, then by address. At most 10. */
      contributors: z.array(contributorSchema).max(10),
    }),
  },
});

/** What a history of the nations can span: ten minutes, a day, a week, or the whole game. */
export const SPANS = ['10m', '24h', '7d', 'all'] as const;
export type Span = (typeof SPANS)[number];

const seriesSchema = z.array(z.int().nonnegative().nullable());

const nationsHistorySchema = z.object({
  span: z.enum(SPANS),
  /** When the first step begins. */
  from: z.iso.datetime(),
  /** The length of a step; each begins at a multiple of a minute or an hour (UTC). */
  stepMs: z.int().positive(),
  /** When the game began: the moment of its first event; null before it. */
  begunAt: z.iso.datetime().nullable(),
  /**
   * Each nation's total in dollars at the end of each step, and now for the last one, which has not
   * ended; null before the first event.
   */
  series: z.object(byNation(() => seriesSchema)),
});
export type NationsHistory = z.infer<typeof nationsHistorySchema>;

export const nationsHistoryCall = defineCall({
  name: 'getNationsHistory',
  method: 'GET',
  path: '/api/nations/history',
  summary:
    'The nations’ totals over time: per minute for `10m` and `24h`, per hour for `7d`; for `all` in at most 1,441 steps.',
  needsSession: false,
  query: z.strictObject({
    span: z.enum(SPANS).default('24h').describe('How far back; `all` is the whole game.'),
  }),
  placed: 'state',
  refusals: ['not-recorded'],
  answers: { 200: nationsHistorySchema },
});
