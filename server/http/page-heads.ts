/**
 * What a shared link says before anything runs, where many share a page: a player's, a circle's, a
 * player's week. Other sites show it beside the link.
 */
import { address, addressSchema, type Address } from '../../common/values/address.ts';
import { playerAlternates } from '../../common/values/alternates.ts';
import { circleOf, circleTitle } from '../../common/values/circle.ts';
import { formatCount, formatDollars } from '../../common/values/figures.ts';
import { nationInText } from '../../common/values/nations.ts';
import { weekCardText } from '../../common/values/week-card.ts';
import { weekTitle } from '../../common/values/week.ts';
import type { Board } from '../leaderboard/board.ts';
import { within } from '../lib/deadline.ts';
import type { Seasons } from '../past/seasons.ts';
import { calledBy } from './formats/markup.ts';
import { pageAt, playerAt, weekOfPath, type PageHead, type PageHeads } from './pages.ts';

/** How many of the last final weeks are looked at for places, and how many places are named. */
const WEEKS = 8;
const PLACES = 3;
/** A page waits no longer for what is stored. */
const WAIT_MS = 300;

interface Parts {
  readonly board: Pick<Board, 'ranked' | 'count'>;
  readonly seasons: Pick<Seasons, 'placesOf' | 'standings' | 'list' | 'has' | 'isKnown'>;
}

export function pageHeads(parts: Parts): PageHeads {
  return async (path, query) => {
    const player = playerAt(path);
    if (player) return playerHead(parts, player);
    if (pageAt(path).page === '/ranking') return circleHead(parts, query['with']);
    const week = weekOfPath(path);
    const named = addressSchema.safeParse(query['player']).data;
    return week !== null && named ? weekHead(parts, week, named) : null;
  };
}

async function playerHead({ board, seasons }: Parts, wallet: Address): Promise<PageHead | null> {
  const found = board.ranked(wallet);
  if (!found) return null;
  const { row, rank } = found;
  // Without them, if the store is away.
  const places = await within(WAIT_MS, seasons.placesOf(wallet, 0, WEEKS)).catch(() => []);
  const weeks = places
    .slice(0, PLACES)
    .map((place) => `#${formatCount(place.rank)} of ${formatCount(place.players)} in ${place.id}`);
  const standing = `GDP ${formatDollars(row.gdp)} for ${nationInText(row.nationId)}, rank ${formatCount(rank)} of ${formatCount(board.count)}.`;
  const called = calledBy(row.name, wallet);
  return {
    title: `#${formatCount(rank)} ${called}`,
    description: weeks.length > 0 ? `${standing} Weeks: ${weeks.join(', ')}.` : standing,
    links: playerAlternates(wallet, called),
  };
}

/** [SCR75] By the ranking's parameter `with`. */
function circleHead({ board }: Parts, named: unknown): PageHead | null {
  const wallets = circleOf(typeof named === 'string' ? named : '');
  if (wallets.length === 0) return null;
  const [first] = wallets
    .flatMap((wallet) => board.ranked(address(wallet)) ?? [])
    .toSorted((a, b) => a.rank - b.rank);
  const description = first
    ? `${calledBy(first.row.name, first.row.wallet)} is ahead, #${formatCount(first.rank)} of ${formatCount(board.count)} players.`
    : 'None of them plays yet.';
  return { title: circleTitle(wallets.length), description, links: [] };
}

/** [SCR78] */
async function weekHead(
  { seasons }: Parts,
  week: number,
  wallet: Address,
): Promise<PageHead | null> {
  if (!seasons.isKnown || !seasons.has(week)) return null;
  const { own } = await within(WAIT_MS, seasons.standings(week, wallet)).catch(() => ({
    own: null,
  }));
  const [season] = seasons.list(1, week + 1);
  if (!own || !season) return null;
  const called = calledBy(own.name, wallet);
  const card = weekCardText(own, season.players);
  return {
    title: `${called} in ${weekTitle(week)}`,
    description: season.state === 'running' ? `So far: ${card}.` : `${card}.`,
    links: [],
  };
}
