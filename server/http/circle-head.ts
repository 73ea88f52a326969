/** What a shared link to a circle says of it before anything runs [SCR75]. */
import { address } from '../../common/values/address.ts';
import { circleOf, circleTitle } from '../../common/values/circle.ts';
import { formatCount } from '../../common/values/figures.ts';
import type { Board } from '../leaderboard/board.ts';
import { calledBy } from './formats/markup.ts';
import type { PageHead } from './player-head.ts';

/** How many are named. */
const NAMED = 3;

/** @returns by the page's parameter `with`; null if it names nobody. */
export function circleHeads(board: Pick<Board, 'ranked' | 'count'>) {
  return (named: unknown): PageHead | null => {
    const { wallets } = circleOf(typeof named === 'string' ? named : '');
    if (wallets.length === 0) return null;
    const players = wallets
      .flatMap((wallet) => board.ranked(address(wallet)) ?? [])
      .toSorted((a, b) => a.rank - b.rank);
    const first = players
      .slice(0, NAMED)
      .map(({ row, rank }) => `#${formatCount(rank)} ${calledBy(row.name, row.wallet)}`);
    const more = players.length > NAMED ? ` and ${formatCount(players.length - NAMED)} more` : '';
    const description =
      players.length === 0
        ? 'None of them plays yet.'
        : `${first.join(', ')}${more}, of ${formatCount(board.count)} players: who is ahead, live.`;
    return { title: circleTitle(wallets), description, links: [] };
  };
}
