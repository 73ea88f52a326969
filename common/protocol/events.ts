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
  /** The commit's rev: pass the last one as `before` to fetch the next page. */
  id: revSchema,
  at: z.iso.datetime(),
  kind: eventKindSchema,
  walletAddress: writtenAddressSchema,
  /** The wallet's name at the time. Servers up to version 6 send none. */
  name: nameSchema.nullable().optional(),
  nationId: nationIdSchema,
  gdpBefore: z.int().nonnegative(),
  gdpAfter: z.int().nonnegative(),
  /** The wallet's DENA on chain, as last verified at the time. */
  denaBalance: denaTextSchema,
  detail: eventDetailSchema,
});
export type EventView = z.output<typeof eventViewSchema>;
/** As it is sent. */
export type SentEvent = z.input<typeof eventViewSchema>;

/**
 * Only on an answer that is shorter than `limit` although the history continues: pass this as `before` to
 * read on. It happens to old pages, which are not sent the kinds they don't know, if a long stretch has no
 * others.
 */
export const EVENTS_BEFORE_HEADER = 'X-Events-Before';

export const eventsCall = defineCall({
  method: 'GET',
  path: '/api/events',
  summary: 'The events of a wallet, of a nation or of all, newest first.',
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
