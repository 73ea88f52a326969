/**
 * The strip that is the player, at the foot of every page [SCR58]: their place in the race that the
 * page is about and what wins the next one; or the newest thing that has happened, with an answer
 * to it. Their own move is told in it, wherever they made it.
 */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNationTotals } from '../../live/live-values.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { Button } from '../../ui/Button.tsx';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';
import { NARROW, PHONE } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { playerPath } from '../../ui/Person.tsx';
import { useHtmlAttribute } from '../../ui/use-html-attribute.ts';
import { weekLink, weekOfPage, weekPath } from '../../views/paths.ts';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { Answer, PassButton } from './Answer.tsx';
import { Celebration } from './Celebration.tsx';
import { raceText } from './races.ts';
import { useCelebration } from './use-celebration.ts';
import { useNamedStakes } from './use-named-stakes.ts';
import { useNews } from './use-news.ts';
import { useOffer, useRaceOfPage, type Offer } from './use-offer.ts';
import { newsFacts } from './words.ts';

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

const RankLink = styled(Link)`
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

  small {
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
  }

  @media ${PHONE} {
    flex-direction: column;
    gap: 0;
  }
`;

/** What has happened, or the race; not beside an offer that says as much, where room is short. */
const Words = styled.output`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  line-height: 1.35;

  @media (max-width: 63.99rem) {
    font-size: var(--text-caption);
  }

  @media ${NARROW} {
    &:not([title]):not(:last-child) {
      visibility: hidden;
    }
  }

  @media ${PHONE} {
    -webkit-line-clamp: 3;
    line-height: 1.25;
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2);

  @media ${PHONE} {
    gap: 0;

    > :is(a, button:not([aria-label])) {
      padding-inline: var(--space-2);
      font-size: var(--text-caption);
      white-space: normal;
    }

    [data-news] > & > :is(a, button:not([aria-label])) {
      max-inline-size: 7.25rem;
    }
  }
`;

/** What has happened before, above the strip. */
const Others = styled.ol`
  position: fixed;
  inset: auto max(var(--page-gutter), (100vw - var(--page-width)) / 2) var(--window-foot) auto;
  display: grid;
  gap: var(--space-4);
  inline-size: min(100vw - 2 * var(--page-gutter), 30rem);
  max-block-size: 60vh;
  padding: var(--space-4);
  overflow-y: auto;
  border: 1px solid var(--rule-strong);
  background: var(--surface-overlay);
  box-shadow: var(--shadow);

  > li {
    display: grid;
    gap: var(--space-2);
    justify-items: start;
  }

  > li + li {
    padding-block-start: var(--space-4);
    border-block-start: 1px solid var(--rule);
  }
`;

/** Nothing without a nation. */
export function OwnStrip({ you }: { readonly you: Address }) {
  const player = useQuery(playerNationQuery(you)).data;
  const own = useOwnRow();
  return player && own && <StripOf key={you} player={player} own={own} />;
}

