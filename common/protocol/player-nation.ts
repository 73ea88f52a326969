/** GET and POST /api/player-nation */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { resourceUnitsSchema } from '../values/resources.ts';
import { defineCall } from './call.ts';
import { nationSchema } from './nations.ts';

const percentSchema = z.number().nullable();

/** What GET and POST /api/player-nation answer, and everything that changes a player but no stake. */
export const playerNationSchema = z.object({
  playerNation: z.object({
    walletAddress: writtenAddressSchema,
    nationId: nationIdSchema,
    gdp: z.int().nonnegative(),
    rank: z.int().positive(),
    joinedAt: z.iso.datetime(),
    /** The last verified balance on chain. */
    denaBalance: denaTextSchema,
    /** [DEN1] What of it can be staked or spent. */
    denaAvailable: denaTextSchema,
    /**
     * [CHN1] How far the wallet's holdings are verified. Servers of earlier versions leave it out.
     */
    holdings: z
      .object({
        /** The block up to which every transfer of the wallet is dealt with; 0: none is. */
        block: z.int().nonnegative(),
        /**
         * When that was, by the game's clock; null: never, or not known, as in a command's answer that a retry
         * gets again.
         */
        verifiedAt: z.iso.datetime().nullable(),
      })
      .optional(),
    /** What the active stakes add up to, and what is spent. Servers up to version 7 leave it out. */
    totals: z
      .object({
        /** Whole DENA that is actively staked, and that trades have spent for good [DEN1]. */
        denaStaked: denaTextSchema,
        denaSpent: denaTextSchema,
        /** km² */
        territoryValue: z.int().nonnegative(),
        /** A factor: 0.25 stands for +25 % of the starting GDP. */
        productionBonus: z.number().nonnegative(),
        /** Cultural NFTs actively staked: what a presidency is won by [PRE1]. */
        culturalCount: z.int().nonnegative(),
      })
      .optional(),
    /** [PCT1] */
    change24h: z.object({
      gdp: percentSchema,
      denaBalance: percentSchema,
      population: percentSchema,
      rank: percentSchema,
      /** Null without a rank then. Servers up to version 7 leave it out. */
      rankDayAgo: z.int().positive().nullable().optional(),
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

export const walletParamsSchema = z.strictObject({ walletAddress: addressSchema });

export const playerNationCall = defineCall({
  method: 'GET',
  path: '/api/player-nation/{walletAddress}',
  summary: 'A player, their nation and resources; 404 for a wallet that has chosen none.',
  needsSession: false,
  params: walletParamsSchema,
  placed: 'state',
  answers: { 200: playerNationSchema },
});

export const chooseNationCall = defineCall({
  method: 'POST',
  path: '/api/player-nation',
  summary: 'Choose a nation, for good [NAT3].',
  needsSession: true,
  body: z.strictObject({ walletAddress: addressSchema, nationId: nationIdSchema }),
  placed: 'present',
  answers: { 200: playerNationSchema, 201: playerNationSchema },
});
