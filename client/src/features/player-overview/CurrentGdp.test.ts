import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gdpParts } from './CurrentGdp.tsx';

it('[GDP1] the parts are the start, the DENA stakes and the NFTs', () => {
  expect(gdpParts(21_200, 18_000, 2000).map((part) => part.dollars)).toEqual([18_000, 2000, 1200]);
});

it('[GDP1] the parts always add up, and none is negative, however stale the stakes are', () => {
  const dollars = fc.nat(1_000_000_000);
  fc.assert(
    fc.property(dollars, dollars, dollars, (gdp, start, dena) => {
      const parts = gdpParts(gdp, start, dena);
      expect(parts.reduce((sum, part) => sum + part.dollars, 0)).toBe(gdp);
      expect(parts.every((part) => part.dollars >= 0)).toBe(true);
    }),
  );
});
