/** GET /api/players/{walletAddress}: a player's public profile. */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { eventDetailSchema, eventKindSchema } from '../values/stored-event.ts';
import { stakeIdSchema } from '../values/ids.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { resourceUnitsSchema } from '../values/resources.ts';
import { defineCall } from './call.ts';
import { nationSchema } from './nations.ts';
import { playerNationSchema, walletParamsSchema } from './player-nation.ts';
import { seasonPlaceSchema } from './seasons.ts';

/** The terms of a player's GDP [GDP1], in the order in which a receipt lists them. */
const RECEIPT_TERMS = ['starting', 'national', 'cultural', 'dena'] as const;

/** An active stake's part of a term; figures are per copy, as in the lists of stakes. */
const partSchema = z.object({
  stakeId: stakeIdSchema,
  /** Copies of an NFT. */
  quantity: z.int().positive().optional(),
  /** Per copy of a national NFT: 0.1 means +0.10×. */
  productionBonus: z.number().nonnegative().optional(),
  /** Per copy of a cultural NFT, or of the whole DENA stake, in dollars. */
  gdpBonus: z.int().nonnegative().optional(),
  /** Whole DENA. */
  amount: denaTextSchema.optional(),
  stakedAt: z.iso.datetime(),
  unstakeableAt: z.iso.datetime(),
});

/**
 * [GDP1] Every term is present, even if it is 0, and they add up to `total`, which is the GDP.
 * Dollars.
 */
export const receiptSchema = z.object({
  total: z.int().nonnegative(),
  terms: z.array(
    z.object({
      term: z.enum(RECEIPT_TERMS),
      gdp: z.int().nonnegative(),
      /** Newest first; `starting` has none. */
      parts: z.array(partSchema),
    }),
  ),
});
export type ReceiptView = z.infer<typeof receiptSchema>;

const playerPageSchema = z.object({
  walletAddress: writtenAddressSchema,
  name: nameSchema.nullable(),
  nationId: nationIdSchema,
  nation: nationSchema,
  /** Null until the ranking has the player's first commit. */
  rank: z.int().positive().nullable(),
  gdp: z.int().nonnegative(),
  gdpSince: z.iso.datetime(),
  joinedAt: z.iso.datetime(),
  isPresident: z.boolean(),
  /** [CHN1] As in GET /api/player-nation. */
  holdings: playerNationSchema.shape.playerNation.shape.holdings,
  receipt: receiptSchema,
  /** Given to the nation's work, for good [WRK1]. */
  contributed: resourceUnitsSchema,
  /**
   * The GDP after each commit that changed it, oldest first: at most the last 500.
   */
  history: z
    .array(
      z.object({
        at: z.iso.datetime(),
        gdp: z.int().nonnegative(),
        /** The rank that the commit led to; null if it is unknown. */
        rank: z.int().positive().nullable(),
        /** What it was, as at GET /api/events. */
        kind: eventKindSchema,
        detail: eventDetailSchema,
      }),
    )
    .max(500),
  /**
   * [SEA3] Its places in the last 52 final weeks, newest first. Servers below protocol 14 don't
   * send it.
   */
  seasons: z.array(seasonPlaceSchema).optional(),
});
export type PlayerPageView = z.output<typeof playerPageSchema>;
/** As it is sent. */
export type SentPlayerPage = z.input<typeof playerPageSchema>;

export const playerCall = defineCall({
  name: 'getPlayer',
  method: 'GET',
  path: '/api/players/{walletAddress}',
  summary:
    'A player’s public profile: rank, GDP and its breakdown. 404 for a wallet without a nation.',
  needsSession: false,
  params: walletParamsSchema,
  placed: 'state',
  refusals: ['no-such-player'],
  answers: { 200: playerPageSchema },
});
