/** What a shared link to a circle says of it before anything runs [SCR75]. */
import { address } from '../../common/values/address.ts';
import { circleOf, circleTitle } from '../../common/values/circle.ts';
import { formatCount } from '../../common/values/figures.ts';
import type { Board } from '../leaderboard/board.ts';
import { calledBy } from './formats/markup.ts';
import type { PageHead } from './player-head.ts';

/** @returns by the page's parameter `with`; null if it names nobody. */
export function circleHeads(board: Pick<Board, 'ranked' | 'count'>) {
  return (named: unknown): PageHead | null => {
    const wallets = circleOf(typeof named === 'string' ? named : '');
    if (wallets.length === 0) return null;
    const [first] = wallets
      .flatMap((wallet) => board.ranked(address(wallet)) ?? [])
      .toSorted((a, b) => a.rank - b.rank);
    const description = first
      ? `${calledBy(first.row.name, first.row.wallet)} is ahead, #${formatCount(first.rank)} of ${formatCount(board.count)} players.`
      : 'None of them plays yet.';
    return { title: circleTitle(wallets.length), description, links: [] };
  };
}
