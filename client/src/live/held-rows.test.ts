import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { testRow } from '../testing/row.ts';
import { heldRow, rankedRows } from './held-rows.ts';

const row = (name: string | null) =>
  heldRow(testRow({ walletAddress: address(`0x${'1'.repeat(40)}`), name }));

test('a row with the same content stays the same object, and one with another name does not', () => {
  const before = [row('marco.eth')];
  expect(rankedRows([row('marco.eth')], before)).toBe(before);
  expect(rankedRows([row(null)], before)[0]?.entry.name).toBe(null);
});
