/** [PRO31] */
import { describe, expect, test } from 'vitest';
import type { NationsHistory } from '../../../common/protocol/nations.ts';
import { leadChangesIn, momentsOf } from './nation-lines.ts';

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

describe('the lead', () => {
  const inShort = (...steps: readonly Step[]) =>
    leadChangesIn(momentsOf(history(...steps), now, null)).map(({ by }) => by);

  test('goes to the player who passes the first, and to nobody below', () => {
    expect(inShort([5, 1, 0, 0], [5, 6, 0, 0], [9, 6, 7, 0])).toEqual(['italy', 'usa']);
    expect(inShort([5, 1, 0, 0], [5, 1, 2, 0], [5, 3, 2, 0])).toEqual([]);
  });

  test('needs more than drawing level', () => {
    expect(inShort([5, 1, 0, 0], [5, 5, 0, 0], [5, 5, 0, 0])).toEqual([]);
    expect(inShort([5, 1, 0, 0], [5, 5, 0, 0], [5, 6, 0, 0])).toEqual(['italy']);
    expect(inShort([5, 1, 0, 0], [5, 5, 0, 0], [6, 5, 0, 0])).toEqual([]);
    // As all nations begin.
    expect(inShort([0, 0, 0, 0], [5, 0, 0, 0])).toEqual([]);
    expect(inShort()).toEqual([]);
  });
});
