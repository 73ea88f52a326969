/** What a page does about a week that has become final before people's eyes [SCR70]. Pure. */
import type { Season } from '../../../../common/protocol/seasons.ts';
import { instantOf } from '../../../../common/values/instant.ts';

/** For how long a week's end is news; it is final after a quarter of that. */
const NEWS_MS = 60_000;

/**
 * `podium`: shows who won; `new-week`: nobody did; `go-on`: too late for either.
 * @param nowMs by the game's clock. @param isCovered nobody would see it: a dialog is open, or the tab is hidden.
 */
export function endStep(
  { to, champion }: Pick<Season, 'to' | 'champion'>,
  nowMs: number,
  isCovered: boolean,
): 'wait' | 'podium' | 'new-week' | 'go-on' {
  if (nowMs - instantOf(to) > NEWS_MS) return 'go-on';
  if (isCovered) return 'wait';
  return champion ? 'podium' : 'new-week';
}
