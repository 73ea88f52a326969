/**
 * The era: what holds for every commit at once, such as whether the game is paused. Each commit is
 * decided under an era, and lands in it or not at all; so of a commit and a change of era everyone
 * knows which came first. A store knows nothing of what an era's value holds; `kept/era.ts` does.
 */
import { z } from 'zod';

/** By name, as JSON: each thing that holds. */
export type EraValue = Readonly<Record<string, unknown>>;

export interface Era {
  /** Each change adds 1. */
  readonly number: number;
  readonly value: EraValue;
}

/**
 * What the next era's value is, of the present one's; null if that will do. It may be asked more
 * than once, since others change the era too.
 */
export type NextEra = (value: EraValue) => EraValue | null;

/** The only key of its kind of row. */
export const ERA_KEY = '0';

const valueSchema = z.record(z.string(), z.unknown());

const storedEraSchema = z.object({
  number: z.int(),
  value: valueSchema,
  /** That is under way (mongo/eras.ts); the era ends with it. */
  change: z.object({ id: z.string(), value: valueSchema }).optional(),
});
export type StoredEra = z.output<typeof storedEraSchema>;

/** Of a game in which none was ever changed. */
const FIRST: StoredEra = { number: 0, value: {} };

export const FIRST_ERA = eraText(FIRST);

/** @param document null: none is stored. */
export function storedEra(document: string | null): StoredEra {
  return document === null ? FIRST : storedEraSchema.parse(JSON.parse(document));
}

export function eraText(era: StoredEra): string {
  return JSON.stringify(era);
}

/** The era that follows, as it is stored. */
export function nextEraText({ number }: Era, value: EraValue): string {
  return eraText({ number: number + 1, value });
}
