/** GET /api/events */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { eventDetailSchema, eventKindSchema } from '../values/game-event.ts';
import { revSchema } from '../values/ids.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { defineCall } from './call.ts';
import { queryInt } from './query.ts';

export const eventViewSchema = z.object({
  /** The commit's rev: pass the last one as `before` to read on. */
  id: revSchema,
  at: z.iso.datetime(),
  kind: eventKindSchema,
  walletAddress: writtenAddressSchema,
  /** The wallet's name when it happened. Servers up to version 6 send none. */
  name: nameSchema.nullable().optional(),
  nationId: nationIdSchema,
  gdpBefore: z.int().nonnegative(),
  gdpAfter: z.int().nonnegative(),
  /** The wallet's DENA on chain, as last verified when it happened. */
  denaBalance: denaTextSchema,
  detail: eventDetailSchema,
});
export type EventView = z.output<typeof eventViewSchema>;
/** As it is sent. */
export type SentEvent = z.input<typeof eventViewSchema>;

/**
 * Only on an answer that is shorter than `limit` though the history goes on: what to pass as `before`
 * to read on. That is so for an old page, which is not sent the kinds that it doesn't know, where there
 * is nothing else for a long stretch.
 */
export const EVENTS_BEFORE_HEADER = 'X-Events-Before';

export const eventsCall = defineCall({
  method: 'GET',
  path: '/api/events',
  summary: 'What happened, newest first: of a wallet, of a nation or of all.',
  needsSession: false,
  query: z.strictObject({
    walletAddress: addressSchema.optional(),
    nationId: nationIdSchema.optional(),
    before: revSchema.optional(),
    limit: queryInt('limit', 1, 200).default(50),
  }),
  placed: 'state',
  answers: { 200: z.array(eventViewSchema) },
});
