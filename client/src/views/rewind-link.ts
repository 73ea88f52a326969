/** Links to a past moment of the ranking. */
import { instantText } from '../../../common/values/instant.ts';

/** `/ranking?at=2026-11-23T20:00:00.000Z` */
export function rewindLink(atMs: number): string {
  return `/ranking?at=${instantText(atMs)}`;
}
