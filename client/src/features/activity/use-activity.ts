/**
 * The events of a nation or of everyone, newest first: fetched once, updated live from then on,
 * and fetched again only if the live messages may have missed something. So a large audience costs
 * no requests.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ACTIVITY_KINDS } from '../../../../common/values/event-kinds.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { eventsQuery, RECENT_EVENTS } from '../../api/events.ts';
import { gameClock } from '../../api/game-clock.ts';
import { LEADERBOARD_KEY, POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { useLive } from '../../live/live-context.ts';
import { passedOn } from '../../live/live-events.ts';
import { useLiveEvents, useMissedEvents } from '../../live/live-values.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { Nameable } from '../../views/names-text.ts';
import { activityOf, type FeedEvent } from './activity.ts';

/** The ranks of a move are those of the page's rows only for so long. */
const FRESH_MS = 3000;

interface ActivityList {
  /** Null while unknown. */
  readonly activity: readonly FeedEvent[] | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

export function useActivity(nationId: NationId | null = null): ActivityList {
  const { status } = useLive();
  const isCutOff = status === 'polling' || status === 'reconnecting';
  const { data, isError, isFetching, refetch } = useQuery({
    ...eventsQuery({
      ...(nationId ? { nationId } : {}),
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

  const live = useLiveMoves();
  const activity = useMemo(
    () => (data ? activityOf(data, live, nationId) : null),
    [data, live, nationId],
  );
  return { activity, isError: isError && !data, isFetching, refetch: () => void refetch() };
}

/** The live events, each with whom it passed, by the rows that the page had when it came. */
function useLiveMoves(): readonly FeedEvent[] {
  const events = useLiveEvents();
  const queryClient = useQueryClient();
  const [known] = useState(() => new Map<string, FeedEvent>());
  return useMemo(() => {
    const cached = queryClient.getQueryData<{ rows: readonly Nameable[] }>(LEADERBOARD_KEY);
    const nowMs = gameClock.now();
    const moves = events.map((event): FeedEvent => {
      const before = known.get(event.id);
      if (before) return before;
      const isFresh = nowMs - instantOf(event.at) < FRESH_MS;
      return {
        ...event,
        passed: isFresh ? (passedOn(cached?.rows ?? [], event)[0] ?? null) : null,
      };
    });
    known.clear();
    for (const move of moves) known.set(move.id, move);
    return moves;
  }, [events, known, queryClient]);
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
