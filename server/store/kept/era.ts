/**
 * What an era's value holds: whether the game is paused, as of which act of an operator, which week
 * is open, and the rules.
 */
import { z } from 'zod';
import {
  changesBetween,
  followedBy,
  pathObjection,
  rulesObjection,
  rulesWith,
} from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { rulesSchema, type Rules, type RulesInForce } from '../../../common/values/rules.ts';
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

const rulesSinceSchema = z.object({
  /** Ms since 1970. */
  since: z.int(),
  rules: rulesSchema,
});

const rulesInEraSchema = z.object({
  /** All that were ever in force, oldest first: the first ones since the game began. */
  sets: z.array(rulesSinceSchema).min(1),
  /** Those that follow at a moment, by an act. */
  announced: rulesSinceSchema.nullable(),
  /** The number of the last act that changed or announced rules; 0: none did. */
  act: z.int(),
});
export type RulesInEra = z.output<typeof rulesInEraSchema>;

const withRulesSchema = z.object({ rules: rulesInEraSchema.nullable().default(null) });

/** Null: no process has noted yet by which rules the game began, which are the specification's. */
export function rulesInEra(value: EraValue): RulesInEra | null {
  return withRulesSchema.parse(value).rules;
}

const inForce = new WeakMap<EraValue, RulesInForce>();

/** By which commands of an era are decided. */
export function rulesIn(value: EraValue): RulesInForce {
  const known = inForce.get(value) ?? rulesOf(rulesInEra(value)?.sets ?? []);
  inForce.set(value, known);
  return known;
}

function rulesOf([first, ...others]: RulesInEra['sets']): RulesInForce {
  const begun = { ...(first?.rules ?? SPECIFIED_RULES), earlier: [] };
  return others.reduce<RulesInForce>(
    (before, { rules, since }) => followedBy(before, rules, since),
    begun,
  );
}

/** Notes by which rules a game began, unless that is noted. */
export function rulesBegun(since: number): NextEra {
  return (value) => {
    if (rulesInEra(value)) return null;
    const rules: RulesInEra = {
      sets: [{ since, rules: SPECIFIED_RULES }],
      announced: null,
      act: 0,
    };
    return { value: { ...value, rules }, event: null };
  };
}

/** What an act sets of the rules, and from when on; null: at once. */
export interface RulesAct {
  readonly number: number;
  readonly set: Readonly<Record<string, number>>;
  readonly from: number | null;
}

/**
 * Rules that an act sets, unless a later one has: they are in force from now on, or are announced
 * instead of what was, even if their moment has passed. What an act can't set of the rules as they
 * are by now changes nothing.
 */
export function rulesSetBy({ number, set, from }: RulesAct, now: number): NextEra {
  return (value) => {
    const before = rulesInEra(value);
    const last = before?.sets.at(-1);
    if (!before || !last || before.act >= number) return null;
    // A newer version may know more figures.
    const isKnown = Object.keys(set).every((rule) => pathObjection(rule) === null);
    const rules = isKnown ? rulesWith(last.rules, set) : null;
    const unchanged = (rulesNow: RulesInEra) => ({
      value: { ...value, rules: rulesNow },
      event: null,
    });
    if (!rules || rulesObjection(last.rules, rules)) return unchanged({ ...before, act: number });
    const acted = { ...before, act: number, announced: null };
    if (changesBetween(last.rules, rules).length === 0) return unchanged(acted);
    if (from === null) return begunIn(value, acted, rules, now);
    return unchanged({ ...acted, announced: { since: from, rules } });
  };
}

/** Announced rules begin now, if they were due by a moment. */
export function announcedBegun(due: number, now: number): NextEra {
  return (value) => {
    const before = rulesInEra(value);
    if (!before?.announced || before.announced.since > due) return null;
    return begunIn(value, { ...before, announced: null }, before.announced.rules, now);
  };
}

function begunIn(value: EraValue, before: RulesInEra, rules: Rules, now: number) {
  const last = before.sets.at(-1);
  const weeks = weeksIn(value);
  // The store's clock may be set back, or behind the one by which the last week ended.
  const since = Math.max(now, (last?.since ?? 0) + 1, weeks ? weekBegins(weeks.open) : 0);
  const detail = { changed: changesBetween(last?.rules ?? rules, rules) };
  return {
    value: { ...value, rules: { ...before, sets: [...before.sets, { since, rules }] } },
    event: { kind: 'rules-changed', at: since, rules, detail },
  } as const;
}
