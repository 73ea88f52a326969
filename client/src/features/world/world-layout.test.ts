import { describe, expect, it } from 'vitest';
import { placeNations, totalsOf } from './world-layout.ts';

const rows = [
  { nationId: 'italy', gdp: 30_000 },
  { nationId: 'usa', gdp: 10_000 },
  { nationId: 'italy', gdp: 10_000 },
] as const;

describe('the map of the world', () => {
  it('adds up the rows of each nation', () => {
    expect(totalsOf(rows)).toEqual({
      usa: { gdp: 10_000, players: 1 },
      italy: { gdp: 40_000, players: 2 },
      argentina: { gdp: 0, players: 0 },
      china: { gdp: 0, players: 0 },
    });
  });

  it('shows an empty world dim, not as four leaders', () => {
    const places = placeNations(totalsOf([]));
    expect(places.usa).toEqual(places.china);
    expect(places.usa.light).toBeLessThan(0.3);
    expect(Number.isFinite(places.usa.scale)).toBe(true);
  });
});
