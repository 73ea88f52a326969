import { expect, test } from 'vitest';
import { toPreside } from './NationCard.tsx';

test('[PRE1] a newcomer needs one NFT more than the President; the fewest of all are nearest', () => {
  const standings = [
    { nationId: 'italy', presidentStakedCount: 2 },
    { nationId: 'usa', presidentStakedCount: 5 },
    { nationId: 'china', presidentStakedCount: 0 },
  ] as const;
  expect(toPreside(standings, 'italy')).toEqual({ nfts: 3, isNearest: false });
  expect(toPreside(standings, 'usa')).toEqual({ nfts: 6, isNearest: false });
  expect(toPreside(standings, 'china')).toEqual({ nfts: 1, isNearest: true });
  const even = standings.map((one) => ({ ...one, presidentStakedCount: 0 }));
  expect(toPreside(even, 'china')).toEqual({ nfts: 1, isNearest: false });
  expect(toPreside(standings, 'argentina')).toBeNull();
});
