/** The bar above the list: selects which part of the ranking is shown, all of it in the page's URL. */
import { useQuery } from '@tanstack/react-query';
import { History, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { instantOf } from '../../../../common/values/instant.ts';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceLink } from '../../ui/choice-button.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { formatDollarsCompact } from '../../ui/format.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { leadChangesIn, momentsOf } from '../../views/nation-lines.ts';
import { rewindLink, weekLink } from '../../views/paths.ts';
import { useHasWeeks, useThisWeek } from '../../views/weeks/use-weeks.ts';
import { weekNumber } from '../../views/weeks/week-text.ts';
import { FindPlayer } from './FindPlayer.tsx';
import { NARROW, ONE_COLUMN } from './ranking-grid.ts';
import { LIST_TITLE } from './RankingTable.tsx';
import { rankingLink, WHOLE_RANKING, type RankingUrl } from './ranking-url.ts';
import { waitingText, type Pausable } from './use-pausable-rows.ts';

const HOUR_MS = 60 * 60_000;
/** A rewind begins so long before what it shows: some seconds of playing. */
const LEAD_MS = 4 * 60_000;
/** Below this width the bar's buttons are icons. */
const ICONS = '(max-width: 59.99rem)';

export const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 0 var(--space-3);
  block-size: 2.75rem;
  margin-block: var(--space-1);
  white-space: nowrap;

  > h2 {
    font-size: var(--text-lead);

    /* The switch between the list and the feed takes its place. */
    @media ${ONE_COLUMN} {
      ${visuallyHidden}
    }
  }

  > :is(button, a) {
    padding-inline: var(--space-2);

    @media ${ICONS} {
      min-inline-size: var(--tap);

      &:not([data-paused]) > span {
        ${visuallyHidden}
      }
    }
  }

  @media ${ICONS} {
    column-gap: var(--space-2);
  }

  @media ${NARROW} {
    flex-wrap: wrap;
    gap: 0;
    block-size: 5.5rem;
    margin-block: 2px;

    > :is(button, a) {
      order: 1;
    }

    /* Beside the nations. */
    > :is(button, a):last-of-type {
      order: 3;
    }
  }

  @media print {
    display: none;
  }
`;

const Nations = styled.nav`
  display: flex;
  margin-inline-start: auto;

  > a {
    min-inline-size: 2.25rem;
    padding-inline: var(--space-1);
    font-size: var(--text-caption);
    font-weight: 500;
  }

  small {
    display: none;
  }

  @media ${NARROW} {
    flex: 1 0 calc(100% - var(--tap));
    order: 2;
    margin: 0;

    > a {
      flex: 1;
      flex-direction: column;
      gap: 2px;
      min-inline-size: var(--tap);
      padding-inline: 0;
      overflow: clip;
      line-height: 1.1;
    }

    > a:first-child {
      flex: none;
    }

    small {
      display: inline;
      font-size: 0.75rem;

      @media (max-width: 24.37rem) {
        font-size: 0.6875rem;
      }
    }
  }
`;

const Views = styled.nav`
  display: flex;

  > a {
    padding-inline: var(--space-1);
    font-weight: 500;
  }

  > [data-part='activity'] {
    display: none;
  }

  @media ${ONE_COLUMN} {
    > a {
      font-size: var(--text-caption);
    }

    > [data-part='activity'] {
      display: inline-flex;
    }
  }

  @media ${NARROW} {
    gap: var(--space-1);
  }
`;

/** Which ranking is shown; or the feed, where it doesn't fit beside the list. */
export function RankingSwitch({
  shown,
  nationId = null,
}: {
  /** Or a week, by its number. */
  readonly shown: RankingUrl['view'] | number;
  readonly nationId?: NationId | null;
}) {
  const week = useThisWeek();
  const hasWeeks = useHasWeeks();
  const past = typeof shown === 'number' && shown !== week ? shown : null;
  return (
    <Views aria-label="What is shown">
      <ChoiceLink to={rankingLink({ nation: nationId })} aria-current={shown === 'list'}>
        All time
      </ChoiceLink>
      {hasWeeks && (
        <ChoiceLink to={weekLink(week)} aria-current={shown === week}>
          This week
        </ChoiceLink>
      )}
      {past === null ? (
        <ChoiceLink
          data-part="activity"
          to={rankingLink({ nation: nationId, view: 'activity' })}
          aria-current={shown === 'activity'}
        >
          Activity
        </ChoiceLink>
      ) : (
        <ChoiceLink to={weekLink(past)} aria-current>{`Week ${weekNumber(past)}`}</ChoiceLink>
      )}
    </Views>
  );
}

/** Whose rows are listed; on a phone it is the nations' standing, too. */
export function NationSwitch({
  nationId,
  season = null,
  figureOf,
}: {
  readonly nationId: NationId | null;
  readonly season?: string | null;
  /** A nation's figure; null while unknown. */
  readonly figureOf: ((nationId: NationId) => string) | null;
}) {
  return (
    <Nations aria-label="Whose rows are listed">
      <ChoiceLink to={rankingLink({ season })} aria-current={nationId === null}>
        All
      </ChoiceLink>
      {NATION_LIST.map(({ id, name }) => (
        <ChoiceLink
          key={id}
          to={rankingLink({ season, nation: id })}
          aria-current={nationId === id}
          aria-label={name}
          title={`${name} only`}
        >
          <Flag nation={id} height={16} />
          <small>{figureOf ? figureOf(id) : '\u00A0'}</small>
        </ChoiceLink>
      ))}
    </Nations>
  );
}

/** Whose rank it is may be known later than how many there are: it is wide enough for either. */
const Aside = styled.div`
  display: flex;
  align-items: center;
  min-block-size: var(--tap);
  min-inline-size: 5.25rem;
  color: var(--ink-muted);
  font-size: var(--text-caption);

  > a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--tap);
    color: var(--action);
    text-decoration: none;

    &:hover {
      text-decoration: underline;
    }
  }

  /* The page says how many there are, and the own row is always in sight. */
  @media ${NARROW} {
    display: none;
  }
