/** The two races of a player, and the cheapest move that wins a place in one of them [SCR58]. */
import { useLocation, useNavigate } from 'react-router-dom';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useWhyNot } from '../../api/status.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { cheapestPass, type Pass, type StakingMove } from '../../views/next-moves/next-moves.ts';
import { useNextMoves } from '../../views/next-moves/use-next-moves.ts';
import { propose, type Proposal } from '../../views/proposals.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { weekOfPage } from '../../views/paths.ts';
import { weekRace, worldRace, type Race } from './races.ts';

export interface Offer {
  /** The week's; null without weeks. */
  readonly week: Race | null;
  /** The race to tell of: on a page of the week that runs the week's, elsewhere the one in which a place costs the least. */
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
  const whyNot = useWhyNot();
  const { rows, isPending } = useLeaderboard({ poll: false });
  const { data, isError } = useWeek(useThisWeek());
  const isOnWeek = useIsOnWeek();
  if (next.is === 'loading' || isPending || (data === undefined && !isError)) return null;
  const moves = next.is === 'known' && whyNot === null ? next.moves : [];
  const world = worldRace(own, rows);
  const week = data ? weekRace(data, own.gdp) : null;
  const races = isOnWeek ? [week] : [world, week];
  const pass = cheapestPass(moves, races.filter(isOpen));
  const race = pass?.race ?? (isOnWeek ? week : null) ?? world;
  return { week, race, pass, worldPass: cheapestPass(moves, [world].filter(isOpen)), moves };
}

const isOpen = (race: Race | null): race is Race & { needed: number } =>
  race !== null && race.needed !== null;

/** Whether the page is about the week that runs. */
export function useIsOnWeek(): boolean {
  const { pathname, search } = useLocation();
  const thisWeek = useThisWeek();
  return weekOfPage(pathname, search, thisWeek) === thisWeek;
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
