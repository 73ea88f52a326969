/** The stretch that the scrubber spans. Pure. */

const DAY_MS = 24 * 60 * 60_000;
const HALF_DAY_MS = DAY_MS / 2;

/**
 * The last day, if the moment lies in it; otherwise the day around the moment, which moves on in half days,
 * so that it stands still while the moment moves. Within the game in any case.
 */
export function windowAround(
  atMs: number,
  begunMs: number,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const minute = Math.ceil(nowMs / 60_000) * 60_000;
  const lastDay = minute - DAY_MS;
  if (atMs >= lastDay) return { fromMs: Math.max(begunMs, lastDay), toMs: nowMs };
  const half = Math.floor(atMs / HALF_DAY_MS) * HALF_DAY_MS;
  const isLate = atMs - half >= HALF_DAY_MS / 2;
  const fromMs = isLate ? half : half - HALF_DAY_MS;
  return { fromMs: Math.max(begunMs, fromMs), toMs: Math.min(nowMs, fromMs + DAY_MS) };
}
