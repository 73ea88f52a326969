import { expect, test } from 'vitest';
import { ANNA, BEN, event } from '../testing/event.ts';
import { placesOf } from './live-events.ts';
import { rowMarks } from './row-marks.ts';

test('a row shows its newest action, for ten seconds', () => {
  const events = [
    event(5, 'dena-staked', 500, { rankBefore: 20, rankAfter: 3 }),
    event(4, 'dena-unstaked', -500, { walletAddress: BEN, rankBefore: 2, rankAfter: 9 }),
    event(3, 'dena-staked', 500, { rankBefore: 30, rankAfter: 20 }),
  ];
  const places = (nowMs: number) =>
    [...rowMarks(events, nowMs)].map(([wallet, mark]) => [wallet, placesOf(mark)]);
  expect(places(5000)).toEqual([
    [ANNA, 17],
    [BEN, -7],
  ]);
  expect(places(14_000)).toEqual([[ANNA, 17]]);
  expect(places(15_000)).toEqual([]);
});

test('a player who joined, or whose ranks are unknown, has gained no places', () => {
  const joined = event(1, 'nation-chosen', 18_000, { rankBefore: null, rankAfter: 3 });
  const old = event(1, 'dena-staked', 500, { walletAddress: BEN });
  expect([...rowMarks([joined, old], 2000).values()].map(placesOf)).toEqual([0, 0]);
});
