/** What is counted of refusals, and when it reaches the store. */
import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { StoreUnavailable, type RefusalCount } from '../../store/store.ts';
import { RefusalCounts } from './refusal-counts.ts';

const DAY_MS = 24 * 60 * 60_000;

function counting() {
  let now = Date.parse('2026-11-26T23:59:59Z');
  let isAway = false;
  const stored: RefusalCount[][] = [];
  const counts = new RefusalCounts(
    {
      async countRefusals(some) {
        if (isAway) throw new StoreUnavailable('away');
        stored.push(some.map((one) => ({ ...one })));
      },
    },
    () => now,
  );
  return {
    counts,
    stored,
    pass: (ms: number) => (now += ms),
    setAway: (value: boolean) => (isAway = value),
    now: () => now,
  };
}

test('each wallet’s refusals are added up by day and code, written once, and kept for 14 days', async () => {
  const { counts, stored, pass, now } = counting();
  const at = now();
  for (let n = 0; n < 3; n += 1) counts.add(walletOf(1), 'stake-locked');
  counts.add(walletOf(2), 'stake-locked');
  pass(2000);
  counts.add(walletOf(1), 'stake-locked');
  await counts.flush();
  await counts.flush();
  const expiresAt = at + 14 * DAY_MS;
  expect(stored).toEqual([
    [
      { wallet: walletOf(1), what: '2026-11-26 stake-locked', count: 3, expiresAt },
      { wallet: walletOf(2), what: '2026-11-26 stake-locked', count: 1, expiresAt },
      {
        wallet: walletOf(1),
        what: '2026-11-27 stake-locked',
        count: 1,
        expiresAt: expiresAt + 2000,
      },
    ],
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
  expect(stored.map((some) => some.length)).toEqual([5000]);
});
