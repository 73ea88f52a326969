/** [PRO31] */
import { describe, expect, test } from 'vitest';
import type { NationsHistory } from '../../../common/protocol/nations.ts';
import { leadChangesIn, momentsOf, rewindFrom } from './nation-lines.ts';

const START = Date.parse('2026-11-01T10:00:00.000Z');
const MINUTE_MS = 60_000;

type Step = readonly [usa: number, italy: number, argentina: number, china: number] | null;

function history(...steps: readonly Step[]): NationsHistory {
  const of = (place: number) => steps.map((step) => step?.[place] ?? null);
  return {
    span: '10m',
    from: new Date(START).toISOString(),
    stepMs: MINUTE_MS,
    begunAt: null,
    series: { usa: of(0), italy: of(1), argentina: of(2), china: of(3) },
  };
}

const now = START + 2.5 * MINUTE_MS;

describe('moments', () => {
  test('are the ends of steps, and now for the last', () => {
    const moments = momentsOf(history([1, 2, 3, 4], [2, 2, 3, 4], [5, 2, 3, 4]), now, null);
    expect(moments.map(({ atMs }) => atMs - START)).toEqual([60_000, 120_000, 150_000]);
    expect(moments.at(-1)?.totals).toEqual({ usa: 5, italy: 2, argentina: 3, china: 4 });
  });

  test('begin with the game, and end with what was pushed', () => {
    const live = { usa: 9, italy: 9, argentina: 9, china: 9 };
    const moments = momentsOf(history(null, [1, 1, 1, 1], [2, 2, 2, 2]), now, live);
    expect(moments).toHaveLength(2);
    expect(moments.at(-1)?.totals).toBe(live);
    expect(momentsOf(history(null, null, null), now, live)).toEqual([]);
  });
});

describe('the lead', () => {
  const inShort = (...steps: readonly Step[]) =>
    leadChangesIn(momentsOf(history(...steps), now, null)).map(({ by, of }) => `${by} > ${of}`);

  test('goes to the player who passes the first, and to nobody below', () => {
    expect(inShort([5, 1, 0, 0], [5, 6, 0, 0], [9, 6, 7, 0])).toEqual([
      'italy > usa',
      'usa > italy',
    ]);
    expect(inShort([5, 1, 0, 0], [5, 1, 2, 0], [5, 3, 2, 0])).toEqual([]);
  });

  test('needs more than drawing level', () => {
    expect(inShort([5, 1, 0, 0], [5, 5, 0, 0], [5, 5, 0, 0])).toEqual([]);
    expect(inShort([5, 1, 0, 0], [5, 5, 0, 0], [5, 6, 0, 0])).toEqual(['italy > usa']);
    expect(inShort([5, 1, 0, 0], [5, 5, 0, 0], [6, 5, 0, 0])).toEqual([]);
    // As all nations begin.
    expect(inShort([0, 0, 0, 0], [5, 0, 0, 0])).toEqual([]);
    expect(inShort()).toEqual([]);
  });
});

describe('a rewind begins', () => {
  const nowMs = START + 3 * 60 * MINUTE_MS;
  const unled = history([5, 1, 0, 0], [6, 1, 0, 0]);

  test('before the last change of lead, whatever moved since', () => {
    const led = history([5, 1, 0, 0], [5, 6, 0, 0], [5, 7, 0, 0]);
    expect(rewindFrom(led, nowMs)).toBe(START + (1 - 4) * MINUTE_MS);
  });

  test('an hour ago if the lead never changed, and never before the game', () => {
    expect(rewindFrom(unled, nowMs)).toBe(nowMs - 60 * MINUTE_MS);
    const begunAt = new Date(nowMs - MINUTE_MS).toISOString();
    expect(rewindFrom(undefined, nowMs)).toBe(nowMs - 60 * MINUTE_MS);
    expect(rewindFrom({ ...unled, begunAt }, nowMs)).toBe(nowMs - MINUTE_MS);
  });
});
