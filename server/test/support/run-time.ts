/**
 * A stopwatch for upper bounds. It counts only the time in which this process ran: while the machine runs
 * other processes, or is suspended, nothing under test makes progress either.
 */

const BEAT_MS = 10;
/** At most this much of the time between two beats counts: a late beat was held up. */
const LONGEST_BEAT_MS = 2 * BEAT_MS;

/** Starts the stopwatch; calling the returned function stops it and returns the ms. */
export function startRunTime(): () => number {
  let ran = 0;
  let lastBeat = performance.now();
  const count = () => {
    const now = performance.now();
    ran += Math.min(now - lastBeat, LONGEST_BEAT_MS);
    lastBeat = now;
  };
  const beat = setInterval(count, BEAT_MS);
  return () => {
    clearInterval(beat);
    count();
    return ran;
  };
}
