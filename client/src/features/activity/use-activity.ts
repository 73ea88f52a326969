/**
 * The events of a nation, of a player or of everyone, newest first: fetched once, updated live from then on,
 * and fetched again only if the live messages may have missed something. So a large audience costs no
 * requests.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { ACTIVITY_KINDS } from '../../../../common/values/event-kinds.ts';
import { eventsQuery, RECENT_EVENTS } from '../../api/events.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { useLive } from '../../live/live-context.ts';
import { useLiveEvents, useMissedEvents } from '../../live/live-values.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { activityOf, type ActivityFilter } from './activity.ts';

export interface ActivityList {
  /** Null while unknown. */
  readonly activity: readonly ShownEvent[] | null;
  readonly isError: boolean;
  readonly refetch: () => void;
}

export function useActivity({
  nationId = null,
  walletAddress = null,
}: ActivityFilter): ActivityList {
  const { status } = useLive();
  const isCutOff = status === 'polling' || status === 'reconnecting';
  const { data, isError, refetch } = useQuery({
    ...eventsQuery({
      ...(nationId ? { nationId } : {}),
      ...(walletAddress ? { walletAddress } : {}),
      kinds: ACTIVITY_KINDS,
      limit: RECENT_EVENTS,
    }),
    refetchInterval: isCutOff ? POLL_INTERVAL_MS : false,
    // Also refetches a cached list when the page comes back to that nation after a while.
    staleTime: POLL_INTERVAL_MS,
  });

  const wasCutOff = useRef(false);
  useEffect(() => {
    if (status === 'live' && wasCutOff.current) void refetch();
    wasCutOff.current = isCutOff;
  }, [status, isCutOff, refetch]);
  useReadMissed(refetch);

  const live = useLiveEvents();
  const activity = useMemo(
    () => (data ? activityOf(data, live, { nationId, walletAddress }) : null),
    [data, live, nationId, walletAddress],
  );
  return { activity, isError: isError && !data, refetch: () => void refetch() };
}

/** Fetches what the live messages left out: soon, but at most once per ten seconds. */
function useReadMissed(refetch: () => Promise<unknown>): void {
  const missed = useMissedEvents();
  const seen = useRef(missed);
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (seen.current === missed) return undefined;
    const waitMs = Math.max(0, readAt.current + POLL_INTERVAL_MS - performance.now());
    const timer = setTimeout(() => {
      seen.current = missed;
      readAt.current = performance.now();
      void refetch();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [missed, refetch]);
}
