/** The activity feed: who just did what, in a few lines that scroll at a readable pace. */
import { useDeferredValue, useRef } from 'react';
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { Button } from '../../ui/Button.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { usePaced } from '../../ui/motion/use-paced.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote } from '../../ui/PanelRows.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import type { FeedEvent } from './activity.ts';
import { Lines, LINES, waitingLines } from './activity-lines.tsx';
import { FeedLine } from './FeedLine.tsx';
import { useActivity } from './use-activity.ts';

const PACE_MS = 1500;

interface ActivityFeedProps {
  /** Only this nation's events; null for all. */
  readonly nationId?: NationId | null;
  /** Only this player's events. */
  readonly walletAddress?: Address | null;
  /** Pauses the feed together with the ranking beside it. */
  readonly isPaused?: boolean;
  readonly lines?: number;
}

export function ActivityFeed({
  nationId = null,
  walletAddress = null,
  isPaused = false,
  lines = LINES,
}: ActivityFeedProps) {
  const { walletAddress: you } = useWallet();
  const { activity: latest, isError, refetch } = useActivity({ nationId, walletAddress });
  // The first response, and a switch to another nation, are shown immediately.
  const subject = `${walletAddress ?? nationId ?? 'all'} ${latest ? 'read' : 'asked'}`;
  const activity = usePaced(subject, latest, { paceMs: PACE_MS, isHeld: isPaused });
  // The first lines take a phone a while.
  const events = useDeferredValue(activity);
  return (
    <Panel title="Activity" flush>
      {isError ? (
        <PanelNote>
          <p>The activity could not be loaded.</p>
          <Button onClick={refetch}>Try again</Button>
        </PanelNote>
      ) : events?.length === 0 ? (
        <PanelNote>Nothing has happened here yet.</PanelNote>
      ) : (
        <FeedLines events={events} lines={lines} you={you} isOfPlayer={walletAddress !== null} />
      )}
    </Panel>
  );
}

/** The newest of the events, each gliding to its place. */
export function FeedLines({
  events,
  lines,
  you = null,
  isOfPlayer = false,
  isWall = false,
  nowMs,
}: {
  /** Newest first; null while unknown. */
  readonly events: readonly FeedEvent[] | null;
  readonly lines: number;
  readonly you?: Address | null;
  readonly isOfPlayer?: boolean;
  readonly isWall?: boolean;
  readonly nowMs?: number;
}) {
  const list = useRef<HTMLOListElement>(null);
  const shown = events?.slice(0, lines);
  useGlide(list, shown?.map(({ id }) => id).join() ?? '');
  return (
    // Nothing new may come for long, so no room is kept for it.
    <Lines ref={list} $lines={shown?.length ?? lines} aria-label="Activity" aria-busy={!shown}>
      {shown
        ? shown.map((event, index) => (
            <FeedLine
              key={event.id}
              event={event}
              index={index}
              isYou={event.walletAddress === you}
              isOfPlayer={isOfPlayer}
              isWall={isWall}
              {...(nowMs !== undefined && { nowMs })}
            />
          ))
        : waitingLines(lines)}
    </Lines>
  );
}
