import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { rowDigest } from '../../../common/values/board-digest.ts';
import { testRow } from '../testing/row.ts';
import { heldRow, rankedRows } from './held-rows.ts';

const entry = (name: string | null, denaHoldings = '5') =>
  testRow({ walletAddress: address(`0x${'1'.repeat(40)}`), name, denaHoldings });
const row = (name: string | null) => heldRow(entry(name));

test('a row with the same content stays the same object, and one with another name does not', () => {
  const before = [row('marco.eth')];
  expect(rankedRows([row('marco.eth')], before, {})).toBe(before);
  expect(rankedRows([row(null)], before, {})[0]?.entry.name).toBe(null);
});

test('[DIG1] a row is hashed once, and again only if what the digest covers has changed', () => {
  const before = row('marco.eth');
  const renamed = heldRow(entry(null), before);
  expect(renamed.digest()).toBe(before.digest());
  expect(before.digest()).toEqual(rowDigest(before.entry));
  const richer = heldRow(entry('marco.eth', '6'), before);
  expect(richer.digest()).toEqual(rowDigest(richer.entry));
  expect(richer.digest()).not.toEqual(before.digest());
});
