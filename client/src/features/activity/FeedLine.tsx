/** A line of the feed: one event, or several small ones folded together. */
import { instantOf } from '../../../../common/values/instant.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATIONS } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { LandmarkMark } from '../../ui/atlas/LandmarkMark.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { formatAge, formatDeltaDollars, formatMoment } from '../../ui/format.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { objectText } from '../../views/activity-words.ts';
import { nationPath } from '../../views/nation-path.ts';
import { Person } from '../../ui/Person.tsx';
import { finishedText } from '../../views/works/stage-names.ts';
import { Line, LINE_PX } from './activity-lines.tsx';
import { finishedStage, type Fold, type Item } from './big-moves.ts';
import { foldWords, wordsOf } from './words.ts';

/** Ages below this are shown in seconds, then in minutes. */
const YOUNG_MS = 60_000;
const YOUNG_TICK_MS = 1000;
const OLD_TICK_MS = 15_000;

const NationLink = styled(Link)`
  grid-row: 1 / span 2;
  display: grid;
  place-items: center;
  align-self: stretch;
  min-inline-size: 1.5rem;

  /* As tall as the line: the list would clip a ring around it. */
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** [WRK1] In the place of the flag. */
const FinishedMark = styled.span`
  grid-row: 1 / span 2;
  display: grid;
  place-items: center;
  color: var(--action);
`;

/** The nation, not one player, has finished something. */
const NationName = styled(Link)`
  color: inherit;
  font-weight: 600;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
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

  &[data-finished] {
    grid-column: 2 / -1;
    color: var(--action);
    font-weight: 500;
  }
`;

const Change = styled.span<{ $delta: number }>`
  grid-row: 2;
  grid-column: 3;
  color: ${({ $delta }) => ($delta > 0 ? 'var(--rise)' : $delta < 0 ? 'var(--fall)' : 'inherit')};
  font-size: var(--text-caption);
  font-weight: 600;
  text-align: end;
`;

const When = styled.time`
  grid-row: 1;
  grid-column: 3;
  color: var(--ink-faint);
  font-size: var(--text-caption);
  text-align: end;
  white-space: nowrap;
`;

const FoldButton = styled.button`
  grid-column: 1 / span 2;
  display: flex;
  gap: var(--space-3);
  align-items: center;
  min-block-size: var(--tap);
  padding: 0;
  border: 0;
  background: none;
  color: var(--ink-muted);
  font: inherit;
  text-align: start;
  cursor: pointer;

  &:hover {
    color: var(--ink);
  }

  svg {
    inline-size: 1.5rem;
    transition: transform var(--motion-fast) ease-out;
  }

  &[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }
`;

const FoldEnd = styled.span`
  display: grid;
  justify-items: end;
`;

export function FeedLine({
  item,
  isYou,
  isOfPlayer,
  top,
  onFold,
}: {
  readonly item: Item;
  readonly isYou: boolean;
  /** The feed is one player's: it tells what that player did, also where a nation's work was finished by it. */
  readonly isOfPlayer: boolean;
  /** Offset in the list, in px. */
  readonly top: number;
  /** Opens or closes a fold. */
  readonly onFold: (key: string) => void;
}) {
  return (
    <Line
      data-glide={item.key}
      data-top={top}
      style={{ transform: `translateY(${top}px)` }}
      $isWithin={item.fold === null && item.isWithin}
    >
      {item.fold === null ? (
        finishedStage(item.event) && !isOfPlayer ? (
          <FinishedParts event={item.event} />
        ) : (
          <EventParts event={item.event} isYou={isYou} />
        )
      ) : (
        <FoldParts fold={item.fold} onClick={() => onFold(item.key)} />
      )}
    </Line>
  );
}

function EventParts({ event, isYou }: { readonly event: ShownEvent; readonly isYou: boolean }) {
  const { walletAddress, name, nationId, at } = event;
  const delta = deltaOf(event);
  const words = wordsOf(event);
  return (
    <>
      <NationLink data-tap to={nationPath(nationId)}>
        <Flag nation={nationId} label={NATIONS[nationId].name} />
      </NationLink>
      <Who>
        <Person wallet={walletAddress} name={name} />
        {isYou && <Badge $tone="action">You</Badge>}
      </Who>
      <Age atMs={instantOf(at)} />
      <What title={words}>{words}</What>
      <Change $delta={delta}>{delta !== 0 && formatDeltaDollars(delta)}</Change>
    </>
  );
}

/** `Italy finished` `the second storey of the Colosseum`. */
function FinishedParts({ event }: { readonly event: ShownEvent }) {
  const { walletAddress, name, nationId, detail, at } = event;
  const finished = detail.finished ?? [];
  const words = finishedText(nationId, finished);
  return (
    <>
      <FinishedMark>
        <LandmarkMark nation={nationId} stage={Math.max(0, ...finished)} />
      </FinishedMark>
      <Who>
        <NationName data-tap to={nationPath(nationId)}>
          {NATIONS[nationId].name}
        </NationName>
        {' finished '}
      </Who>
      <What data-finished title={`${words}, with ${objectText(event)} of ${name ?? walletAddress}`}>
        {words}
      </What>
      <Age atMs={instantOf(at)} />
    </>
  );
}

function FoldParts({ fold, onClick }: { readonly fold: Fold; readonly onClick: () => void }) {
  return (
    <>
      <FoldButton type="button" aria-expanded={fold.isOpen} onClick={onClick}>
        <ChevronDown size={16} aria-hidden />
        <span>{foldWords(fold)}</span>
      </FoldButton>
      <FoldEnd>
        <Age atMs={fold.atMs} />
        <Change $delta={fold.delta}>{fold.delta !== 0 && formatDeltaDollars(fold.delta)}</Change>
      </FoldEnd>
    </>
  );
}

function Age({ atMs }: { readonly atMs: number }) {
  const ageMs = useGameNow()() - atMs;
  useTick(ageMs < YOUNG_MS ? YOUNG_TICK_MS : OLD_TICK_MS);
  const at = new Date(atMs);
  // Formatted on demand: the first date takes a phone noticeable time.
  const [moment, setMoment] = useState<string>();
  return (
    <When
      dateTime={at.toISOString()}
      title={moment}
      onPointerEnter={() => setMoment(formatMoment(at))}
    >
      {formatAge(ageMs)}
    </When>
  );
}

/** The offset of the line at an index, in px. */
export function topOf(place: number): number {
  return place * LINE_PX;
}
