/**
 * Changes of the rules: which figures may be changed, and within which bounds. Nothing is
 * retroactive: what a stake, a lock or a player got stays as it was told, and what accrued before a
 * change accrued at the old rates.
 */
import { formatCount } from '../values/figures.ts';
import { rulesSchema, type RuleChange, type Rules, type RulesInForce } from '../values/rules.ts';
import { SPECIFIED_RULES } from './specified.ts';

const HOUR_MS = 60 * 60 * 1000;
const YEAR_MS = 365 * 24 * HOUR_MS;

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Says both. */
  readonly sentence: string;
}

const bounds = (min: number, max: number, sentence: string): Bounds => ({ min, max, sentence });

/** Of one figure, or of each of a group. */
const BOUNDS = {
  tradePrices: bounds(1, 1_000_000, 'A price is 1 to 1,000,000 DENA a unit.'),
  tradeStep: bounds(1, 1_000_000, 'A trade’s step is 1 to 1,000,000 units.'),
  tradeMax: bounds(1, 1_000_000, 'A trade’s maximum is 1 to 1,000,000 units.'),
  denaPerDollar: bounds(1, 1_000_000, 'A dollar of GDP takes 1 to 1,000,000 DENA.'),
  startingGdp: bounds(1000, 1_000_000, 'A starting GDP is $1,000 to $1,000,000.'),
  culturalGdpBonus: bounds(1, 1_000_000, 'A cultural NFT adds $1 to $1,000,000.'),
  accrualPerHour: bounds(1, 1_000_000, 'A resource accrues 1 to 1,000,000 units an hour.'),
  accrualCapMs: bounds(HOUR_MS, YEAR_MS, 'Accrual stops after an hour to 365 days.'),
  bonusPercent: bounds(1, 10_000, 'A nation’s bonus is 1 to 10,000 percent.'),
  lockMs: bounds(60_000, YEAR_MS, 'A lock is a minute to 365 days.'),
  maxStakesPerKind: bounds(1, 10_000, 'A wallet has at most 1 to 10,000 stakes of a kind.'),
} as const satisfies Partial<Record<keyof Rules, Bounds>>;

/** Why the rest is what it is for good. */
const FIXED = {
  tokenIds: 'tokenIds are those of the collections’ contracts: they never change.',
  territoryKm2: 'territoryKm2 is the bound of the NFTs’ traits: it never changes.',
  productionHundredths: 'productionHundredths is the bound of the NFTs’ traits: it never changes.',
  maxGdp: 'maxGdp is the largest figure that every client can hold: it never changes.',
  workNeeds: 'workNeeds are what works were begun with: they never change.',
} as const satisfies Record<Exclude<keyof Rules, keyof typeof BOUNDS>, string>;

const BOUNDS_BY_NAME: ReadonlyMap<string, Bounds> = new Map(Object.entries(BOUNDS));

function boundsOf(rule: string): Bounds {
  const [name = ''] = rule.split('.');
  const found = BOUNDS_BY_NAME.get(name);
  if (found) return found;
  throw new Error(`${rule} is no figure of the rules`);
}

/** Each figure that may be changed, by its path, in a fixed order. */
export function figuresOf(rules: Rules): Map<string, number> {
  const values = new Map(Object.entries(rules));
  return new Map(
    [...BOUNDS_BY_NAME.keys()].flatMap((name): [string, number][] => {
      const value = values.get(name);
      if (typeof value === 'number') return [[name, value]];
      return Object.entries(value ?? {}).flatMap(([of, figure]) =>
        typeof figure === 'number' ? [[`${name}.${of}`, figure]] : [],
      );
    }),
  );
}

/** The figures that may be changed, by their paths: `tradePrices.oil`, `lockMs`. */
export const CHANGEABLE: readonly string[] = [...figuresOf(SPECIFIED_RULES).keys()];

/** In the order of `CHANGEABLE`. */
export function changesBetween(before: Rules, after: Rules): RuleChange[] {
  const were = figuresOf(before);
  return [...figuresOf(after)].flatMap(([rule, to]) => {
    const from = were.get(rule) ?? to;
    return from === to ? [] : [{ rule, from, to }];
  });
}

/** @param set figures by their paths, each of them changeable. */
export function rulesWith(rules: Rules, set: Readonly<Record<string, number>>): Rules {
  const next = new Map<string, unknown>(Object.entries(rules));
  for (const [rule, value] of Object.entries(set)) {
    const [name = '', of] = rule.split('.');
    const group = next.get(name);
    next.set(name, of === undefined ? value : { ...Object(group), [of]: value });
  }
  return rulesSchema.parse(Object.fromEntries(next));
}

/** Why a path can't be changed: a sentence; null if it can. */
export function pathObjection(rule: string): string | null {
  if (CHANGEABLE.includes(rule)) return null;
  const [name = ''] = rule.split('.');
  const fixed = Object.entries(FIXED).find(([one]) => one === name);
  if (fixed) return fixed[1];
  const near = CHANGEABLE.filter((one) => one.startsWith(`${name}.`));
  return `${rule} is no figure of the rules. Name one of ${(near.length > 0 ? near : CHANGEABLE).join(', ')}.`;
}

/** Why a figure that may be changed can't be so: a sentence; null if it can. */
export function figureObjection(rule: string, value: number): string | null {
  const { min, max, sentence } = boundsOf(rule);
  return Number.isInteger(value) && value >= min && value <= max ? null : sentence;
}

/** Why these rules can't follow those: a sentence; null if they can. */
export function rulesObjection(before: Rules, after: Rules): string | null {
  const were = new Map(Object.entries(before));
  const are = new Map(Object.entries(after));
  for (const [name, sentence] of Object.entries(FIXED)) {
    if (JSON.stringify(were.get(name)) !== JSON.stringify(are.get(name))) return sentence;
  }
  for (const [rule, value] of figuresOf(after)) {
    const objection = figureObjection(rule, value);
    if (objection) return objection;
  }
  if (after.tradeMax % after.tradeStep !== 0) {
    return `A trade’s maximum is a whole number of steps: ${formatCount(after.tradeMax)} is none of ${formatCount(after.tradeStep)}.`;
  }
  return null;
}

/** The rules in force once others have followed. @param since when, ms since 1970. */
export function followedBy(
  { earlier, accrualPerHour, accrualCapMs, bonusPercent }: RulesInForce,
  next: Rules,
  since: number,
): RulesInForce {
  const last = { accrualPerHour, accrualCapMs, bonusPercent, until: since };
  return { ...next, earlier: [...earlier, last] };
}
