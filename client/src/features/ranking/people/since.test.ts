import { expect, it } from 'vitest';
import { ANNA, BEN } from '../../../testing/event.ts';
import { lookBefore, movesSince, savedLook } from './since.ts';

const MINUTE = 60_000;
const rows = (anna: number, ben: number) => [
  { walletAddress: ANNA, rank: anna },
  { walletAddress: BEN, rank: ben },
];

it('[SCR74] those one follows have moved since the last visit ended; a reload is still the same visit', () => {
  expect(lookBefore(null, 0)).toBeNull();
  expect(movesSince(null, rows(3, 4))).toEqual(new Map([[ANNA, 0], [BEN, 0]])); // prettier-ignore
  const first = savedLook(rows(3, 4).slice(0, 1), 0, null);
  expect(lookBefore(first, MINUTE)).toBeNull();
  const later = lookBefore(first, 60 * MINUTE);
  expect(movesSince(later, rows(1, 4))).toEqual(new Map([[ANNA, 2], [BEN, 0]])); // prettier-ignore
  const reloaded = lookBefore(savedLook(rows(1, 4), 61 * MINUTE, later), 62 * MINUTE);
  expect(movesSince(reloaded, rows(5, 2)).get(ANNA)).toBe(-2);
});
