/**
 * What a player's shared page says of them before anything runs: other sites show it beside the
 * link.
 */
import type { Address } from '../../common/values/address.ts';
import { playerAlternates, type Alternate } from '../../common/values/alternates.ts';
import { formatCount, formatDollars } from '../../common/values/figures.ts';
import { nationInText } from '../../common/values/nations.ts';
import type { Board } from '../leaderboard/board.ts';
import { within } from '../lib/deadline.ts';
import type { Seasons } from '../past/seasons.ts';
import { calledBy } from './formats/markup.ts';

export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** [SCR71] */
  readonly links: readonly Alternate[];
}

/** How many of the last final weeks are looked at for places, and how many places are named. */
const WEEKS = 8;
const PLACES = 3;
/** The page waits no longer for them. */
const WAIT_MS = 300;

export function playerHeads({
  board,
  seasons,
}: {
  readonly board: Pick<Board, 'ranked' | 'count'>;
  readonly seasons: Pick<Seasons, 'placesOf'>;
}) {
  return async (wallet: Address): Promise<PageHead | null> => {
    const found = board.ranked(wallet);
    if (!found) return null;
    const { row, rank } = found;
    // Without them, if the store is away.
    const places = await within(WAIT_MS, seasons.placesOf(wallet, 0, WEEKS)).catch(() => []);
    const weeks = places
      .slice(0, PLACES)
      .map(
        (place) => `#${formatCount(place.rank)} of ${formatCount(place.players)} in ${place.id}`,
      );
    const standing = `GDP ${formatDollars(row.gdp)} for ${nationInText(row.nationId)}, rank ${formatCount(rank)} of ${formatCount(board.count)}.`;
    const called = calledBy(row.name, wallet);
    return {
      title: `#${formatCount(rank)} ${called}`,
      description: weeks.length > 0 ? `${standing} Weeks: ${weeks.join(', ')}.` : standing,
      links: playerAlternates(wallet, called),
    };
  };
}
