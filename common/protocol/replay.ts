/** GET /api/replay: a stretch of the past, commit by commit. */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { eventKindSchema } from '../values/stored-event.ts';
import { byNation } from '../values/nations.ts';
import { orderSchema } from '../values/order.ts';
import { defineCall } from './call.ts';
import { gameEventSchema } from './events.ts';
import { leaderboardEntrySchema } from './leaderboard.ts';
import { queryInstant } from './query.ts';

/** The longest stretch that one replay spans. */
const REPLAY_MS = 24 * 60 * 60_000;
/** Events per page. */
export const REPLAY_EVENTS = 500;

const candidatesSchema = z.object({
  /** At most 100, in the order of [PRE1]. */
  first: z.array(
    z.object({
      walletAddress: writtenAddressSchema,
      stakedCount: z.int().positive(),
      culturalOrder: orderSchema,
    }),
  ),
  /** False if there are more. */
  areAll: z.boolean(),
});

const totalSchema = z.object({ gdp: z.int().nonnegative(), players: z.int().nonnegative() });

/** The ranking right after the commits up to `at`: replaces what came of earlier pages. */
const replaySnapshotSchema = z.object({
  at: z.iso.datetime(),
  /** The first rows, at most 1000. */
  rows: z.array(leaderboardEntrySchema),
  /** How many there are. */
  count: z.int().nonnegative(),
  candidates: z.object(byNation(() => candidatesSchema)),
  /** The nations' totals. */
  totals: z.object(byNation(() => totalSchema)),
});
export type ReplaySnapshot = z.infer<typeof replaySnapshotSchema>;

/** An event, with what it makes of its player's row. */
const replayEventSchema = gameEventSchema.extend({
  /** Null: a kind that this server does not know: a newer one wrote it to the same database. */
  kind: eventKindSchema.nullable(),
  ...leaderboardEntrySchema.pick({ gdpSince: true, denaHoldings: true, resources: true }).shape,
  gdpOrder: orderSchema,
  culturalOrder: orderSchema,
  /** [PRE1] The player's actively staked cultural NFTs. */
  stakedCount: z.int().nonnegative(),
});
export type ReplayEvent = z.output<typeof replayEventSchema>;
/** As it is sent. */
export type SentReplayEvent = z.input<typeof replayEventSchema>;

/** Where a page begins; opaque to clients. */
const CURSOR = /^[0-9]{1,15}-[0-9a-f]{16}(-[0-9]{1,15})?$/;

export const replayCall = defineCall({
  name: 'getReplay',
  method: 'GET',
  path: '/api/replay',
  summary:
    'The events after `from` and up to `to`, at most a day apart, oldest first, 500 a page; the first page begins with the ranking at `from` [PRO33].',
  needsSession: false,
  query: z
    .strictObject({
      from: queryInstant('from').describe('Only events after this moment.'),
      to: queryInstant('to').describe('The last moment.'),
      cursor: z
        .string()
        .regex(CURSOR, { error: 'cursor is the next of the page before.' })
        .optional()
        .describe('The `next` of the page before.'),
    })
    .refine(({ from, to }) => from <= to && to - from <= REPLAY_MS, {
      error: 'to is not before from, and at most 24 hours after it.',
    }),
  placed: 'state',
  isTagged: true,
  refusals: ['before-the-game', 'not-recorded'],
  answers: {
    200: z.object({
      snapshot: replaySnapshotSchema.nullable(),
      events: z.array(replayEventSchema).max(REPLAY_EVENTS),
      next: z.string().nullable(),
    }),
  },
});
