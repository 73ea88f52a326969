/** The bar above the list: selects which part of the ranking is shown, all of it in the page's URL. */
import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { NationId } from '../../../../common/values/nations.ts';
import { Button } from '../../ui/Button.tsx';
import { NARROW } from '../../ui/layout/boxes.ts';
import { formatDollarsCompact } from '../../ui/format.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { FindPlayer } from './FindPlayer.tsx';
import { ONE_COLUMN } from './row-layout.ts';
import { NationSwitch, RankingSwitch } from './RankingSwitches.tsx';
import { LIST_TITLE } from './RankingTable.tsx';
import { WHOLE_RANKING, type RankingUrl } from './ranking-url.ts';
import { waitingText, type Pausable } from './use-pausable-rows.ts';

/** In a single column it has two lines: what is shown, and whose rows. On a phone its buttons are icons. */
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

    > h2 {
      ${visuallyHidden}
    }
  }

  @media ${NARROW} {
    column-gap: 0;
    margin-block: 2px;

    > :is(button, a) {
      min-inline-size: var(--tap);

      &:not([data-paused]) > span {
        ${visuallyHidden}
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
  nations,
  pause,
  problem,
  rewind,
  watching,
}: {
  readonly url: RankingUrl;
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
