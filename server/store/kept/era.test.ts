/** The rules in an era: how acts change and announce them. */
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, NOW } from '../../../common/testing/fixtures.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import type { EraEventDraft } from '../../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../../common/values/week.ts';
import type { EraValue, NextEra } from '../era.ts';
import {
  announcedBegun,
  firstWeekOpened,
  rulesBegun,
  rulesIn,
  rulesInEra,
  rulesSetBy,
} from './era.ts';

/** An era that changes as a store's does. */
function changing() {
  let value: EraValue = {};
  const events: EraEventDraft[] = [];
  return {
    change(next: NextEra) {
      const change = next(value);
      if (!change) return false;
      value = change.value;
      if (change.event) events.push(change.event);
      return true;
    },
    events,
    get oil() {
      return rulesIn(value).tradePrices.oil;
    },
    get rules() {
      return rulesInEra(value);
    },
    get inForce() {
      return rulesIn(value);
    },
  };
}

const oilAt = (number: number, oil: number, from: number | null = null) => ({
  number,
  set: { 'tradePrices.oil': oil },
  from,
});

test('a game begins with the specification’s, once', () => {
  const era = changing();
  expect(era.inForce).toMatchObject(SPECIFIED_RULES);
  expect(era.change(rulesSetBy(oilAt(1, 60), NOW))).toBe(false);
  expect(era.change(rulesBegun(NOW))).toBe(true);
  expect(era.change(rulesBegun(NOW + 1))).toBe(false);
  expect(era.rules?.sets).toEqual([{ since: NOW, rules: SPECIFIED_RULES }]);
});

test('[RUL2] an act changes them once, by a commit that says what has changed', () => {
  const era = changing();
  era.change(rulesBegun(NOW));
  expect(era.change(rulesSetBy(oilAt(3, 60), NOW + DAY_MS))).toBe(true);
  // Another process, or one that read the acts again.
  expect(era.change(rulesSetBy(oilAt(3, 60), NOW + DAY_MS))).toBe(false);
  expect(era.change(rulesSetBy(oilAt(2, 70), NOW + DAY_MS))).toBe(false);
  expect(era.oil).toBe(60);
  expect(era.events).toEqual([
    {
      kind: 'rules-changed',
      at: NOW + DAY_MS,
      rules: { ...SPECIFIED_RULES, tradePrices: { ...SPECIFIED_RULES.tradePrices, oil: 60 } },
      detail: { changed: [{ rule: 'tradePrices.oil', from: 50, to: 60 }] },
    },
  ]);
  expect(era.inForce.earlier).toMatchObject([{ until: NOW + DAY_MS, bonusPercent: 25 }]);
});

test('what an act can’t set, or what is so already, makes no commit', () => {
  const era = changing();
  era.change(rulesBegun(NOW));
  era.change(rulesSetBy(oilAt(1, 50), NOW));
  era.change(rulesSetBy(oilAt(2, 60, NOW + DAY_MS), NOW));
  const announced = era.rules?.announced;
  // The last two as of a newer version.
  const sets: Record<string, number>[] = [
    { tradeMax: 15 },
    { lockMs: 15 },
    { 'workNeeds.0': 15 },
    { 'tradePrices.gold': 9, lockMs: DAY_MS },
  ];
  for (const [n, set] of sets.entries()) {
    era.change(rulesSetBy({ number: 3 + n, set, from: null }, NOW));
    expect(era.rules).toMatchObject({ act: 3 + n, announced });
  }
  expect(announced).toMatchObject({ rules: { tradePrices: { oil: 60 } } });
  // As it is now: nothing is announced any more.
  era.change(rulesSetBy(oilAt(7, 50), NOW));
  expect(era.rules).toMatchObject({ act: 7, announced: null });
  expect([era.events, era.oil]).toEqual([[], 50]);
});

test('announced ones begin at their moment, unless a later act comes before it', () => {
  const era = changing();
  era.change(rulesBegun(NOW));
  era.change(rulesSetBy(oilAt(1, 60, NOW + DAY_MS), NOW));
  expect([era.oil, era.rules?.announced?.since]).toEqual([50, NOW + DAY_MS]);
  expect(era.change(announcedBegun(NOW + HOUR_MS, NOW + HOUR_MS))).toBe(false);
  era.change(rulesSetBy(oilAt(2, 70, NOW + 2 * DAY_MS), NOW + HOUR_MS));
  expect(era.change(announcedBegun(NOW + DAY_MS, NOW + DAY_MS))).toBe(false);
  // The servers were away at the moment.
  const late = NOW + 3 * DAY_MS;
  expect(era.change(announcedBegun(late, late))).toBe(true);
  expect(era.change(announcedBegun(late, late))).toBe(false);
  expect([era.oil, era.rules?.announced]).toEqual([70, null]);
  expect(era.events.map(({ at }) => at)).toEqual([late]);
});

test('rules begin after those that they follow, and in the open week, whatever the clock says', () => {
  const era = changing();
  era.change(rulesBegun(NOW));
  era.change(rulesSetBy(oilAt(1, 60), NOW + DAY_MS));
  era.change(rulesSetBy(oilAt(2, 70), NOW + HOUR_MS));
  expect(era.rules?.sets.map(({ since }) => since)).toEqual([NOW, NOW + DAY_MS, NOW + DAY_MS + 1]);
  const week = weekAt(NOW) + 4;
  era.change(firstWeekOpened(week));
  era.change(rulesSetBy(oilAt(3, 80), NOW + 2 * DAY_MS));
  expect(era.rules?.sets.at(-1)?.since).toBe(weekBegins(week));
});
