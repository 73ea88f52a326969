/** GET /api/events */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { written } from '../values/cultural.ts';
import { EVENT_KINDS, RULES_CHANGED } from '../values/event-kinds.ts';
import { eventDetailSchema, eventKindSchema, type EventKind } from '../values/stored-event.ts';
import { revSchema } from '../values/ids.ts';
import { nameSchema } from '../values/name.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { ruleChangeSchema } from '../values/rules.ts';
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

/** A change of the rules: no player made it. */
export const rulesEventSchema = gameEventSchema.pick({ id: true, at: true }).extend({
  kind: z.literal(RULES_CHANGED),
  detail: z.object({ changed: z.array(ruleChangeSchema) }),
});
type RulesEvent = z.output<typeof rulesEventSchema>;
export type SentRulesEvent = z.input<typeof rulesEventSchema>;

/** Those that players made. */
export function playersEvents(events: readonly (GameEvent | RulesEvent)[]): GameEvent[] {
  return events.filter((event): event is GameEvent => event.kind !== RULES_CHANGED);
}

const PLAYERS_KINDS = EVENT_KINDS.map((kind) => written(kind));

/** A list of events. Those of a kind that it can't have, as of a newer server, are dropped. */
export function eventsOf<Event extends z.ZodType>(
  event: Event,
  kinds: readonly string[] = PLAYERS_KINDS,
) {
  const known: ReadonlySet<unknown> = new Set(kinds);
  const isOfNewerKind = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    'kind' in one &&
    typeof one.kind === 'string' &&
    !known.has(one.kind);
  return z.preprocess(
    (events) => (Array.isArray(events) ? events.filter((one) => !isOfNewerKind(one)) : events),
    z.array(event),
  );
}

/** What `/api/events` lists. */
type ListedKind = EventKind | typeof RULES_CHANGED;

/** `kinds` as it is sent. */
export function kindsText(kinds: readonly ListedKind[]): string {
  return kinds.map((kind) => (kind === RULES_CHANGED ? kind : written(kind))).join(',');
}

const KINDS_ERROR = `kinds names kinds of events, separated by commas, of these: ${kindsText([...EVENT_KINDS, RULES_CHANGED])}.`;
const listedKindSchema = z.union([z.literal(RULES_CHANGED), eventKindSchema]);

/** Each kind once. */
const kindsSchema = z
  .string({ error: KINDS_ERROR })
  .describe('Only events of these kinds, separated by commas.')
  .transform((text, context) => {
    const { data } = z.array(listedKindSchema).safeParse([...new Set(text.split(','))]);
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
  answers: {
    200: eventsOf(z.union([rulesEventSchema, gameEventSchema]), [...PLAYERS_KINDS, RULES_CHANGED]),
  },
});
