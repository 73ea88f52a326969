import { describe, expect, it } from 'vitest';
import { bigMoves } from './big-moves.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { event } from '../../testing/event.ts';

const move = (n: number, delta: number, parts: Partial<ShownEvent> = {}) =>
  event(n, 'dena-staked', delta, parts);

/** Thirty events of $5,000, newest first: no smaller amount stands out. */
const usual = Array.from({ length: 30 }, (_, i) => move(100 - i, 5000));
const isBigMove = (one: ShownEvent, earlier: readonly ShownEvent[]) =>
  bigMoves([one, ...earlier], 1)[0] === one;
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
    expect(isBigMove(move(200, 5001), usual)).toBe(true);
    expect(isBigMove(move(200, -5001), usual)).toBe(true);
    expect(isBigMove(move(200, 5000), usual)).toBe(false);
    // Joins and trades are not part of the comparison.
    const joins = Array.from({ length: 30 }, (_, i) =>
      move(90 - i, 25_000, { kind: 'nation-chosen' }),
    );
    expect(isBigMove(move(200, 5001), [...joins, ...usual])).toBe(true);
    expect(isBigMove(move(200, 0, { kind: 'traded' }), [])).toBe(false);
  });

  it('is no small amount, even where nothing larger has happened', () => {
    expect(isBigMove(move(200, 2499), [])).toBe(false);
    expect(isBigMove(move(200, 2500), [])).toBe(true);
  });
});

describe('the big moves', () => {
  const lead = { rankBefore: 2, rankAfter: 1 };
  const events = [move(203, 5), move(202, 10, lead), move(201, 5), move(200, 20, lead), ...usual];

  it('are the newest, and none that is small', () => {
    expect(bigMoves(events, 2).map(({ gdpAfter }) => gdpAfter)).toEqual([18_010, 18_020]);
    expect(bigMoves(events, 1)).toHaveLength(1);
    expect(bigMoves(usual.slice(0, 0), 7)).toEqual([]);
  });
});