function StripOf({
  player,
  own,
}: {
  readonly player: PlayerNationView;
  readonly own: LeaderboardEntry;
}) {
  const { walletAddress: you, nationId } = own;
  const stakes = useNamedStakes(you);
  const { news, dismiss } = useNews(you, stakes);
  const { rows } = useLeaderboard({ poll: false });
  const move = useCelebration(you, rows);
  const offer = useOffer(player, own);
  const about = useRaceOfPage();
  const total = useNationTotals()[nationId];
  const [isListed, setIsListed] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isListed) return;
    setIsListed(false);
    more.current?.focus();
  };
  const president = total?.presidentWallet ?? null;
  const thisWeek = useThisWeek();
  const lastWeek = weekPath(thisWeek - 1);
  const { pathname, search } = useLocation();
  const isOnLastWeek = pathname.toLowerCase().startsWith(lastWeek.toLowerCase());
  const week = weekOfPage(pathname, search, thisWeek);
  // The page has other ranks.
  const isOverallSaid = week !== null || new URLSearchParams(search).has('at');
  const known = { nationId, president, stakes: stakes ?? [], rows };
  // The week's own page says it.
  const facts = (news ? newsFacts(news, known) : []).filter(
    ({ remedy }) => remedy !== 'see-week' || !isOnLastWeek,
  );
  const [newest, ...others] = facts;
  // What a loss cost is told with what was lost.
  const shownMove = move && move.dollars < 0 && newest?.remedy === 'win-back' ? null : move;
  const answers = { player, offer, unlocked: news?.unlocked?.stakeIds ?? [] };
  return (
    <Strip
      aria-label="Your standing"
      data-news={(!shownMove && newest && true) || undefined}
      onKeyDown={onKeyDown}
    >
      <OwnRank
        own={own}
        offer={offer}
        isToldOf={about !== 'world' && !(shownMove ?? newest)}
        isOnRanking={about === 'world'}
        isOverallSaid={isOverallSaid}
      />
      {shownMove ? (
        <Celebration
          key={shownMove.id}
          move={shownMove}
          isPresident={news?.presidency?.is === 'won'}
        />
      ) : newest ? (
        <>
          <Words title={newest.text}>{newest.text}</Words>
          <Actions>
            <Answer remedy={newest.remedy} {...answers} />
            {others.length > 0 && (
              <Button
                ref={more}
                tone="quiet"
                aria-expanded={isListed}
                onClick={() => setIsListed(!isListed)}
              >{`${others.length} more`}</Button>
            )}
            <Button
              tone="quiet"
              square
              aria-label={others.length > 0 ? 'Dismiss all' : 'Dismiss'}
              onClick={() => {
                setIsListed(false);
                dismiss();
              }}
            >
              <X size={18} aria-hidden />
            </Button>
          </Actions>
          {isListed && others.length > 0 && (
            // An answer leads to where it is given.
            <Others onClick={({ target }) => isAnswer(target) && setIsListed(false)}>
              {others.map(({ atMs, text, remedy }) => (
                <li key={`${atMs} ${text}`}>
                  <span>{text}</span>
                  <Answer remedy={remedy} {...answers} />
                </li>
              ))}
            </Others>
          )}
        </>
      ) : (
        offer && <RaceLine offer={offer} />
      )}
    </Strip>
  );
}

const isAnswer = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button') !== null;

/** One's place in the race that the strip is about; space is reserved until it is known. */
function OwnRank({
  own,
  offer,
  isToldOf,
  isOnRanking,
  isOverallSaid,
}: {
  readonly own: LeaderboardEntry;
  readonly offer: Offer | null;
  /** Whether the strip is about the offer's race; if not, it is about that of all time. */
  readonly isToldOf: boolean;
  readonly isOnRanking: boolean;
  /** Beside ranks of a week, or of an earlier moment. */
  readonly isOverallSaid: boolean;
}) {
  useHtmlAttribute('data-own-strip', 'shown');
  const thisWeek = useThisWeek();
  if (isToldOf && !offer) return <span />;
  if (isToldOf && offer?.race.of === 'week') {
    const { rank, figure } = offer.race;
    return (
      <RankLink to={weekLink(thisWeek)}>
        <span>
          <span>{rank === null ? 'No place' : `#${formatCount(rank)}`}</span>
          <small>{' this week'}</small>
        </span>
        {rank !== null && <Figure value={figure} text={formatDeltaDollars(figure)} />}
      </RankLink>
    );
  }
  // On the live ranking one's own row is what is looked for.
  return (
    <RankLink to={isOnRanking ? '/ranking?around=me' : playerPath(own.walletAddress)}>
      <span>
        <span>{`#${formatCount(own.rank)}`}</span>
        {isOverallSaid && <small>{' overall, now'}</small>}
      </span>
      <Figure value={own.gdp} text={formatDollars(own.gdp)} />
    </RankLink>
  );
}

function RaceLine({ offer: { race, pass } }: { readonly offer: Offer }) {
  return (
    <>
      <Words>{raceText(race)}</Words>
      {pass && (
        <Actions>
          <PassButton pass={pass} />
        </Actions>
      )}
    </>
  );
}
