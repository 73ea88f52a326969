/**
 * The bar above the list: selects which part of the ranking is shown, all of it in the page's URL.
 */
import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { weekId } from '../../../../common/values/week.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { Button } from '../../ui/Button.tsx';
import { NARROW } from '../../ui/layout/boxes.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { FindPlayer } from './FindPlayer.tsx';
import { ONE_COLUMN } from './page-layout.ts';
import { NationSwitch, RankingSwitch } from './RankingSwitches.tsx';
import { LIST_TITLE } from './RankingTable.tsx';
import { WHOLE_RANKING, type RankingUrl } from './ranking-url.ts';
import { waitingText, type Pausable } from './use-pausable-rows.ts';

/** In a single column it has two lines: what is shown, and whose rows. */
export const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 0 var(--space-3);
  min-block-size: 2.75rem;
  margin-block: var(--space-1);
  white-space: nowrap;

  > h2 {
    font-size: var(--text-lead);
  }

  > :is(button, a) {
    padding-inline: var(--space-2);
  }

  @media ${ONE_COLUMN} {
    flex-wrap: wrap;
    column-gap: var(--space-2);
    min-block-size: 5.5rem;

    &[data-lone] {
      gap: var(--space-2);
      min-block-size: 2.75rem;
    }

    &:not([data-lone]) > h2 {
      ${visuallyHidden}
    }
  }

  /* Words take the room of both. */
  @media ${NARROW} {
    column-gap: 0;
    margin-block: 2px;

    > :is(button, a):not([data-paused]) {
      min-inline-size: var(--tap);
      padding-inline: var(--space-1);
      font-size: var(--text-caption);

      > svg {
        display: none;
      }
    }
  }

  @media print {
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
    inset-block-end: calc(var(--window-foot) + var(--space-6));
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

/** What can't be shown, and the way out. */
export const Problem = styled.output`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-4);
  align-items: center;
  min-block-size: var(--tap);
  margin-block: var(--space-3);
  padding: var(--space-2) var(--space-4);
  border-inline-start: 3px solid var(--action);
  background: var(--surface-raised);
`;

export function RankingBar({
  title = LIST_TITLE,
  url: { nationId, q, view, people, problems },
  week = null,
  figureOf,
  problem = null,
  children,
}: {
  readonly title?: string;
  readonly url: RankingUrl;
  /** Whose ranking it is, by its number; null: that of all time. */
  readonly week?: number | null;
  /** A nation's figure; null while unknown. */
  readonly figureOf: ((nationId: NationId) => string) | null;
  /** Why a jump leads nowhere. */
  readonly problem?: string | null;
  /** What else can be done with it. */
  readonly children: ReactNode;
}) {
  const season = week === null ? null : weekId(week);
  const texts = problem ? [...problems, problem] : problems;
  return (
    <>
      <Bar>
        <h2>{people ? (people === 'mine' ? 'Mine' : 'A circle') : title}</h2>
        <RankingSwitch shown={week ?? view} nationId={nationId} people={people} />
        {children}
        <NationSwitch
          nationId={nationId}
          season={season}
          people={people}
          isFeed={view === 'activity'}
          figureOf={figureOf}
        />
        <FindPlayer q={q} season={season} />
      </Bar>
      {texts.length > 0 && (
        <Problem>
          {texts.map((text) => (
            <span key={text}>{text}</span>
          ))}
          <Link to={WHOLE_RANKING}>Show the whole ranking</Link>
        </Problem>
      )}
    </>
  );
}

/** Pauses the ranking; while paused, shows how many changes are waiting and resumes on click. */
export function PauseButton({ isPaused, waiting, toggle }: Omit<Pausable, 'rows'>) {
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
