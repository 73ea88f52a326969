/**
 * A stopwatch for upper bounds. It counts the time in which this process ran: while the machine gives
 * its turn to others, or stands still altogether, nothing that is tested here gets on either.
 */

const BEAT_MS = 10;
/** No more than this counts of the time between two beats: a late one was held up. */
const LONGEST_BEAT_MS = 2 * BEAT_MS;

/** Starts to count; whoever calls what it answers ends that, and is told how many ms it was. */
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
