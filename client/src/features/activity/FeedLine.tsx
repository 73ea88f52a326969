/** A line of a feed: who did what, when, and what it changed. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { instantOf } from '../../../../common/values/instant.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { deltaOf } from '../../live/live-events.ts';
import { useName } from '../../live/use-leaderboard.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { Laurel } from '../../ui/Laurel.tsx';
import { nameOf } from '../../views/names-text.ts';
import { formatAge } from '../../ui/format.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Star } from '../../ui/follow.ts';
import { playerPath } from '../../ui/Person.tsx';
import { Caption, oneLine } from '../../ui/text.ts';
import { objectText } from '../../../../common/values/activity-words.ts';
import { nationPath } from '../../views/paths.ts';
import { finishedText } from '../../../../common/values/work-names.ts';
import { wordsOf, type FeedEvent } from './activity.ts';
import { Line, LINE_PX } from './activity-lines.tsx';
import { finishedStage } from './big-moves.ts';

/** Ages below this are shown in seconds, then in minutes. */
const YOUNG_MS = 60_000;
const YOUNG_TICK_MS = 1000;
const OLD_TICK_MS = 15_000;

const Mark = styled.span`
  grid-row: 1 / span 2;
  display: grid;
  place-items: center;
  align-self: stretch;
  color: var(--action);

  > a {
    display: grid;
    place-items: center;
    block-size: 100%;
    inline-size: 100%;
  }

  /* As tall as the line: the list would clip a ring around it. */
  > a:focus-visible {
    outline-offset: -2px;
  }
`;

const Who = styled.span`
  display: flex;
  gap: var(--space-2);
  align-items: center;
  min-inline-size: 0;
  white-space: nowrap;

  > [data-lead] {
    ${oneLine}
    font-weight: 500;
    text-decoration: none;
  }

  > a:hover {
    text-decoration: underline;
  }
`;

const What = styled(Caption)`
  ${oneLine}
  grid-area: 2 / 2;

  &[data-finished] {
    grid-column: 2 / -1;
    color: var(--action);
    font-weight: 500;
  }
`;

/** Beside the person, or below that beside what they did. */
const End = styled(Caption)`
  grid-area: 2 / 3;
  text-align: end;
  white-space: nowrap;

  &[datetime] {
    grid-row: 1;
  }
`;

export function FeedLine({
  event,
  isYou = false,
  isWall = false,
  isOfOne = false,
  nowMs,
  index,
}: {
  readonly event: FeedEvent;
  readonly isYou?: boolean;
  /** Read from afar, with nothing to press. */
  readonly isWall?: boolean;
  /** Of one nation, whose flag need not stand on each line. */
  readonly isOfOne?: boolean;
  /** The moment that is shown; now, if absent. */
  readonly nowMs?: number;
  /** In the list. */
  readonly index: number;
}) {
  const { id, walletAddress, nationId, detail, at, kind } = event;
  const name = useName(event);
  const who = nameOf({ walletAddress, name });
  const top = index * LINE_PX;
  const nation = NATIONS[nationId].name;
  const delta = kind === 'nation-chosen' ? 0 : deltaOf(event);
  const isOfNation = finishedStage(event);
  const words = isOfNation ? finishedText(nationId, detail.finished ?? []) : wordsOf(event);
  const flag = <Flag nation={nationId} {...(!isOfNation && { label: nation })} />;
  return (
    <Line data-glide={id} data-top={top} style={{ transform: `translateY(${top}px)` }}>
      <Mark>
        {isOfOne && !isOfNation ? (
          <Identicon address={walletAddress} size={20} />
        ) : isWall || isOfNation ? (
          flag
        ) : (
          <Link data-tap to={nationPath(nationId)}>
            {flag}
          </Link>
        )}
      </Mark>
      <Who className="starred">
        {isWall ? (
          <bdi data-lead>{isOfNation ? nation : who}</bdi>
        ) : (
          <Link
            data-tap
            data-lead
            to={isOfNation ? nationPath(nationId) : playerPath(walletAddress)}
            title={isOfNation ? undefined : walletAddress}
          >
            <bdi>{isOfNation ? nation : who}</bdi>
          </Link>
        )}
        {isOfNation ? <span>{'finished '}</span> : <Laurel wallet={walletAddress} />}
        {isYou && !isOfNation && <Badge $tone="action">You</Badge>}
        {!isYou && !isOfNation && !isWall && <Star wallet={walletAddress} called={who} />}
      </Who>
      <What
        data-finished={isOfNation || undefined}
        title={
          isOfNation ? `${words}, with ${objectText(event)} of ${name ?? walletAddress}` : words
        }
      >
        {words}
      </What>
      <Age atMs={instantOf(at)} nowMs={nowMs} />
      {!isOfNation && (
        <End $tone={delta < 0 ? 'fall' : 'rise'} as="strong">
          {delta !== 0 && formatDeltaDollars(delta)}
        </End>
      )}
    </Line>
  );
}

function Age({ atMs, nowMs }: { readonly atMs: number; readonly nowMs: number | undefined }) {
  const now = useGameNow();
  const ageMs = (nowMs ?? now()) - atMs;
  useTick(nowMs !== undefined ? null : ageMs < YOUNG_MS ? YOUNG_TICK_MS : OLD_TICK_MS);
  const at = new Date(atMs);
  return (
    <End as="time" $tone="faint" dateTime={at.toISOString()}>
      {formatAge(ageMs)}
    </End>
  );
}
