import { expect, it } from 'vitest';
import type { ReceiptBlock } from './receipt.ts';
import { unlocksOf } from './UnlockList.tsx';

const AT = Date.parse('2026-11-08T00:00:00.000Z');
const HOUR = 3_600_000;

const line = (stakeId: string, dollars: number, atMs: number) => ({
  stakeId,
  words: `stake ${stakeId}`,
  dollars,
  stakedAt: new Date(atMs - 168 * HOUR).toISOString(),
  unstakeableAt: new Date(atMs).toISOString(),
});
const block = (term: ReceiptBlock['term'], ...lines: ReceiptBlock['lines'][number][]) => ({
  term,
  title: term,
  note: null,
  dollars: 0,
  lines,
});

it('[LCK1] lists locked stakes, the soonest first, separately from free ones', () => {
  const blocks = [
    block('starting'),
    block('national', line('late', 500, AT + 3 * HOUR), line('free', 700, AT)),
    block('dena', line('soon', 100, AT + HOUR), line('past', 30, AT - HOUR)),
  ];
  const { free, locked } = unlocksOf(blocks, AT);
  expect(free.map(({ stakeId }) => stakeId)).toEqual(['free', 'past']);
  expect(locked.map(({ words, dollars }) => [words, dollars])).toEqual([
    ['stake soon', 100],
    ['stake late', 500],
  ]);
});
