/** What an era's value holds: whether the game is paused, as of which act of an operator. */
import { z } from 'zod';
import type { EraValue, NextEra } from '../era.ts';

const pauseSchema = z.object({
  /** The number of the last act that paused the game or let it go on; 0: none did. */
  act: z.int().default(0),
  /** What players are told; null: the game goes on. */
  paused: z.string().nullable().default(null),
});

export function pauseIn(value: EraValue): z.output<typeof pauseSchema> {
  return pauseSchema.parse(value);
}

/** What an act sets, unless a later one has. @param paused as in `pauseSchema` */
export function pausedBy(act: number, paused: string | null): NextEra {
  return (value) => (pauseIn(value).act < act ? { ...value, act, paused } : null);
}
