/** The chart of the nations, up to a past moment. */
import type { Span } from '../../../../../common/protocol/nations.ts';
import type { Moment } from '../../../views/nation-lines.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The moments before a past one, then that one: the lines as they were. */
export function upTo(past: Moment) {
  return (moments: readonly Moment[]) => [...moments.filter(({ atMs }) => atMs < past.atMs), past];
}

/**
 * The history with the finest steps that reaches back beyond a moment; null: it has no lines for
 * one so near to the game's beginning.
 */
export function spanOf(
  atMs: number,
  {
    begunMs,
    nowMs,
    leastMs = 0,
  }: {
    readonly begunMs: number;
    readonly nowMs: number;
    /** It reaches back beyond the moment so far at least. */
    readonly leastMs?: number;
  },
): Span | null {
  const agoMs = nowMs - atMs;
  const ageMs = Math.min(nowMs - begunMs, Math.max(agoMs + leastMs, 1.2 * agoMs));
  if (atMs - begunMs < 3 * (ageMs <= DAY_MS ? MINUTE_MS : HOUR_MS)) return null;
  if (ageMs <= 10 * MINUTE_MS) return '10m';
  return ageMs <= DAY_MS ? '24h' : ageMs <= 7 * DAY_MS ? '7d' : 'all';
}
