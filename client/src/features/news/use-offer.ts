/** The two races of a player, and the cheapest move that wins a place in one of them [SCR58]. */
import { useLocation, useNavigate } from 'react-router-dom';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useRules } from '../../api/config.ts';
import { useWhyNot } from '../../api/status.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { cheapestPass, type Pass, type StakingMove } from '../../views/next-moves/next-moves.ts';
import { useNextMoves } from '../../views/next-moves/use-next-moves.ts';
import { propose, type Proposal } from '../../views/proposals.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { isRanking, weekOfPage } from '../../views/paths.ts';
import { weekRace, worldRace, type Race } from './races.ts';

export interface Offer {
  /** The race to tell of: that of the page, or else the one in which a place costs the least. */
  readonly race: Race;
  /** Null if nothing that the player has wins a place, and while the game is paused. */
  readonly pass: Pass<Race> | null;
  /** In the ranking of all time. */
  readonly worldPass: Pass<Race> | null;
  /** What the player can do at all. */
  readonly moves: readonly StakingMove[];
}

/** Null until everything that it needs is known, so that nothing that is shown is taken back. */
export function useOffer(player: PlayerNationView, own: LeaderboardEntry): Offer | null {
  const next = useNextMoves(player);
  const rules = useRules();
  const whyNot = useWhyNot();
  const { rows, isPending } = useLeaderboard({ poll: false });
  const { data, isError } = useWeek(useThisWeek());
  const about = useRaceOfPage();
  if (next.is === 'loading' || isPending || (data === undefined && !isError)) return null;
  const moves = next.is === 'known' && whyNot === null ? next.moves : [];
  const world = worldRace(own, rows);
  const week = data ? weekRace(data, own.gdp) : null;
  const races = [world, week].filter(isOpen);
  const pass = cheapestPass(
    moves,
    races.filter(({ of }) => of === (about ?? of)),
    rules,
  );
  const race = pass?.race ?? (about === 'week' ? week : null) ?? world;
  return { race, pass, worldPass: cheapestPass(moves, [world].filter(isOpen), rules), moves };
}

const isOpen = (race: Race | null): race is Race & { needed: number } =>
  race !== null && race.needed !== null;

/**
 * The race that the page is about: of the week that runs, or the live ranking's, also where an
 * earlier week is shown, in which nothing can be won; null: neither.
 */
export function useRaceOfPage(): Race['of'] | null {
  const { pathname, search } = useLocation();
  const thisWeek = useThisWeek();
  const week = weekOfPage(pathname, search, thisWeek);
  if (week !== null) return week === thisWeek ? 'week' : 'world';
  return isRanking(pathname) && !/[?&]at=/.test(search) ? 'world' : null;
}

/** The forms are on the dashboard: from another page it goes there first. */
export function useProposeThere(): (proposal: Proposal) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (proposal) => {
    if (!/^\/dashboard\/?$/i.test(pathname)) void navigate('/dashboard');
    propose(proposal);
  };
}
