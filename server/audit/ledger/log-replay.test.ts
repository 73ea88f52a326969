import { expect, test } from 'vitest';
import type { Leaf } from '../../../common/ledger/leaf.ts';
import { NOW, walletOf } from '../../../common/testing/fixtures.ts';
import { Difference } from './difference.ts';
import { LogReplay } from './log-replay.ts';

test('[ORD1] of commits under way together the later one has no lower number by a clock, except a developer’s that is moved', () => {
  const joined = (n: number, at: number): Leaf => ({
    v: 1,
    n,
    at,
    wallet: walletOf(n),
    version: 1,
    kind: 'nation-chosen',
    nation: 'italy',
    holdings: { block: 1, dena: '0', national: 0, museum: 0 },
    order: 7,
  });
  const take = (now: number) => {
    const game = new LogReplay({ weeks: new Map(), known: 0, now, firstEnded: null });
    game.take(joined(0, NOW));
    game.take(joined(1, NOW + 3_600_000));
    return game.size;
  };
  expect(take(Infinity)).toBe(2);
  expect(() => take(NOW + 7_200_000)).toThrow(Difference);
});
