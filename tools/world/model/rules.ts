/**
 * The rules' figures that operators may change, by the names that acts and events give them: the
 * model's own, copied by hand from RULES.md, and what a change makes of them.
 */
import type { NationId, ResourceType } from './facts.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

type Name =
  | `${'tradePrices' | 'accrualPerHour'}.${ResourceType}`
  | `${'startingGdp' | 'culturalGdpBonus'}.${NationId}`
  | 'tradeStep'
  | 'tradeMax'
  | 'denaPerDollar'
  | 'accrualCapMs'
  | 'bonusPercent'
  | 'lockMs'
  | 'maxStakesPerKind';
export type Figures = Readonly<Record<Name, number>>;

/** With which every game begins. */
export const SPECIFIED: Figures = {
  'tradePrices.wood': 10,
  'tradePrices.oil': 50,
  'tradePrices.food': 20,
  'tradePrices.technology': 100,
  tradeStep: 10,
  tradeMax: 1000,
  denaPerDollar: 10,
  'startingGdp.usa': 25_000,
  'startingGdp.italy': 18_000,
  'startingGdp.argentina': 15_000,
  'startingGdp.china': 22_000,
  'culturalGdpBonus.usa': 1500,
  'culturalGdpBonus.italy': 1200,
  'culturalGdpBonus.argentina': 1000,
  'culturalGdpBonus.china': 1300,
  'accrualPerHour.wood': 6,
  'accrualPerHour.oil': 2,
  'accrualPerHour.food': 4,
  'accrualPerHour.technology': 1,
  accrualCapMs: 7 * DAY_MS,
  bonusPercent: 25,
  lockMs: 7 * DAY_MS,
  maxStakesPerKind: 500,
};

/** Of one figure, or of each of a group. */
const BOUNDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  tradePrices: [1, 1_000_000],
  tradeStep: [1, 1_000_000],
  tradeMax: [1, 1_000_000],
  denaPerDollar: [1, 1_000_000],
  startingGdp: [1000, 1_000_000],
  culturalGdpBonus: [1, 1_000_000],
  accrualPerHour: [1, 1_000_000],
  accrualCapMs: [HOUR_MS, 365 * DAY_MS],
  bonusPercent: [1, 10_000],
  lockMs: [60_000, 365 * DAY_MS],
  maxStakesPerKind: [1, 10_000],
};

/** Figures by their names, as an act sets them. */
export type Set = Readonly<Record<string, number>>;

/** Null: they can't be set. */
export function figuresWith(figures: Figures, set: Set): Figures | null {
  const isKnown = Object.entries(set).every(([name, value]) => {
    const [least, most] = BOUNDS[name.split('.')[0] ?? ''] ?? [0, 0];
    return name in SPECIFIED && value >= least && value <= most;
  });
  const next = { ...figures, ...set };
  return isKnown && next.tradeMax % next.tradeStep === 0 ? next : null;
}

export function isSame(one: Set, other: Set): boolean {
  return differing(one, other).length === 0;
}

interface Changed {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
}

/** In any order. */
export function differing(were: Set, after: Set): Changed[] {
  return Object.entries(after).flatMap(([rule, to]) => {
    const from = were[rule] ?? 0;
    return from === to ? [] : [{ rule, from, to }];
  });
}

/** The figures in force, and those before them, oldest first. */
export interface InForce {
  readonly figures: Figures;
  readonly earlier: readonly { readonly figures: Figures; readonly until: number }[];
}

export const BEGINNING: InForce = { figures: SPECIFIED, earlier: [] };

/** @param since when the new ones began. */
export function followed({ figures, earlier }: InForce, next: Figures, since: number): InForce {
  return { figures: next, earlier: [...earlier, { figures, until: since }] };
}

/** Those of answers, where figures are in groups. */
export function figuresIn(groups: object): Set {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, value]: [string, unknown]): [string, number][] =>
      typeof value === 'number'
        ? [[name, value]]
        : Object.entries(Object(value)).map(([of, figure]) => [`${name}.${of}`, Number(figure)]),
    ),
  );
}
