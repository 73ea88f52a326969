/**
 * What an era's value holds: whether the game is paused, as of which act of an operator, which week
 * is open, and the rules.
 */
import { z } from 'zod';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { rulesSchema, type Rules } from '../../../common/values/rules.ts';
import { weekBegins } from '../../../common/values/week.ts';
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
  return (value) =>
    pauseIn(value).act < act ? { value: { ...value, act, paused }, event: null } : null;
}

const weeksSchema = z.object({
  /** [SEA1] The first week of the game that ends by a commit of its own. */
  first: z.int(),
  /** The week for which commits count now. */
  open: z.int(),
});

const withWeeksSchema = z.object({ weeks: weeksSchema.nullable().default(null) });

/** Null: none is open, before a player joins, or after an upgrade. */
export function weeksIn(value: EraValue): z.output<typeof weeksSchema> | null {
  return withWeeksSchema.parse(value).weeks;
}

/** Opens a game's first week, unless one is open. */
export function firstWeekOpened(week: number): NextEra {
  return (value) =>
    weeksIn(value)
      ? null
      : { value: { ...value, weeks: { first: week, open: week } }, event: null };
}

/** Leaves no week open, if the open one is before the given one: nobody has joined in it. */
export function noWeekBefore(week: number): NextEra {
  return (value) =>
    (weeksIn(value)?.open ?? week) < week
      ? { value: { ...value, weeks: null }, event: null }
      : null;
}

/** [SEA1] Ends the open week, if it is before the given one. */
export function weekEndedBefore(week: number): NextEra {
  return (value) => {
    const weeks = weeksIn(value);
    if (!weeks || weeks.open >= week) return null;
    const { open } = weeks;
    return {
      value: { ...value, weeks: { ...weeks, open: open + 1 } },
      event: { kind: 'week-ended', week: open, at: weekBegins(open + 1) },
    };
  };
}

const withRulesSchema = z.object({ rules: rulesSchema.default(SPECIFIED_RULES) });

/** By which commands of an era are decided. */
export function rulesIn(value: EraValue): Rules {
  return withRulesSchema.parse(value).rules;
}
