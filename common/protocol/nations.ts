/** GET /api/nations, and how the nations stand against each other. */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { defineCall } from './call.ts';

/** SPEC.md §3, Nation. */
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
  method: 'GET',
  path: '/api/nations',
  summary: 'The nations one can choose from.',
  needsSession: false,
  answers: { 200: z.array(nationSchema) },
});

/** By how many dollars a nation's total has changed in 10 minutes, an hour and a day; null: not known. */
const changeSchema = z.object({
  m10: z.int().nullable(),
  h1: z.int().nullable(),
  h24: z.int().nullable(),
});

/** How a nation stands: by its total, then by its id. Dollars. */
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
  /** What it lacks to the total of the nation before it; null for the first. */
  gapToNext: z.int().nonnegative().nullable(),
  change: changeSchema,
});
export type NationStanding = z.infer<typeof standingViewSchema>;

export const standingsCall = defineCall({
  method: 'GET',
  path: '/api/nations/standings',
  summary: 'How the nations stand, best first.',
  needsSession: false,
  placed: 'state',
  answers: { 200: z.array(standingViewSchema) },
});

/** One who has works of art staked: who stands for president [PRE1]. */
const candidateSchema = z.object({
  walletAddress: writtenAddressSchema,
  name: nameSchema.nullable(),
  /** Among all players. */
  rank: z.int().positive(),
  /** Cultural NFTs actively staked, 1 or more. */
  stakedCount: z.int().positive(),
  /** Since when it is that many. */
  since: z.iso.datetime(),
});
export type CandidateView = z.infer<typeof candidateSchema>;

export const nationCall = defineCall({
  method: 'GET',
  path: '/api/nations/{nationId}',
  summary:
    'One nation: how it stands, how many of its works of art are staked, and who presides and who is next [PRE1].',
  needsSession: false,
  params: z.strictObject({ nationId: nationIdSchema }),
  placed: 'state',
  answers: {
    200: z.object({
      nation: nationSchema,
      standing: standingViewSchema,
      /** Cultural NFTs of the nation that are actively staked. */
      culturalStaked: z.int().nonnegative(),
      /** By [PRE1]: the first is the president. At most 10. */
      candidates: z.array(candidateSchema).max(10),
    }),
  },
});
