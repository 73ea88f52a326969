import { describe, expect, test } from 'vitest';
import { wallRoom } from './wall-room.ts';

const WIDE = { rows: 10, hasNote: false, isWeek: false, isUpright: false, sparePx: 0, moves: 9 };
/** A screen of 9:16. */
const UPRIGHT = { ...WIDE, isUpright: true, sparePx: 97 };
const race = (rows: number) => ({ rows, hasNote: true });

describe('[SCR77] the room of a wall', () => {
  test('ten rows and a move fill it; a higher screen has higher rows and more moves', () => {
    const shown = { listPx: 450, rowPx: 45, chartPx: 100, moves: 1, isBelow: false };
    expect(wallRoom(WIDE)).toEqual(shown);
    expect(wallRoom({ ...WIDE, moves: null })).toEqual(shown);
    expect(wallRoom({ ...WIDE, sparePx: 68 })).toMatchObject({ listPx: 518, moves: 2 });
    expect(wallRoom(UPRIGHT)).toMatchObject({ listPx: 491, rowPx: 49, moves: 2 });
  });

  test('missing moves leave theirs to the chart, or to the rows of a week, which has none', () => {
    expect(wallRoom({ ...WIDE, moves: 0 })).toMatchObject({ chartPx: 156, moves: 0 });
    expect(wallRoom({ ...UPRIGHT, isWeek: true, moves: 1 }).listPx).toBe(491 + 135 + 56);
  });

  test('what few rows leave is the moves’: below the list, where the chart has what they had', () => {
    const two = wallRoom({ ...WIDE, ...race(2) });
    expect(two).toEqual({ listPx: 214, rowPx: 87, chartPx: 168, moves: 4, isBelow: true });
    expect(wallRoom({ ...WIDE, ...race(3) })).toMatchObject({ rowPx: 95, moves: 2, isBelow: true });
    expect(wallRoom({ ...WIDE, ...race(7) })).toMatchObject({
      rowPx: 58,
      moves: 1,
      isBelow: false,
    });
    expect(wallRoom({ ...UPRIGHT, ...race(2) })).toMatchObject({ rowPx: 85, moves: 7 });
    expect(wallRoom({ ...UPRIGHT, ...race(2), moves: 3 })).toMatchObject({
      rowPx: 85,
      chartPx: 100 + 4 * 56,
    });
    const quiet = wallRoom({ ...WIDE, ...race(2), moves: 1 });
    expect(quiet).toMatchObject({ listPx: 382, rowPx: 170, moves: 1 });
    expect(wallRoom({ ...WIDE, ...race(2), moves: 0 })).toMatchObject({ listPx: 450, rowPx: 170 });
  });
});
