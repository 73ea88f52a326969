import { expect, test } from 'vitest';
import type { Leaf } from '../../../common/ledger/leaf.ts';
import { NOW, walletOf } from '../../../common/testing/fixtures.ts';
import { weekAt, weekBegins } from '../../../common/values/week.ts';
import { Difference } from './difference.ts';
import { LogReplay } from './log-replay.ts';

const joined = (n: number, at: number, order = 7): Leaf => ({
  v: 1,
  n,
  at,
  wallet: walletOf(n),
  version: 1,
  kind: 'nation-chosen',
  nation: 'italy',
  holdings: { block: 1, dena: '0', national: 0, museum: 0 },
  order,
});

/** How many leaves a replay takes. */
function taken(now: number, leaves: readonly Leaf[]): number {
  const game = new LogReplay({ weeks: new Map(), known: 0, now, firstEnded: null });
  for (const leaf of leaves) game.take(leaf);
  return game.size;
}

test('[ORD1] of commits under way together the later one has no lower number by a clock, except a developer’s that is moved', () => {
  const leaves = [joined(0, NOW), joined(1, NOW + 3_600_000)];
  expect(taken(Infinity, leaves)).toBe(2);
  expect(() => taken(NOW + 7_200_000, leaves)).toThrow(Difference);
});

test('[SEA1] a commit under way that a developer’s moved clock has dated at its week’s last moment makes no later one old', () => {
  const last = weekBegins(weekAt(NOW) + 1) - 1;
  const leaves = (moved: number) => [joined(0, NOW), joined(1, moved, 8), joined(2, NOW + 900, 9)];
  expect(taken(Infinity, leaves(last))).toBe(3);
  expect(() => taken(Infinity, leaves(last - 1))).toThrow('s before leaf 1');
  expect(() => taken(last, leaves(last))).toThrow('s before leaf 1');
});
