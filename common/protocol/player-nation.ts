/** GET and POST /api/player-nation */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { resourceUnitsSchema } from '../values/resources.ts';
import { defineCall } from './call.ts';
import { nationSchema } from './nations.ts';

const percentSchema = z.number().nullable();

/**
 * The answer of GET and POST /api/player-nation, and of every call that changes a player but no
 * stake.
 */
export const playerNationSchema = z.object({
  playerNation: z.object({
    walletAddress: writtenAddressSchema,
    nationId: nationIdSchema,
    gdp: z.int().nonnegative(),
    rank: z.int().positive(),
    joinedAt: z.iso.datetime(),
    /** [NAT1] What joining gave, in dollars; production multiplies it. Absent: its nation's. */
    startingGdp: z.int().positive().optional(),
    /** The last verified balance on chain. */
    denaBalance: denaTextSchema,
    /** [DEN1] The part of it that can be staked or spent. */
    denaAvailable: denaTextSchema,
    /** [CHN1] How far the wallet's holdings are verified. */
    holdings: z.object({
      /** The block up to which every transfer of the wallet is processed; 0: none is. */
      block: z.int().nonnegative(),
      /**
       * When that was, by the game's clock; null: never, or unknown, as in a command's recorded
       * answer that a retry receives again.
       */
      verifiedAt: z.iso.datetime().nullable(),
    }),
    /** What the active stakes add up to, and what is spent. */
    totals: z.object({
      /** Whole DENA: actively staked, and spent for good in trades [DEN1]. */
      denaStaked: denaTextSchema,
      denaSpent: denaTextSchema,
      /** km² */
      territoryValue: z.int().nonnegative(),
      /** A factor: 0.25 means +25 % of the starting GDP. */
      productionBonus: z.number().nonnegative(),
      /** Actively staked cultural NFTs: the most win the presidency [PRE1]. */
      culturalCount: z.int().nonnegative(),
    }),
    /** Given to the nation's work, for good [WRK1]. */
    contributed: resourceUnitsSchema,
    /** [PCT1] */
    change24h: z.object({
      gdp: percentSchema,
      denaBalance: percentSchema,
      population: percentSchema,
      rank: percentSchema,
      /** Null if the player had no rank then. */
      rankDayAgo: z.int().positive().nullable(),
    }),
  }),
  nation: nationSchema,
  resources: resourceUnitsSchema.extend({
    /** [ACC1] Units per hour. */
    perHour: z.object({
      wood: z.number(),
      oil: z.number(),
      food: z.number(),
      technology: z.number(),
    }),
    settledAt: z.iso.datetime(),
  }),
});
export type PlayerNationView = z.infer<typeof playerNationSchema>;

export const walletParamsSchema = z.strictObject({
  walletAddress: addressSchema.describe('The player’s wallet.'),
});

export const playerNationCall = defineCall({
  name: 'getPlayerNation',
  method: 'GET',
  path: '/api/player-nation/{walletAddress}',
  summary: 'A player, their nation and resources; 404 for a wallet without a nation.',
  needsSession: false,
  params: walletParamsSchema,
  placed: 'state',
  refusals: ['no-such-player'],
  answers: { 200: playerNationSchema },
});

export const chooseNationCall = defineCall({
  name: 'chooseNation',
  method: 'POST',
  path: '/api/player-nation',
  summary: 'Choose a nation, permanently [NAT3].',
  needsSession: true,
  body: z.strictObject({ walletAddress: addressSchema, nationId: nationIdSchema }),
  placed: 'present',
  refusals: ['nation-chosen-already', 'too-many-joins'],
  answers: { 200: playerNationSchema, 201: playerNationSchema },
});
