/**
 * The era: what holds for every commit at once, such as whether the game is paused. Each commit is
 * decided under an era, and lands in it or not at all; so of a commit and a change of era everyone
 * knows which came first. A store knows nothing of what an era's value holds; `kept/era.ts` does.
 */
import { z } from 'zod';
import type { EraEventDraft } from '../../common/values/stored-event.ts';
import { fromText, UnreadableDocument } from './documents.ts';

/** By name, as JSON: each thing that holds. */
export type EraValue = Readonly<Record<string, unknown>>;

export interface Era {
  /** Each change adds 1. */
  readonly number: number;
  readonly value: EraValue;
}

/** What a change sets, and the commit that it makes; null: none. */
interface EraChange {
  readonly value: EraValue;
  readonly event: EraEventDraft | null;
}

/**
 * The change of an era, given its value; null if that will do. It may be asked more than once,
 * since others change the era too.
 */
export type NextEra = (value: EraValue) => EraChange | null;

/** The only key of its kind of row. */
export const ERA_KEY = '0';

const valueSchema = z.record(z.string(), z.unknown());

const storedEraSchema = z.object({
  number: z.int(),
  value: valueSchema,
  /** How many commits the changes of eras have made: each is a version of what holds for all. */
  commits: z.int().nonnegative().default(0),
  /** That is under way (mongo/eras.ts); the era ends with it. */
  change: z
    .object({
      id: z.string(),
      value: valueSchema,
      /** As the store keeps it. */
      event: z.record(z.string(), z.unknown()).nullable().default(null),
    })
    .optional(),
});
export type StoredEra = z.output<typeof storedEraSchema>;

/** Of a game in which none was ever changed. */
const FIRST: StoredEra = { number: 0, value: {}, commits: 0 };

export const FIRST_ERA = eraText(FIRST);

/** @param document null: none is stored. @throws UnreadableDocument */
export function storedEra(document: string | null): StoredEra {
  if (document === null) return FIRST;
  const { data, error } = storedEraSchema.safeParse(fromText(document));
  if (data) return data;
  throw new UnreadableDocument('The stored era can’t be read. Restore a backup.', { cause: error });
}

export function eraText(era: StoredEra): string {
  return JSON.stringify(era);
}

/** The era that follows. @param event the commit that the change makes; null: none. */
export function eraAfter({ number, commits }: StoredEra, value: EraValue, event: object | null) {
  return { number: number + 1, value, commits: commits + (event ? 1 : 0) };
}
