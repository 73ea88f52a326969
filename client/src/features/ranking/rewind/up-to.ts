/** The chart of the nations, up to a past moment. */
import type { Moment } from '../../../views/nation-lines.ts';

/** The moments before a past one, then that one, and what part of all their time that is. */
export function upTo(past: Moment) {
  const { atMs } = past;
  return (moments: readonly Moment[]) => {
    const fromMs = moments[0]?.atMs ?? atMs;
    const toMs = moments.at(-1)?.atMs ?? atMs;
    return {
      moments: [...moments.filter((one) => one.atMs < atMs), past],
      part: Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs || 1))),
    };
  };
}
