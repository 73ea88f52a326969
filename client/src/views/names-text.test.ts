import { expect, test } from 'vitest';
import { ALICE, BOB } from '../../../common/testing/fixtures.ts';
import { namesText } from './names-text.ts';

test('one name is enough where there is little room', () => {
  const people = [
    { walletAddress: ALICE, name: 'anna.eth' },
    { walletAddress: BOB, name: 'ben.eth' },
  ];
  expect(namesText(people, 4, 1)).toBe('anna.eth and\u00A03\u00A0more');
  expect(namesText(people, 4)).toBe('anna.eth, ben.eth and\u00A02\u00A0more');
  expect(namesText(people, 1, 1)).toBe('anna.eth');
});
