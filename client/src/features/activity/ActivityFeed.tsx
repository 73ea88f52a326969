/** Who did what just now, of one nation or of all: a few lines that move at a pace one can read. */
import { useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { NATIONS, NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { useGameNow } from '../../api/config.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatAgo, formatDeltaDollars, formatMoment } from '../../ui/format.ts';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Line, LINE_PX, Lines, LINES, waitingLines } from './activity-lines.tsx';
import type { Deed } from './deeds.ts';
import { useDeeds } from './use-deeds.ts';

const PACE_MS = 1500;
/** How often `3 min` is counted anew. */
const AGO_TICK_MS = 15_000;

const Choice = styled.select`
  min-block-size: var(--tap);
  margin-block: calc(-1 * var(--space-3));
  padding-inline: var(--space-2);
  border: 0;
  border-radius: var(--radius);
  background: var(--surface-raised);
  color: var(--ink-muted);
  font: inherit;
  cursor: pointer;

  &:hover {
    background: var(--surface-hover);
    color: var(--ink);
  }
`;

const Who = styled.span`
  display: flex;
  gap: var(--space-2);
  align-items: center;
  min-inline-size: 0;
  white-space: nowrap;
`;

const What = styled.span`
  grid-row: 2;
  grid-column: 2;
  overflow: hidden;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Change = styled.span<{ $delta: number }>`
  color: ${({ $delta }) => ($delta > 0 ? 'var(--rise)' : $delta < 0 ? 'var(--fall)' : 'inherit')};
  font-weight: 600;
  text-align: end;
`;

const When = styled.time`
  grid-row: 2;
  grid-column: 3;
  color: var(--ink-faint);
  font-size: var(--text-caption);
  text-align: end;
  white-space: nowrap;
`;

const Note = styled.div`
  display: grid;
  gap: var(--space-3);
  justify-items: start;
  padding: var(--space-5);
  color: var(--ink-muted);
`;

/** @param narrowLines how many lines where the feed stands above other things instead of beside them. */
export function ActivityFeed({
  nationId = null,
  you,
  isPaused = false,
  lines = LINES,
  narrowLines = lines,
  className,
}: {
  /** Which nation's activity is shown at first; null for all. */
  readonly nationId?: NationId | null;
  readonly you: Address | null;
  /** The feed stands still with the ranking beside it. */
  readonly isPaused?: boolean;
  readonly lines?: number;
  readonly narrowLines?: number;
  readonly className?: string;
}) {
  const [shownNation, setShownNation] = useState(nationId);
  const { deeds: latest, isError, refetch } = useDeeds(shownNation);
  // Another nation, and the first answer, are shown at once.
  const subject = `${shownNation ?? 'all'} ${latest ? 'read' : 'asked'}`;
  const deeds = usePaced(subject, latest, { paceMs: PACE_MS, isHeld: isPaused });
  const list = useRef<HTMLOListElement>(null);
  const shown = deeds?.slice(0, lines) ?? null;
  useGlide(list, shown?.map(({ key }) => key).join() ?? '');
  useTick(AGO_TICK_MS);
  const now = useGameNow();
  const choiceId = useId();
  return (
    <Panel
      title="Activity"
      flush
      className={className}
      aside={
        <>
          <label htmlFor={choiceId}>
            <VisuallyHidden>Activity of</VisuallyHidden>
          </label>
          <Choice
            id={choiceId}
            value={shownNation ?? ''}
            onChange={(event) => {
              const { value } = event.target;
              setShownNation(NATION_LIST.find(({ id }) => id === value)?.id ?? null);
            }}
          >
            <option value="">All nations</option>
            {NATION_LIST.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
        </>
      }
    >
      {shown?.length === 0 || isError ? (
        <Note>
          {isError ? 'The activity could not be loaded.' : 'Nothing has happened here yet.'}
          {isError && <Button onClick={refetch}>Try again</Button>}
        </Note>
      ) : (
        <Lines
          ref={list}
          $lines={lines}
          $narrowLines={narrowLines}
          aria-label="Activity"
          aria-busy={!shown}
        >
          {shown
            ? shown.map((deed, i) => (
                <DeedLine
                  key={deed.key}
                  deed={deed}
                  isYou={deed.walletAddress === you}
                  nowMs={now()}
                  top={i * LINE_PX}
                />
              ))
            : waitingLines(lines)}
        </Lines>
      )}
    </Panel>
  );
}

function DeedLine({
  deed,
  isYou,
  nowMs,
  top,
}: {
  readonly deed: Deed;
  readonly isYou: boolean;
  readonly nowMs: number;
  readonly top: number;
}) {
  const { walletAddress, nationId, words, delta, atMs } = deed;
  const at = new Date(atMs);
  // Written when it is asked for: a phone takes its time over the first date.
  const [moment, setMoment] = useState<string>();
  return (
    <Line
      data-glide={deed.key}
      data-top={top}
      style={{ transform: `translateY(${top}px)` }}
      title={walletAddress}
    >
      <Flag nation={nationId} label={NATIONS[nationId].name} />
      <Who>
        {shortAddress(walletAddress)}
        {isYou && <Badge $tone="action">You</Badge>}
      </Who>
      <Change $delta={delta}>{delta !== 0 && formatDeltaDollars(delta)}</Change>
      <What>{words}</What>
      <When
        dateTime={at.toISOString()}
        title={moment}
        onPointerEnter={() => setMoment(formatMoment(at))}
      >
        {formatAgo(nowMs - atMs)}
      </When>
    </Line>
  );
}
