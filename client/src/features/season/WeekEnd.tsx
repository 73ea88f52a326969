/**
 * The moment of the week [SCR73]: when a week ends while somebody watches one of its pages, its
 * podium has the page for ten seconds, then the new week's first line. It takes no focus, is never
 * over a dialog, and nothing moves below it.
 */
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { keyframes, styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { weekId, weekNumber, weekOf, weekTitle } from '../../../../common/values/week.ts';
import { gameClock } from '../../api/game-clock.ts';
import { Button } from '../../ui/Button.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { BRANCH } from '../../ui/Laurel.tsx';
import { PORTRAIT } from '../../ui/layout/boxes.ts';
import { Muted, Strong } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { weekOfPage } from '../../views/paths.ts';

const PODIUM_MS = 10_000;
const NEW_WEEK_MS = 4000;
/** For how long a week's end is news; it is final after a quarter of that. */
const NEWS_MS = 60_000;

const appear = keyframes`
  from { opacity: 0; }
`;
const draw = keyframes`
  from { stroke-dashoffset: 1; }
`;

/** Over the page, between its header and what stands at the window's foot; below dialogs. */
const Cover = styled.div`
  position: fixed;
  inset: calc(var(--header-height) + 1px) 0 var(--window-foot);
  z-index: 12;
  display: grid;
  place-content: safe center;
  justify-items: center;
  gap: var(--space-3);
  padding: var(--space-4) var(--page-gutter);
  overflow-y: auto;
  background: var(--surface);
  text-align: center;
  animation: ${appear} var(--motion-slow) var(--ease);

  html[data-on='wall'] & {
    inset: 0;
    zoom: 1.75;

    @media ${PORTRAIT} {
      gap: var(--space-6);
      zoom: 2;
    }
  }

  > button {
    position: absolute;
    inset: var(--space-3) var(--space-3) auto auto;
  }

  > h2 {
    font-size: var(--text-title);
    text-wrap: balance;
  }
`;

const Crowned = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  inline-size: clamp(5rem, 22vh, 9rem);
  aspect-ratio: 1;

  > svg:last-child {
    position: absolute;
    inset: 0;
    fill: none;
    stroke: var(--action);
    stroke-width: 0.3;
    stroke-dasharray: 1;
    animation: ${draw} calc(6 * var(--motion-slow)) var(--ease) backwards;
  }

  html[data-on='wall'] & {
    @media ${PORTRAIT} {
      zoom: 1.5;
    }
  }
`;

const Podium = styled.ol`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--space-2) var(--space-4);
  inline-size: min(28rem, 100vw - 2 * var(--page-gutter));
  font-size: var(--text-lead);
  text-align: start;

  > li {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    padding-block-start: var(--space-2);
    border-block-start: 1px solid var(--rule);
  }

  bdi {
    text-align: left;
  }

  strong {
    justify-self: end;
  }

  html[data-on='wall'] & > li {
    @media ${PORTRAIT} {
      padding-block: var(--space-5) var(--space-3);
    }
  }
`;

export function WeekEnd() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const thisWeek = useThisWeek();
  /** The week that was seen running, until its end has been shown. */
  const [running, setRunning] = useState<number | null>(null);
  const [shown, setShown] = useState<SeasonDetail | 'new-week' | null>(null);
  const current = running ?? thisWeek;
  // A wall screen may name none.
  const week = weekOfPage(pathname, search, current) ?? current;
  const { data } = useWeek(week);
  // By what the server says: this machine's clock may jump over a week's end.
  if (data?.season.state === 'running' && running !== week) setRunning(week);
  const ended = data?.season.state === 'final' && running === week ? data : null;

  /** A page that names the week by its address goes on to the one that runs. */
  const toThisWeek = () => {
    setRunning(null);
    const params = new URLSearchParams(search);
    // A wall screen keeps the week's ten best [SCR59].
    if (!params.has('season') || params.get('screen') === 'tv') return;
    params.set('season', weekId(thisWeek));
    void navigate({ search: String(params) }, { replace: true, preventScrollReset: true });
  };
  const close = () => {
    if (shown !== 'new-week') toThisWeek();
    setShown(null);
  };
  /** Who doesn't see it when it comes goes on to the week that runs; so do all if nobody won. */
  const showEnd = useEffectEvent(() => {
    if (!ended) return;
    const { to, champion } = ended.season;
    const isLate = gameClock.now() - instantOf(to) > NEWS_MS;
    if (isLate || !champion || document.hidden || isDialogOpen()) toThisWeek();
    else setShown(ended);
  });
  const showNext = useEffectEvent(() => {
    if (shown !== 'new-week') toThisWeek();
    setShown(shown === 'new-week' ? null : 'new-week');
  });
  const onEscape = useEffectEvent(() => !isDialogOpen() && close());

  const hasEnded = ended !== null && shown === null;
  useEffect(() => {
    if (!hasEnded) return undefined;
    const timer = setTimeout(() => showEnd(), 0);
    return () => clearTimeout(timer);
  }, [hasEnded]);
  useEffect(() => {
    if (!shown) return undefined;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape();
    // Before a dialog closes by it.
    addEventListener('keydown', onKey, true);
    const timer = setTimeout(() => showNext(), shown === 'new-week' ? NEW_WEEK_MS : PODIUM_MS);
    return () => {
      removeEventListener('keydown', onKey, true);
      clearTimeout(timer);
    };
  }, [shown]);
  return createPortal(
    <div aria-live="polite">
      {shown && (
        <Cover data-week-end>
          {shown === 'new-week' ? <NewWeek week={thisWeek} /> : <Won data={shown} />}
          <Button tone="quiet" square aria-label="Close" onClick={close}>
            <X size={20} aria-hidden />
          </Button>
        </Cover>
      )}
    </div>,
    document.body,
  );
}

const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

function Won({ data: { season, entries } }: { readonly data: SeasonDetail }) {
  const [champion, second] = entries;
  if (!champion) return null;
  return (
    <>
      <Muted>{`${weekTitle(weekOf(season.id) ?? 0)} is over`}</Muted>
      <Crowned aria-hidden>
        <Identicon address={champion.walletAddress} size={40} />
        <svg viewBox="0 0 16 16">
          <path d={BRANCH} pathLength="1" />
          <path d={BRANCH} pathLength="1" transform="matrix(-1 0 0 1 16 0)" />
        </svg>
      </Crowned>
      <h2>
        <bdi>{nameOf(champion)}</bdi>
        <span> wins the week</span>
      </h2>
      <Muted>
        {second ? (
          <>
            <span>{`by ${formatDollars(champion.gained - second.gained)}, ahead of `}</span>
            <bdi>{nameOf(second)}</bdi>
          </>
        ) : (
          'Nobody else gained anything.'
        )}
      </Muted>
      <Podium>
        {entries.slice(0, 3).map((entry) => (
          <li key={entry.walletAddress}>
            <Muted as="span">{entry.rank}</Muted>
            <bdi>{nameOf(entry)}</bdi>
            <Strong>{formatDeltaDollars(entry.gained)}</Strong>
          </li>
        ))}
      </Podium>
    </>
  );
}

function NewWeek({ week }: { readonly week: number }) {
  const [first] = useWeek(week).data?.entries ?? [];
  return (
    <h2>
      <span>{`Week ${weekNumber(week)} has begun: `}</span>
      {first ? (
        <>
          <bdi>{nameOf(first)}</bdi>
          <span>{` leads with ${formatDeltaDollars(first.gained)}`}</span>
        </>
      ) : (
        <span>nobody has gained yet</span>
      )}
    </h2>
  );
}
