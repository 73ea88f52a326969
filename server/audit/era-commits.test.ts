import { expect, test } from 'vitest';
import { rulesWith } from '../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../common/rules/specified.ts';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import type { EraEventDraft, EventDraft } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import type { EraValue, NextEra } from '../store/era.ts';
import { firstWeekOpened, rulesBegun, rulesInEra, rulesSetBy, weekEndedBefore } from '../store/kept/era.ts'; // prettier-ignore
import { joining } from '../store/testing/fixtures.ts';
import { EraCommits } from './era-commits.ts';

const MINUTE = 60_000;
const WEEK = weekAt(NOW);
/** When the rules change again. */
const SECOND = weekBegins(WEEK + 1) + MINUTE;

/**
 * A game that changes its rules twice and ends a week: its commits, and its era after them.
 * @param before what its first player's commit says of changes before it.
 */
function game(before?: number) {
  let value: EraValue = {};
  const took = (next: NextEra): EraEventDraft[] => {
    const change = next(value);
    value = change?.value ?? value;
    return change?.event ? [change.event] : [];
  };
  const act = (number: number, set: Record<string, number>, now: number) =>
    took(rulesSetBy({ number, set, from: null }, now));
  const joined = (n: number, at: number, rules?: number): EventDraft => {
    const { event } = joining(walletOf(n), 'usa', at);
    return { ...event, facts: { ...event.facts, rules } };
  };
  took(rulesBegun(NOW - 1));
  took(firstWeekOpened(WEEK));
  const commits = [
    ...act(1, { 'tradePrices.oil': 60 }, NOW),
    joined(1, NOW, before),
    ...took(weekEndedBefore(WEEK + 1)),
    ...act(2, { lockMs: MINUTE, 'tradePrices.oil': 70 }, SECOND),
    joined(2, weekBegins(WEEK + 1), 2),
  ];
  return { commits, value };
}

type Game = ReturnType<typeof game>;

/** The differences. */
function found({ commits, value }: Game, count = 3): string[] {
  const differences: string[] = [];
  const checked = new EraCommits((of) => (what) => void differences.push(`${of}: ${what}`));
  for (const commit of commits) checked.take({ ...commit, rev: REV_ZERO });
  checked.compare({ number: 9, value, commits: count });
  return differences;
}

test('changes of the rules and ends of weeks follow each other, as the era has them', () => {
  expect(found(game(1))).toEqual([]);
  expect(found({ commits: [], value: {} }, 0)).toEqual([]);
  expect(found(game(1), 4)).toEqual(['the era: it counts 4 commits of its own, there are 3']);
});

/** Edits the second change. */
const changing =
  (edit: (change: Extract<EraEventDraft, { kind: 'rules-changed' }>) => object) =>
  ({ commits, value }: Game): Game => ({
    commits: commits.map((one, i) =>
      i === 3 && one.kind === 'rules-changed' ? { ...one, ...edit(one) } : one,
    ),
    value,
  });

/** Edits the sets of the era. */
const storing =
  (edit: (sets: { since: number; rules: object }[]) => object[]) =>
  ({ commits, value }: Game): Game => {
    const rules = rulesInEra(value);
    return { commits, value: { ...value, rules: { ...rules, sets: edit(rules?.sets ?? []) } } };
  };

const THEIRS = 'the rules: their change of 2026-01-05T00:01:00.000Z';
const DIFFERS = 'the rules: their change 2 differs: the stored era has';
const ONE = 'one of 2026-01-05T00:01:00.000Z';

test.each<[what: string, edit: (of: Game) => Game, says: string[]]>([
  [
    'rules beyond their bounds',
    changing(({ rules }) => ({ rules: { ...rules, lockMs: 1 } })),
    [`${THEIRS} can’t follow. A lock is a minute to 365 days.`, `${THEIRS} does not say what it changed`, `${DIFFERS} ${ONE}, the commits ${ONE}`], // prettier-ignore
  ],
  [
    'another change than it says',
    changing(() => ({ detail: { changed: [{ rule: 'tradePrices.oil', from: 50, to: 70 }] } })),
    [`${THEIRS} does not say what it changed`],
  ],
  [
    'a change of nothing',
    ({ commits, value }) => {
      const [first] = commits;
      if (!first) throw new Error('it is there');
      return { commits: commits.toSpliced(3, 1, { ...first, at: SECOND }), value };
    },
    [`${THEIRS} changes nothing`, `${THEIRS} does not say what it changed`, `${DIFFERS} ${ONE}, the commits ${ONE}`], // prettier-ignore
  ],
  [
    'a moment before the last one',
    changing(() => ({ at: NOW - 1 })),
    [
      'the rules: their change of 2025-12-31T23:59:59.999Z follows that of 2026-01-01T00:00:00.000Z',
      `${DIFFERS} ${ONE}, the commits one of 2025-12-31T23:59:59.999Z`,
    ],
  ],
  ['a set that is gone', storing((sets) => sets.slice(0, 2)), [`${DIFFERS} none, the commits ${ONE}`]], // prettier-ignore
  [
    'a set that nobody made',
    storing((sets) => [...sets, { ...sets[2], since: NOW + 2 * MINUTE }]),
    ['the rules: their change 3 differs: the stored era has one of 2026-01-01T00:02:00.000Z, the commits none'], // prettier-ignore
  ],
  [
    'other rules at the beginning',
    storing(([_first, ...sets]) => [{ since: NOW, rules: rulesWith(SPECIFIED_RULES, { lockMs: MINUTE }) }, ...sets]), // prettier-ignore
    ['the rules: the stored era says that the game began by others than the specification’s'],
  ],
  [
    'a commit that was decided by rules before',
    () => game(),
    [`${walletOf(1)}: a commit of 2026-01-01T00:00:00.000Z counts 0 changes of the rules before it, there were 1`], // prettier-ignore
  ],
])('finds %s', (_, edit, says) => {
  expect(found(edit(game(1)))).toEqual(says);
});
