import { expect, it } from 'vitest';
import { ANNA, BEN } from '../testing/event.ts';
import { splitPeople } from './people.ts';

it('[SCR74] only who is beyond the rows that the page has is asked for, in an order that stays', () => {
  const [anna, ben] = [ANNA.toLowerCase(), BEN.toLowerCase()];
  const live = [{ walletAddress: ANNA }];
  expect(splitPeople([ben, `0x${'1'.repeat(40)}`, anna], live)).toEqual({
    found: live,
    lacking: [`0x${'1'.repeat(40)}`, ben],
  });
});
