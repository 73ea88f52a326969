import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { folded, isBigMove, type Item } from './big-moves.ts';
import type { Deed } from './deeds.ts';
import { deed } from './testing/fixtures.ts';
import { foldWords, wordsOf } from './words.ts';

/** Thirty deeds of $1,000, newest first: no smaller amount stands out. */
const usual = Array.from({ length: 30 }, (_, i) => deed(100 - i, 1000));
const isBig = (parts: Partial<Deed>) => isBigMove(deed(200, 10, parts), usual);

describe('a big move', () => {
  it('is the lead, a presidency, a place in the top ten, or many places in one move', () => {
    expect(isBig({ rankBefore: 2, rankAfter: 1 })).toBe(true);
    expect(isBig({ presidency: 'won' })).toBe(true);
    expect(isBig({ presidency: 'lost' })).toBe(true);
    expect(isBig({ rankBefore: 11, rankAfter: 10 })).toBe(true);
    expect(isBig({ rankBefore: 60, rankAfter: 50 })).toBe(true);
    expect(isBig({ rankBefore: 50, rankAfter: 60 })).toBe(true);
  });

  it('[WRK1] is a finished stage of a work, and not a contribution', () => {
    const given = { quantity: 200, resourceType: 'wood' } as const;
    const contributed = (detail: Deed['detail']) =>
      isBigMove(deed(200, 0, { kind: 'contributed', detail }), usual);
    expect(contributed({ ...given, finished: [2] })).toBe(true);
    expect(contributed(given)).toBe(false);
  });

  it('is one of the largest recent amounts, gained or lost', () => {
    expect(isBigMove(deed(200, 1001), usual)).toBe(true);
    expect(isBigMove(deed(200, -1001), usual)).toBe(true);
    expect(isBigMove(deed(200, 1000), usual)).toBe(false);
    // Joins and trades are not part of the comparison.
    const joins = Array.from({ length: 30 }, (_, i) =>
      deed(90 - i, 25_000, { kind: 'nation-chosen' }),
    );
    expect(isBigMove(deed(200, 1001), [...joins, ...usual])).toBe(true);
    expect(isBigMove(deed(200, 0, { kind: 'traded' }), [])).toBe(false);
  });
});

describe('small deeds', () => {
  const sequence = fc.array(
    fc.record({ delta: fc.integer({ min: -2000, max: 2000 }), leads: fc.boolean() }),
    { maxLength: 60 },
  );
  const deedsFrom = (all: readonly { delta: number; leads: boolean }[]) =>
    all
      .map(({ delta, leads }, n) =>
        deed(n + 1, delta, leads ? { rankBefore: 2, rankAfter: 1 } : {}),
      )
      .toReversed();
  const within = (item: Item) => (item.fold ? item.fold.deeds : [item.deed]);

  test('fold together without losing a deed or a dollar', () => {
    fc.assert(
      fc.property(sequence, (all) => {
        const deeds = deedsFrom(all);
        const items = folded(deeds, new Set());
        expect(items.flatMap(within)).toEqual(deeds);
        for (const { fold } of items) {
          if (!fold) continue;
          expect(fold.deeds.length).toBeGreaterThan(1);
          expect(fold.delta).toBe(fold.deeds.reduce((sum, { delta }) => sum + delta, 0));
        }
      }),
    );
  });

  test('stay as they are when a new deed arrives: only the newest fold may grow', () => {
    fc.assert(
      fc.property(sequence, (all) => {
        const deeds = deedsFrom(all);
        const keys = (some: readonly Deed[]) => folded(some, new Set()).map(({ key }) => key);
        const below = keys(deeds.slice(1)).slice(1);
        const after = keys(deeds);
        // Two single deeds may be one fold now; everything below them is unchanged.
        expect(after.slice(after.length - below.length)).toEqual(below);
      }),
    );
  });
});

describe('the commentary', () => {
  it('says what a deed did to the race', () => {
    const words = (parts: Partial<Deed>) => wordsOf(deed(1, 500, parts));
    expect(words({ rankBefore: 2, rankAfter: 1 })).toBe('took the lead with 5,000 DENA');
    expect(words({ rankBefore: 20, rankAfter: 4 })).toBe('passed 16 with 5,000 DENA');
    expect(words({ rankBefore: 4, rankAfter: 4 })).toBe('staked 5,000 DENA');
    expect(words({})).toBe('staked 5,000 DENA');
    const art = { kind: 'cultural-staked', detail: { quantity: 2 } } as const;
    expect(words({ ...art, presidency: 'won' })).toBe('new President of Italy');
    expect(words({ ...art, kind: 'cultural-unstaked', presidency: 'lost' })).toBe(
      'unstaked 2 copies of The Colosseum, no longer President of Italy',
    );
    expect(words({ kind: 'dena-unstaked', rankBefore: 4, rankAfter: 7 })).toBe(
      'unstaked 5,000 DENA, fell 3',
    );
    expect(words({ kind: 'nation-chosen', nationId: 'china', rankAfter: 7 })).toBe(
      'joined for China',
    );
  });

  it('counts the folded deeds', () => {
    const fold = { delta: 2, atMs: 0, isOpen: false };
    expect(foldWords({ ...fold, deeds: [deed(2, 1), deed(1, 1)] })).toBe('2 smaller stakes');
    const given = deed(1, 0, { kind: 'contributed' });
    expect(foldWords({ ...fold, deeds: [given, given] })).toBe('2 contributions');
    expect(foldWords({ ...fold, deeds: [given, deed(2, 1)] })).toBe('2 smaller moves');
    expect(foldWords({ ...fold, deeds: [deed(2, 1), deed(1, 1, { kind: 'traded' })] })).toBe(
      '2 smaller moves',
    );
  });
});
