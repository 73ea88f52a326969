/** The activity feed: who just did what, in a few lines that scroll at a readable pace. */
import { useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { Button } from '../../ui/Button.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { Panel } from '../../ui/Panel.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Lines, LINES, waitingLines } from './activity-lines.tsx';
import { folded, unfolded } from './big-moves.ts';
import { FeedLine, topOf } from './FeedLine.tsx';
import { FeedTabs, type FeedTab } from './FeedTabs.tsx';
import { useActivity } from './use-activity.ts';

const PACE_MS = 1500;
/** How many events back small ones are folded together. */
const MOST_EVENTS = 150;

const Choice = styled.select`
  inline-size: 100%;
  min-block-size: var(--tap);
  padding-inline: var(--space-5);
  border: 0;
  border-block-end: 1px solid var(--rule);
  background: var(--surface-raised);
  color: var(--ink-muted);
  font: inherit;
  cursor: pointer;

  &:hover {
    background: var(--surface-hover);
    color: var(--ink);
  }
`;

const Note = styled.div`
  display: grid;
  gap: var(--space-3);
  justify-items: start;
  padding: var(--space-5);
  color: var(--ink-muted);
`;

interface ActivityFeedProps {
  /** The nation whose events are shown at first; null for all. */
  readonly nationId?: NationId | null;
  /** Only this player's events; hides the tabs. */
  readonly walletAddress?: Address | null;
  readonly you: Address | null;
  /** Pauses the feed together with the ranking beside it. */
  readonly isPaused?: boolean;
  readonly lines?: number;
  /** How many lines if the feed is above other content rather than beside it. */
  readonly narrowLines?: number;
  readonly className?: string;
}

export function ActivityFeed({
  nationId = null,
  walletAddress = null,
  you,
  isPaused = false,
  lines = LINES,
  narrowLines = lines,
  className,
}: ActivityFeedProps) {
  const [tab, setTab] = useState<FeedTab>(nationId ? 'nation' : 'big');
  const [chosenNation, setChosenNation] = useState<NationId>(nationId ?? 'usa');
  const shownNation = tab === 'nation' && !walletAddress ? chosenNation : null;
  const panelId = useId();
  return (
    <Panel
      title="Activity"
      flush
      className={className}
      aside={!walletAddress && <FeedTabs tab={tab} panelId={panelId} onChange={setTab} />}
    >
      <div id={panelId} {...(walletAddress ? {} : { role: 'tabpanel', 'aria-label': 'Activity' })}>
        {shownNation && (
          <label>
            <VisuallyHidden>Activity of</VisuallyHidden>
            <Choice
              value={shownNation}
              onChange={({ target: { value } }) =>
                setChosenNation(NATION_LIST.find(({ id }) => id === value)?.id ?? chosenNation)
              }
            >
              {NATION_LIST.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          </label>
        )}
        <Feed
          nationId={shownNation}
          walletAddress={walletAddress}
          isFolded={tab === 'big' && !walletAddress}
          {...{ you, isPaused, lines, narrowLines }}
        />
      </div>
    </Panel>
  );
}

function Feed({
  nationId,
  walletAddress,
  isFolded,
  you,
  isPaused,
  lines,
  narrowLines,
}: Required<Omit<ActivityFeedProps, 'className'>> & {
  /** Fold small events together. */
  readonly isFolded: boolean;
}) {
  const { activity: latest, isError, refetch } = useActivity({ nationId, walletAddress });
  // The first response, and a switch to another nation, are shown immediately.
  const subject = `${walletAddress ?? nationId ?? 'all'} ${latest ? 'read' : 'asked'}`;
  const activity = usePaced(subject, latest, { paceMs: PACE_MS, isHeld: isPaused });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback((key: string) => {
    setOpen((was) =>
      was.has(key) ? new Set([...was].filter((one) => one !== key)) : new Set([...was, key]),
    );
  }, []);
  const made = useMemo(() => {
    const recent = activity?.slice(0, MOST_EVENTS);
    // If there are few enough to read one by one, fold nothing.
    return recent && (isFolded && recent.length > lines ? folded(recent, open) : unfolded(recent));
  }, [activity, isFolded, open, lines]);
  // The first lines take a phone a while.
  const items = useDeferredValue(made);
  const list = useRef<HTMLOListElement>(null);
  const shown = items?.slice(0, lines) ?? null;
  useGlide(list, shown?.map(({ key }) => key).join() ?? '');
  if (shown?.length === 0 || isError) {
    return (
      <Note>
        <span>
          {isError ? 'The activity could not be loaded.' : 'Nothing has happened here yet.'}
        </span>
        {isError && <Button onClick={refetch}>Try again</Button>}
      </Note>
    );
  }
  return (
    <Lines
      ref={list}
      $lines={lines}
      $narrowLines={narrowLines}
      aria-label="Activity"
      aria-busy={!shown}
    >
      {shown
        ? shown.map((item, i) => (
            <FeedLine
              key={item.key}
              item={item}
              isYou={item.event !== null && item.event.walletAddress === you}
              isOfPlayer={walletAddress !== null}
              top={topOf(i)}
              onFold={fold}
            />
          ))
        : waitingLines(lines)}
    </Lines>
  );
}
