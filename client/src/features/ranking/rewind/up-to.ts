/** The chart of the nations, up to a past moment. */
import type { Moment } from '../../../views/nation-lines.ts';

/** The moments before a past one, then that one: the lines as they were. */
export function upTo(past: Moment) {
  return (moments: readonly Moment[]) => [...moments.filter(({ atMs }) => atMs < past.atMs), past];
}
