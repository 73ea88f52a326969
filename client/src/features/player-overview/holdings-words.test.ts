import { describe, expect, it } from 'vitest';
import { newerHoldings } from './holdings-words.ts';

const at = (time: string) => `2026-01-01T${time}.000Z`;

describe('how far holdings are verified', () => {
  it('uses the later of two responses, even after a reorganisation', () => {
    const early = { block: 9, verifiedAt: at('11:00:00') };
    const late = { block: 8, verifiedAt: at('11:00:05') };
    const never = { block: 9, verifiedAt: null };
    expect(newerHoldings(early, late)).toBe(late);
    expect(newerHoldings(late, early)).toBe(late);
    expect(newerHoldings(never, early)).toBe(early);
  });
});
