import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { folded, isBigMove, type Item } from './big-moves.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';
import { event } from '../../testing/event.ts';

const move = (n: number, delta: number, parts: Partial<ShownEvent> = {}) =>
  event(n, 'dena-staked', delta, parts);

/** Thirty events of $1,000, newest first: no smaller amount stands out. */
const usual = Array.from({ length: 30 }, (_, i) => move(100 - i, 1000));
const isBig = (parts: Partial<ShownEvent>) => isBigMove(move(200, 10, parts), usual);

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
    const contributed = (detail: ShownEvent['detail']) =>
      isBigMove(move(200, 0, { kind: 'contributed', detail }), usual);
    expect(contributed({ ...given, finished: [2] })).toBe(true);
    expect(contributed(given)).toBe(false);
  });

  it('is one of the largest recent amounts, gained or lost', () => {
    expect(isBigMove(move(200, 1001), usual)).toBe(true);
    expect(isBigMove(move(200, -1001), usual)).toBe(true);
    expect(isBigMove(move(200, 1000), usual)).toBe(false);
    // Joins and trades are not part of the comparison.
    const joins = Array.from({ length: 30 }, (_, i) =>
      move(90 - i, 25_000, { kind: 'nation-chosen' }),
    );
    expect(isBigMove(move(200, 1001), [...joins, ...usual])).toBe(true);
    expect(isBigMove(move(200, 0, { kind: 'traded' }), [])).toBe(false);
  });
});

describe('small events', () => {
  const sequence = fc.array(
    fc.record({ delta: fc.integer({ min: -2000, max: 2000 }), leads: fc.boolean() }),
    { maxLength: 60 },
  );
  const eventsFrom = (all: readonly { delta: number; leads: boolean }[]) =>
    all
      .map(({ delta, leads }, n) =>
        move(n + 1, delta, leads ? { rankBefore: 2, rankAfter: 1 } : {}),
      )
      .toReversed();
  const within = (item: Item) => (item.fold ? item.fold.events : [item.event]);

  test('fold together without losing an event or a dollar', () => {
    fc.assert(
      fc.property(sequence, (all) => {
        const events = eventsFrom(all);
        const items = folded(events, new Set());
        expect(items.flatMap(within)).toEqual(events);
        for (const { fold } of items) {
          if (!fold) continue;
          expect(fold.events.length).toBeGreaterThan(1);
          expect(fold.delta).toBe(fold.events.reduce((sum, one) => sum + deltaOf(one), 0));
        }
      }),
    );
  });

  test('stay as they are when a new event arrives: only the newest fold may grow', () => {
    fc.assert(
      fc.property(sequence, (all) => {
        const events = eventsFrom(all);
        const keys = (some: readonly ShownEvent[]) => folded(some, new Set()).map(({ key }) => key);
        const below = keys(events.slice(1)).slice(1);
        const after = keys(events);
        // Two single events may be one fold now; everything below them is unchanged.
        expect(after.slice(after.length - below.length)).toEqual(below);
      }),
    );
  });
});
