import { expect, test } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { changesBetween } from './use-pausable-rows.ts';

const row = (digit: number, gdp: number) => ({
  walletAddress: address(`0x${String(digit).repeat(40)}`),
  gdp,
});
const SHOWN = [row(1, 300), row(2, 200), row(3, 100)];

test('a player who passes two others counts as one change', () => {
  expect(changesBetween(SHOWN, [row(3, 400), row(1, 300), row(2, 200)])).toBe(1);
});

test('players who join or leave count as changes', () => {
  expect(changesBetween(SHOWN, [row(1, 300), row(2, 200), row(4, 90)])).toBe(2);
});
