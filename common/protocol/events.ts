/** GET /api/events */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { written } from '../values/cultural.ts';
import { EVENT_KINDS } from '../values/event-kinds.ts';
import { eventDetailSchema, eventKindSchema, type EventKind } from '../values/stored-event.ts';
import { revSchema } from '../values/ids.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { defineCall } from './call.ts';
import { queryInt } from './query.ts';

export const gameEventSchema = z.object({
  /** The commit's rev: pass the last one as `before` to fetch the next page. */
  id: revSchema,
  at: z.iso.datetime(),
  kind: eventKindSchema,
  walletAddress: writtenAddressSchema,
  /** The wallet's name at the time. */
  name: nameSchema.nullable(),
  nationId: nationIdSchema,
  gdpBefore: z.int().nonnegative(),
  gdpAfter: z.int().nonnegative(),
  /** The wallet's DENA on chain, as last verified at the time. */
  denaBalance: denaTextSchema,
  detail: eventDetailSchema,
});
/** What a commit did: the same in lists, in ticks, in the replay and on every screen. */
export type GameEvent = z.output<typeof gameEventSchema>;
/** As it is sent. */
export type SentEvent = z.input<typeof gameEventSchema>;

const KNOWN_KINDS: ReadonlySet<unknown> = new Set(EVENT_KINDS.map((kind) => written(kind)));

/** A list of events. Those of a kind that only a newer server knows are dropped. */
export function eventsOf<Event extends z.ZodType>(event: Event) {
  return z.preprocess(
    (events) => (Array.isArray(events) ? events.filter((one) => !isOfNewerKind(one)) : events),
    z.array(event),
  );
}

function isOfNewerKind(event: unknown): boolean {
  return (
    typeof event === 'object' &&
    event !== null &&
    'kind' in event &&
    typeof event.kind === 'string' &&
    !KNOWN_KINDS.has(event.kind)
  );
}

/** `kinds` as it is sent. */
export function kindsText(kinds: readonly EventKind[]): string {
  return kinds.map((kind) => written(kind)).join(',');
}

const KINDS_ERROR = `kinds names kinds of events, separated by commas, of these: ${kindsText(EVENT_KINDS)}.`;

/** Each kind once. */
const kindsSchema = z
  .string({ error: KINDS_ERROR })
  .describe('Only events of these kinds, separated by commas.')
  .transform((text, context) => {
    const { data } = z.array(eventKindSchema).safeParse([...new Set(text.split(','))]);
    if (data) return data;
    context.addIssue(KINDS_ERROR);
    return z.NEVER;
  });

export const eventsCall = defineCall({
  name: 'getEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'The events of a wallet, of a nation or of all, newest first.',
  needsSession: false,
  query: z.strictObject({
    walletAddress: addressSchema.optional().describe('Only events of this wallet.'),
    nationId: nationIdSchema.optional().describe('Only events of this nation’s players.'),
    kinds: kindsSchema.optional(),
    before: revSchema.optional().describe('Only events before this one.'),
    limit: queryInt('limit', 1, 200).default(50).describe('How many events at most.'),
  }),
  placed: 'state',
  answers: { 200: eventsOf(gameEventSchema) },
});
