import { expect, test } from 'vitest';
import { toPreside } from './NationCard.tsx';

test('[PRE1] a newcomer needs one NFT more than the President; fewer than in the leading nation is nearer', () => {
  const standings = [
    { nationId: 'italy', presidentStakedCount: 2 },
    { nationId: 'usa', presidentStakedCount: 5 },
    { nationId: 'china', presidentStakedCount: 0 },
  ] as const;
  expect(toPreside(standings, 'italy')).toEqual({ nfts: 3, isNearer: false });
  expect(toPreside(standings, 'usa')).toEqual({ nfts: 6, isNearer: false });
  expect(toPreside(standings, 'china')).toEqual({ nfts: 1, isNearer: true });
  expect(toPreside(standings, 'argentina')).toBeNull();
});
