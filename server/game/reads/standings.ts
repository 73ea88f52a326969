/** The nations' standings and works, as answers show them. */
import type {
  CandidateView,
  ContributorView,
  NationStanding,
} from '../../../common/protocol/nations.ts';
import type { NationWork } from '../../../common/protocol/works.ts';
import { NATION_IDS, NATIONS, type NationId } from '../../../common/values/nations.ts';
import { NOTHING_CONTRIBUTED, unitsIn } from '../../../common/values/works.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { NationChanges } from '../../leaderboard/nation-changes.ts';
import { instantText } from './views.ts';

/** How many candidates for president are shown, and how many contributors to the work. */
const CANDIDATES = 10;
const CONTRIBUTORS = 10;

type StandingBoard = Pick<Board, 'nation' | 'ranked' | 'presidency'>;

/** Best first: by the total, then by the id. */
export function standingsOf(
  board: StandingBoard,
  changes: Pick<NationChanges, 'of'>,
): NationStanding[] {
  const byTotal = NATION_IDS.map((nationId) => ({ nationId, ...board.nation(nationId) })).toSorted(
    (a, b) => b.gdp - a.gdp || (a.nationId < b.nationId ? -1 : 1),
  );
  return byTotal.map(({ nationId, gdp, players, presidentWallet, presidentStakedCount }, i) => {
    const better = byTotal[i - 1];
    return {
      rank: i + 1,
      nationId,
      name: NATIONS[nationId].name,
      flag: NATIONS[nationId].flag,
      gdp,
      players,
      presidentWallet,
      presidentName: (presidentWallet && board.ranked(presidentWallet)?.row.name) ?? null,
      presidentStakedCount,
      gapToNext: better ? better.gdp - gdp : null,
      change: changes.of(nationId),
    };
  });
}

/** [PRE1] A nation's candidates for president, the president first, and what they have staked in total. */
export function candidatesOf(
  board: StandingBoard,
  nationId: NationId,
): { readonly culturalStaked: number; readonly candidates: CandidateView[] } {
  const { culturalStaked, candidates } = board.presidency(nationId, CANDIDATES);
  return {
    culturalStaked,
    candidates: candidates.map(({ row, rank }) => ({
      walletAddress: row.wallet,
      name: row.name,
      rank,
      stakedCount: row.culturalCount,
      since: instantText(row.culturalSince),
    })),
  };
}

/** [WRK1] Who contributed the most units to a nation's work, best first. */
export function contributorsTo(
  board: Pick<Board, 'contributors'>,
  nationId: NationId,
): ContributorView[] {
  return board.contributors(nationId, CONTRIBUTORS).map(({ row }) => {
    const { wallet, name, contributed = NOTHING_CONTRIBUTED } = row;
    return { walletAddress: wallet, name, contributed, total: unitsIn(contributed) };
  });
}

/** In the order of the nations. */
export function worksOf(
  board: Pick<Board, 'work'>,
  changes: Pick<NationChanges, 'contributed'>,
): NationWork[] {
  return NATION_IDS.map((nationId) => ({
    nationId,
    ...board.work(nationId),
    recent: changes.contributed(nationId),
  }));
}