`;

/** However far down the page is scrolled, the button to resume stays in reach. */
const Waiting = styled.div`
  display: contents;
  color: var(--ink-muted);
  font-size: var(--text-caption);

  @media ${NARROW} {
    position: fixed;
    inset-block-end: calc(var(--bottom-bar) + var(--strip, 0px) + var(--space-3));
    inset-inline: var(--space-4);
    z-index: 9;
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
    border: 1px solid var(--rule-strong);
    border-radius: var(--radius);
    background: var(--surface-overlay);
    box-shadow: var(--shadow);
  }
`;

/** Narrower windows have no room for it. */
const Watched = styled.span`
  display: flex;

  @media ${ONE_COLUMN} {
    display: none;
  }
`;

/** What can't be shown, and the way out. */
export const Problem = styled.output`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-4);
  align-items: center;
  min-block-size: var(--tap);
  margin-block-end: var(--space-2);
  padding: var(--space-2) var(--space-4);
  border-inline-start: 3px solid var(--action);
  background: var(--surface-raised);
`;

export function RankingBar({
  url,
  listed,
  yourRank,
  nations,
  pause,
  problem,
  rewind,
  watching,
}: {
  readonly url: RankingUrl;
  /** How many rows the list has. */
  readonly listed: number;
  readonly yourRank: number | null;
  /** Null while unknown. */
  readonly nations: readonly { readonly nationId: NationId; readonly gdp: number }[] | null;
  readonly pause: Omit<Pausable, 'rows'>;
  /** Why a jump leads nowhere. */
  readonly problem: string | null;
  readonly rewind: ReactNode;
  /** How many people are watching, if known. */
  readonly watching: ReactNode;
}) {
  const { nationId, view } = url;
  const problems = problem ? [...url.problems, problem] : url.problems;
  return (
    <>
      <Bar>
        <h2>{LIST_TITLE}</h2>
        <RankingSwitch shown={view} nationId={nationId} />
        <Aside>
          {yourRank === null ? (
            `${formatCount(listed)} in all`
          ) : (
            <Link to={rankingLink({ around: 'me' })}>{`You are #${formatCount(yourRank)}`}</Link>
          )}
        </Aside>
        <PauseButton {...pause} />
        {rewind}
        <Watched>{watching}</Watched>
        <NationSwitch
          nationId={nationId}
          figureOf={
            nations &&
            ((id) => formatDollarsCompact(nations.find((one) => one.nationId === id)?.gdp ?? 0))
          }
        />
        <FindPlayer q={url.q} />
      </Bar>
      {problems.length > 0 && (
        <Problem>
          {problems.map((text) => (
            <span key={text}>{text}</span>
          ))}
          <Link to={WHOLE_RANKING}>Show the whole ranking</Link>
        </Problem>
      )}
    </>
  );
}

/** Pauses the ranking; while paused, shows how many changes are waiting and resumes on click. */
function PauseButton({ isPaused, waiting, toggle }: Omit<Pausable, 'rows'>) {
  useShortcut('p', toggle);
  if (!isPaused) {
    return (
      <Button tone="quiet" onClick={toggle}>
        <Pause size={16} aria-hidden />
        <span>Pause</span>
      </Button>
    );
  }
  return (
    <Waiting>
      <span>{waitingText(waiting)}</span>
      <Button tone="primary" onClick={toggle} data-paused>
        <Play size={16} aria-hidden />
        <span>Catch up</span>
      </Button>
    </Waiting>
  );
}

/** Plays the past from just before the last change of lead; without one, the last big move, or from an hour ago. */
export function RewindButton({ lastBigMs }: { readonly lastBigMs: () => number | null }) {
  const { data } = useQuery(nationsHistoryQuery('24h'));
  const now = useGameNow();
  const navigate = useNavigate();
  const onClick = () => {
    const nowMs = Math.floor(now());
    const begunMs = data?.begunAt ? instantOf(data.begunAt) : 0;
    const lead = data && leadChangesIn(momentsOf(data, nowMs, null)).at(-1);
    const bigMs = lastBigMs();
    const fromMs = lead
      ? lead.atMs - data.stepMs - LEAD_MS
      : bigMs === null
        ? nowMs - HOUR_MS
        : bigMs - LEAD_MS;
    void navigate(rewindLink(Math.max(begunMs, fromMs)), { state: { plays: true } });
  };
  return (
    <Button tone="quiet" title="See the ranking as it was" onClick={onClick}>
      <History size={16} aria-hidden />
      <span>Rewind</span>
    </Button>
  );
}
