/**
 * What every commit leaves behind: a player's event, in the same atomic write as the change; or one
 * of the whole game, which has no wallet.
 */
import { z } from 'zod';
import { denaTextSchema } from './amount.ts';
import { boardRowSchema, type BoardRow } from './board-row.ts';
import { writtenEnum } from './cultural.ts';
import { EVENT_KINDS, RULES_CHANGED } from './event-kinds.ts';
import { instantSchema, revSchema, stakeIdSchema, type Rev } from './ids.ts';
import { resourceTypeSchema } from './resources.ts';
import { ruleChangeSchema, rulesSchema } from './rules.ts';
import { weekId, weekOf } from './week.ts';
import { WORK_STAGES } from './works.ts';

/** Its input is the kind as stored and sent. */
export const eventKindSchema = writtenEnum(EVENT_KINDS);
export type EventKind = z.output<typeof eventKindSchema>;

/** The event's details; which fields are present depends on its kind. */
export const eventDetailSchema = z.object({
  stakeIds: z.array(stakeIdSchema).optional(),
  /** Whole DENA. */
  amount: denaTextSchema.optional(),
  quantity: z.int().optional(),
  resourceType: resourceTypeSchema.optional(),
  /** The block whose balances no longer backed the stakes [CHN1]. */
  block: z.int().nonnegative().optional(),
  /**
   * The stages of the nation's work, from 1, that the commit completed [WRK1]. Only sent, never
   * stored: the process that commits does not know yet what comes before it.
   */
  finished: z.array(z.int().min(1).max(WORK_STAGES)).optional(),
});
export type EventDetail = z.infer<typeof eventDetailSchema>;

/**
 * What the ledger says of a commit beyond the rest of its event (common/ledger/leaf.ts). Never sent
 * to pages.
 */
const eventFactsSchema = z.object({
  /** The player's, after the commit. */
  version: z.int().positive(),
  /** What was read with the row's balance. */
  holdings: z
    .object({
      block: z.int().nonnegative(),
      national: z.int().nonnegative(),
      cultural: z.int().nonnegative(),
    })
    .optional(),
  /** The token of the stake that began, and its traits as they were frozen. */
  token: z
    .object({
      id: z.string().regex(/^[0-9]{1,78}$/),
      territoryKm2: z.int().nonnegative().optional(),
      productionHundredths: z.int().nonnegative().optional(),
      culturalGdpBonus: z.int().nonnegative().optional(),
    })
    .optional(),
  /** The stakes that ended, by the versions of the player that began them. */
  ended: z.array(z.int().positive()).optional(),
  /** How many changes of the rules came before it; absent: none. */
  rules: z.int().positive().optional(),
});
export type EventFacts = z.infer<typeof eventFactsSchema>;

/** An event as a command writes it; the store gives it its rev. It is never written again. */
export const eventDraftSchema = z.object({
  at: instantSchema,
  kind: eventKindSchema,
  /** Dollars; 0 before the player had a nation. */
  gdpBefore: z.int().nonnegative(),
  detail: eventDetailSchema,
  /** The player's row after the commit: it has the wallet, the nation and the new GDP. */
  row: boardRowSchema,
  /**
   * The player's rank after the commit, by the board of the process that committed it: of commits
   * at the same time it may have some and lack others. Null: not known.
   */
  rank: z.int().positive().nullable(),
  facts: eventFactsSchema,
});
export type EventDraft = z.infer<typeof eventDraftSchema>;

/**
 * An event as the store returns it: used by the history, percent changes, the feed and the live
 * stream.
 */
export const storedEventSchema = eventDraftSchema.extend({ rev: revSchema });
export type KnownEvent = z.infer<typeof storedEventSchema>;

/**
 * An event whose kind or detail this version can't read, because a newer version wrote it to the
 * same database: its row counts for the board, but its cause is not sent to anyone.
 */
interface UnknownEvent {
  readonly kind: 'unknown';
  readonly at: number;
  readonly row: BoardRow;
  readonly rev: Rev;
}

export type StoredEvent = KnownEvent | UnknownEvent;

/** A week as its id. */
const weekCodec = z.codec(z.string(), z.int(), {
  decode(id, context) {
    const week = weekOf(id);
    if (week !== null) return week;
    context.issues.push({ code: 'custom', message: 'not a week', input: id });
    return z.NEVER;
  },
  encode: weekId,
});

/** [SEA1] Its moment is the end of the week. */
const weekEndedSchema = z.object({
  at: instantSchema,
  kind: z.literal('week-ended'),
  week: weekCodec,
});

/** Its moment is when the rules began. */
const rulesChangedSchema = z.object({
  at: instantSchema,
  kind: z.literal(RULES_CHANGED),
  rules: rulesSchema,
  detail: z.object({ changed: z.array(ruleChangeSchema) }),
});

/**
 * What holds for every player at once, as a change of era writes it (server/store/era.ts); the
 * store gives it its rev.
 */
export const eraEventDraftSchema = z.discriminatedUnion('kind', [
  weekEndedSchema,
  rulesChangedSchema,
]);
export type EraEventDraft = z.output<typeof eraEventDraftSchema>;
export type EraEventKind = EraEventDraft['kind'];
export type EraEvent = EraEventDraft & { readonly rev: Rev };

export type WeekEnded = Extract<EraEvent, { readonly kind: 'week-ended' }>;
export type RulesChanged = Extract<EraEvent, { readonly kind: 'rules-changed' }>;

/** What a store passes on of each commit. */
export type Commit = StoredEvent | EraEvent;

export function isWeekEnd(commit: Commit): commit is WeekEnded {
  return commit.kind === 'week-ended';
}

export function isRulesChange(commit: Commit): commit is RulesChanged {
  return commit.kind === RULES_CHANGED;
}

export function isOfPlayer(commit: Commit): commit is StoredEvent {
  return 'row' in commit;
}

/** A player's, and all of it can be read. */
export function isKnownEvent(commit: Commit): commit is KnownEvent {
  return isOfPlayer(commit) && commit.kind !== 'unknown';
}
