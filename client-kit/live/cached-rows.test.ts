import { expect, test } from 'vitest';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { address } from '../../common/values/address.ts';
import { rowDigest } from '../../common/values/board-digest.ts';
import { testRow } from '../../common/testing/row.ts';
import { nextTask } from '../api/next-task.ts';
import { hashAhead, cachedRow, rankedRows } from './cached-rows.ts';

const entry = (name: string | null, denaHoldings = '5') =>
  testRow({ walletAddress: address(`0x${'1'.repeat(40)}`), name, denaHoldings });
const row = (name: string | null) => cachedRow(entry(name));

test('a row with the same content stays the same object, and one with another name does not', () => {
  const before = [row('marco.eth')];
  expect(rankedRows([row('marco.eth')], before, {})).toBe(before);
  expect(rankedRows([row(null)], before, {})[0]?.entry.name).toBe(null);
});

const wood = { wood: 1, oil: 0, food: 0, technology: 0 };

test.each<[string, Partial<LeaderboardEntry>]>([
  ['name', { name: 'polo.eth' }],
  ['GDP', { gdp: 1 }],
  ['order', { gdpOrder: 1 }],
  ['moment', { gdpSince: '2026-02-03T00:00:00.000Z' }],
  ['order as a candidate', { culturalOrder: 1 }],
  ['balance', { denaHoldings: '6' }],
  ['nation', { nationId: 'china' }],
  ['stock of wood', { resources: wood }],
])('a row with another %s is shown, and its hash is right', (_, change) => {
  const before = row('marco.eth');
  const [shown] = rankedRows([cachedRow({ ...before.entry, ...change }, before)], [before], {});
  expect(shown?.entry).toEqual({ ...before.entry, ...change });
  expect(shown?.digest()).toEqual(rowDigest({ ...before.entry, ...change }));
});

test('[DIG1] a row is hashed once, and again only if what the digest covers has changed', () => {
  const before = row('marco.eth');
  const renamed = cachedRow(entry(null), before);
  expect(renamed.digest()).toBe(before.digest());
  expect(before.digest()).toEqual(rowDigest(before.entry));
  const richer = cachedRow(entry('marco.eth', '6'), before);
  expect(richer.digest()).toEqual(rowDigest(richer.entry));
  expect(richer.digest()).not.toEqual(before.digest());
});

test('[DIG1] a whole list is hashed ahead in many tasks, and not again by the rows that hold it', async () => {
  const entries = Array.from({ length: 1000 }, (_, i) => entry(null, String(i)));
  const state = { isHashed: false };
  const rows = entries.map((one) => cachedRow(one));
  const hashing = hashAhead(rows).then(() => (state.isHashed = true));
  let others = 0;
  for (; !state.isHashed; others += 1) await nextTask();
  await hashing;
  expect(others).toBeGreaterThanOrEqual(20);
  const [first = entry(null)] = entries;
  expect(cachedRow(first).digest()).toBe(cachedRow(first).digest());
});
