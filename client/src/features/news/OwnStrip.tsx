/**
 * The strip that is the player, at the foot of every page: rank and GDP, what passes the next one, who is behind;
 * or what has happened, with an answer to it. The player's own move is celebrated in it, wherever they made it.
 */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { useIsPaused } from '../../api/status.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNationTotals } from '../../live/live-values.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { PHONE } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { playerPath } from '../../ui/Person.tsx';
import { oneLine } from '../../ui/text.ts';
import { useMatches } from '../../ui/use-matches.ts';
import { useHtmlAttribute } from '../../ui/use-html-attribute.ts';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { nationPath } from '../../views/paths.ts';
import { nameOf } from '../../views/names-text.ts';
import {
  denaPast,
  dollarsOf,
  stakedText,
  type StakingMove,
} from '../../views/next-moves/next-moves.ts';
import { useNextMoves } from '../../views/next-moves/use-next-moves.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { chaseText } from '../../views/weeks/week-text.ts';
import { propose, type Proposal } from '../../views/proposals.ts';
import { Celebration } from './Celebration.tsx';
import type { News } from './news.ts';
import { useCelebration } from './use-celebration.ts';
import { useNamedStakes, type NamedStake } from './use-named-stakes.ts';
import { useNews } from './use-news.ts';
import { aheadText, awayText, behindText, newsText } from './words.ts';

const Strip = styled.section`
  position: fixed;
  inset-block-end: var(--bottom-bar);
  inset-inline: 0;
  z-index: 10;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--space-3) var(--space-5);
  align-items: center;
  block-size: var(--strip);
  padding-inline: max(var(--page-gutter), (100vw - var(--page-width)) / 2);
  border-block-start: 1px solid var(--rule-strong);
  background: var(--surface-overlay);

  @media ${PHONE} {
    column-gap: var(--space-3);
    font-size: var(--text-caption);

    /* What has happened needs the room; the bar below has the rank. */
    &[data-news] {
      grid-template-columns: minmax(0, 1fr) auto;

      > :first-child {
        display: none;
      }
    }
  }

  @media print {
    display: none;
  }
`;

const Standing = styled(Link)`
  display: flex;
  align-items: baseline;
  gap: var(--space-3);
  min-block-size: var(--tap);
  align-content: center;
  flex-wrap: wrap;
  color: var(--ink);
  font-weight: 600;
  line-height: 1.2;
  text-decoration: none;

  > :first-child {
    color: var(--action);
    font-size: var(--text-lead);
  }

  @media ${PHONE} {
    flex-direction: column;
    gap: 0;
  }
`;

/** What has happened. */
const Words = styled.output`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  line-height: 1.35;

  @media (max-width: 63.99rem) {
    font-size: var(--text-caption);
  }

  @media ${PHONE} {
    -webkit-line-clamp: 3;
    line-height: 1.25;
  }
`;

/** A line of facts, two where it is short; one that has no room is out of sight as a whole. */
const Facts = styled.output`
  display: flex;
  flex-wrap: wrap;
  block-size: 1.5em;
  overflow: hidden;
  line-height: 1.5;

  > * {
    ${oneLine}
    max-inline-size: 100%;
  }

  strong {
    font-weight: 600;
  }

  > * + * {
    margin-inline-start: var(--space-4);
    padding-inline-start: var(--space-4);
    border-inline-start: 1px solid var(--rule-strong);
  }

  @media (max-width: 63.99rem) {
    block-size: 2.7em;
    font-size: var(--text-caption);
    line-height: 1.35;

    > * + * {
      flex-basis: 100%;
      margin: 0;
      padding: 0;
      border: 0;
    }
  }

  /* A long name takes the second line; in that line, one without room is out of sight. */
  @media ${PHONE} {
    > :first-child {
      white-space: normal;
    }

    > * + * {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25em;
      block-size: 1.35em;
    }

    [data-passes] {
      display: none;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2);

  @media ${PHONE} {
    > :is(a, button:not([aria-label])) {
      max-inline-size: 7.25rem;
      padding-inline: var(--space-2);
      font-size: var(--text-caption);
      white-space: normal;
    }

    [data-means] {
      ${visuallyHidden}
    }

    /* What has happened needs the room, and the bar below leads there. */
    > [data-wide] {
      display: none;
    }
  }
`;

/** It is on every page; the ticks keep the week's place current between two polls. */
const WEEK_POLL_MS = 30_000;

/** Nothing without a nation. */
export function OwnStrip({ you }: { readonly you: Address }) {
  return <OwnStripOf key={you} you={you} />;
}

