/** What is counted of refusals, and when it reaches the store. */
import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import type { Increment } from '../../store/rows.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import { withRows } from '../../test/support/instead.ts';
import { RefusalCounts } from './refusal-counts.ts';

const DAY_MS = 24 * 60 * 60_000;

function counting() {
  let now = Date.parse('2026-11-26T23:59:59Z');
  let isAway = false;
  const stored: Increment[] = [];
  const store = withRows(openMemoryStore(), (rows) => ({
    async increment(asked) {
      if (isAway) throw new StoreUnavailable('away');
      stored.push(asked);
      return rows.increment(asked);
    },
  }));
  const counts = new RefusalCounts(store, () => now);
  return {
    counts,
    stored,
    pass: (ms: number) => (now += ms),
    setAway: (value: boolean) => (isAway = value),
  };
}

test('each wallet’s refusals are added up by day and code, written once, and stored for 14 days', async () => {
  const { counts, stored, pass } = counting();
  for (let n = 0; n < 3; n += 1) counts.add(walletOf(1), 'stake-locked');
  counts.add(walletOf(2), 'stake-locked');
  pass(2000);
  counts.add(walletOf(1), 'stake-locked');
  await counts.flush();
  await counts.flush();
  const orBegin = { ttlMs: 14 * DAY_MS };
  expect(stored).toEqual([
    { key: `${walletOf(1)}:2026-11-26 stake-locked`, by: 3, orBegin },
    { key: `${walletOf(2)}:2026-11-26 stake-locked`, by: 1, orBegin },
    { key: `${walletOf(1)}:2026-11-27 stake-locked`, by: 1, orBegin },
  ]);
});

test('counts are bounded, and those that the store may not have got are not added twice', async () => {
  const { counts, stored, setAway } = counting();
  for (let n = 0; n < 6000; n += 1) counts.add(walletOf(n), 'paused');
  setAway(true);
  await counts.flush();
  setAway(false);
  for (let n = 0; n < 6000; n += 1) counts.add(walletOf(n), 'paused');
  await counts.flush();
  expect(stored).toHaveLength(5000);
});
