import { describe, expect, it } from 'vitest';
import { holdingsWords, newerHoldings } from './holdings-words.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const at = (time: string) => `2026-01-01T${time}.000Z`;

describe('how far holdings are verified', () => {
  it('names the block, and how long ago that was', () => {
    const words = (verifiedAt: string | null, block = 21_204_113) =>
      Object.values(holdingsWords({ block, verifiedAt }, NOW)).join(' · ');
    expect(words(at('11:59:52'))).toBe('Holdings verified up to block 21,204,113 · just now');
    expect(words(at('11:58:00'))).toBe('Holdings verified up to block 21,204,113 · 2 min ago');
    // The page's estimate of the game clock may be behind the server's.
    expect(words(at('12:00:03'))).toBe('Holdings verified up to block 21,204,113 · just now');
    expect(words(null)).toBe('Holdings read at block 21,204,113 · not verified yet');
    expect(words(null, 0)).toBe('Holdings · not verified yet');
  });

  it('uses the later of two responses, even after a reorganisation', () => {
    const early = { block: 9, verifiedAt: at('11:00:00') };
    const late = { block: 8, verifiedAt: at('11:00:05') };
    const never = { block: 9, verifiedAt: null };
    expect(newerHoldings(early, late)).toBe(late);
    expect(newerHoldings(late, early)).toBe(late);
    expect(newerHoldings(never, early)).toBe(early);
    expect(newerHoldings(null, never)).toBe(never);
    expect(newerHoldings(null, null)).toBeNull();
  });
});