function OwnStripOf({ you }: { readonly you: Address }) {
  const player = useQuery(playerNationQuery(you)).data;
  const own = useOwnRow();
  const stakes = useNamedStakes(you, own !== null);
  const { news, awayMs, dismiss } = useNews(you, stakes);
  const move = useCelebration(you);
  const { rows } = useLeaderboard({ poll: false });
  // A phone has room for the news itself.
  const isPhone = useMatches(PHONE);
  const president = useNationTotals()[own?.nationId ?? 'usa']?.presidentWallet ?? null;
  const text =
    news && own
      ? newsText(news, { nationId: own.nationId, president, stakes: stakes ?? [], rows })
      : null;
  if (!player || !own) return null;
  return (
    <Strip aria-label="Your standing" data-news={(!move && text !== null) || undefined}>
      <OwnPlace own={own} />
      {move ? (
        <Celebration key={move.id} move={move} isPresident={news?.presidency === 'won'} />
      ) : news && text !== null ? (
        <>
          <Words title={text}>{awayMs === null || isPhone ? text : awayText(awayMs, text)}</Words>
          <Actions>
            <Answer news={news} player={player} stakes={stakes ?? []} />
            <Button tone="quiet" square aria-label="Dismiss" onClick={dismiss}>
              <X size={18} aria-hidden />
            </Button>
          </Actions>
        </>
      ) : (
        <Race player={player} own={own} />
      )}
    </Strip>
  );
}

function OwnPlace({ own }: { readonly own: LeaderboardEntry }) {
  useHtmlAttribute('data-own-strip', 'shown');
  const { pathname, search } = useLocation();
  // On the live ranking one's own row is what is looked for.
  const isOnRanking = pathname === '/ranking' && !/[?&](at|season)=/.test(search);
  return (
    <Standing to={isOnRanking ? '/ranking?around=me' : playerPath(own.walletAddress)}>
      <span>{`#${formatCount(own.rank)}`}</span>
      <Figure value={own.gdp} text={formatDollars(own.gdp)} />
    </Standing>
  );
}

/** What can be done about the news. */
function Answer({
  news: { places, presidency, unbacked, unlocked },
  player,
  stakes,
}: {
  readonly news: News;
  readonly player: PlayerNationView;
  readonly stakes: readonly NamedStake[];
}) {
  const { walletAddress, nationId } = player.playerNation;
  const { move } = usePass(player);
  const proposeThere = useProposeThere();
  if (unbacked.length > 0)
    return <ButtonLink to={playerPath(walletAddress)}>See what is left</ButtonLink>;
  const stake = stakes.find(({ id }) => unlocked.includes(id));
  if (stake) {
    return (
      <Button onClick={() => proposeThere({ what: 'stake', id: stake.id })}>
        Show your stakes
      </Button>
    );
  }
  if (places && presidency !== 'lost') {
    if (move) return <Pass move={move} />;
    return (
      <ButtonLink to="/ranking" data-wide>
        See the ranking
      </ButtonLink>
    );
  }
  return <ButtonLink to={nationPath(nationId)}>See the race</ButtonLink>;
}

/** Who is ahead and what passes them; who is behind. */
function Race({
  player,
  own,
}: {
  readonly player: PlayerNationView;
  readonly own: LeaderboardEntry;
}) {
  const { rows } = useLeaderboard({ poll: false });
  const week = useWeek(useThisWeek(), { pollMs: WEEK_POLL_MS }).data;
  const { move, isBest } = usePass(player);
  // The dashboard's head has a button for the best move.
  const isThere = useIsOnDashboard();
  const offered = isThere && isBest ? null : move;
  const above = rows[own.rank - 2];
  const below = rows[own.rank];
  const dena = above ? denaPast(own.gdp, above.gdp) : 0;
  return (
    <>
      <Facts>
        {above && (
          <span>
            <strong>{aheadText(nameOf(above), above.gdp - own.gdp)}</strong>
            {!offered && dena > 0 && (
              <span data-passes>{`: ${formatCount(dena)} DENA passes`}</span>
            )}
          </span>
        )}
        {week && (
          <span>
            {chaseText(week).map((part) => (
              <span key={part}>{`${part} `}</span>
            ))}
          </span>
        )}
        {below && <span>{behindText(nameOf(below), own.gdp - below.gdp)}</span>}
      </Facts>
      <Actions>{offered && <Pass move={offered} />}</Actions>
    </>
  );
}

function Pass({ move }: { readonly move: StakingMove }) {
  const proposeThere = useProposeThere();
  return (
    <Button onClick={() => proposeThere(move)}>
      <span>
        <span>Pass</span>
        <span data-means>{` with ${stakedText(move)}`}</span>
      </span>
    </Button>
  );
}

/** Of the moves that gain a place, the one that adds the least: the rest stays free. None while the game is paused. */
function usePass(player: PlayerNationView) {
  const next = useNextMoves(player);
  const isPaused = useIsPaused();
  const moves = next.is === 'known' && !isPaused ? next.moves : [];
  let least: StakingMove | null = null;
  for (const move of moves) {
    const { rank } = move.forecast;
    if (rank.after === null || rank.after >= rank.before) continue;
    if (!least || dollarsOf(move) < dollarsOf(least)) least = move;
  }
  return { move: least, isBest: least !== null && least === moves[0] };
}

/** The forms are on the dashboard: from another page it goes there first. */
function useProposeThere(): (proposal: Proposal) => void {
  const navigate = useNavigate();
  const isThere = useIsOnDashboard();
  return (proposal) => {
    if (!isThere) void navigate('/dashboard');
    propose(proposal);
  };
}

function useIsOnDashboard(): boolean {
  return /^\/dashboard\/?$/i.test(useLocation().pathname);
}
