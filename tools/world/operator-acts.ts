/** What operators set of the rules in a simulated game, drawn from a random stream. */
import { NATION_IDS, RESOURCES } from './model/facts.ts';
import type { Set } from './model/rules.ts';
import { between, pick, type Random } from './random.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** So that players go on playing: most have what they need, and few stakes are locked for good. */
const CHOICES: readonly (readonly [string, readonly number[]])[] = [
  ['tradePrices', [1, 5, 33, 60, 150]],
  ['tradeStep', [1, 5, 10, 20]],
  ['tradeMax', [500, 1000, 2000]],
  ['denaPerDollar', [1, 3, 7, 25]],
  ['startingGdp', [1000, 9999, 40_000, 1_000_000]],
  ['culturalGdpBonus', [1, 777, 5000]],
  ['accrualPerHour', [1, 7, 50]],
  ['accrualCapMs', [HOUR_MS, 2 * DAY_MS + 1, 30 * DAY_MS, 365 * DAY_MS]],
  ['bonusPercent', [1, 33, 150, 10_000]],
  ['lockMs', [60_000, HOUR_MS, 3 * DAY_MS, 10 * DAY_MS]],
  ['maxStakesPerKind', [4, 20, 500]],
];

/** What a version may not know, or can't be. */
const IMPOSSIBLE: readonly Set[] = [
  { tradeStep: 7 },
  { lockMs: 59_999 },
  { bonusPercent: 10_001 },
  { 'tokenIds.usa': 9 },
  { workNeeds: 9 },
  { 'tradePrices.gold': 9, 'tradePrices.oil': 9 },
  { tradePrices: 9 },
];

const OF_NATIONS: ReadonlySet<string> = new Set(['startingGdp', 'culturalGdpBonus']);
const OF_RESOURCES: ReadonlySet<string> = new Set(['tradePrices', 'accrualPerHour']);

function drawn(random: Random): Set {
  const [name, values] = pick(random, CHOICES);
  const value = pick(random, values);
  if (OF_NATIONS.has(name)) return { [`${name}.${pick(random, NATION_IDS)}`]: value };
  if (OF_RESOURCES.has(name)) return { [`${name}.${pick(random, RESOURCES)}`]: value };
  return { [name]: value };
}

/** @param now by the clock that processes share. */
export function randomAct(random: Random, now: number) {
  const isImpossible = random() < 0.1;
  const sets = Array.from({ length: between(random, 1, 4) }, () => drawn(random));
  const set: Set = isImpossible ? pick(random, IMPOSSIBLE) : Object.assign({}, ...sets);
  const when = random();
  const fromMs =
    when < 0.45
      ? null
      : when < 0.8
        ? between(random, 100, 5000)
        : when < 0.95
          ? between(random, 5000, 6 * DAY_MS)
          : 400 * DAY_MS;
  return { at: now, set, from: fromMs === null ? null : now + fromMs };
}
