import { expect, it } from 'vitest';
import { leaderboardEntrySchema } from '../../../common/protocol/leaderboard.ts';
import { ANNA, BEN } from '../testing/event.ts';
import { splitPeople } from './people.ts';

const row = (walletAddress: string) =>
  ({ walletAddress }) as ReturnType<typeof leaderboardEntrySchema.parse>;

it('[SCR74] only who is beyond the rows that the page has is asked for, in an order that stays', () => {
  const [anna, ben] = [ANNA.toLowerCase(), BEN.toLowerCase()];
  const live = [row(ANNA)];
  expect(splitPeople([ben, `0x${'1'.repeat(40)}`, anna], live)).toEqual({
    found: live,
    lacking: [`0x${'1'.repeat(40)}`, ben],
  });
});
