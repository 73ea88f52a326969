/**
 * The activity of a nation or of all, newest first: read once, told live from then on, and read again
 * only where the live messages may have missed something. So a crowd that watches asks for nothing.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { NationId } from '../../../../common/values/nations.ts';
import { eventsQuery, RECENT_EVENTS } from '../../api/events.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { useLive } from '../../live/live-context.ts';
import { useLiveCauses } from '../../live/use-live-causes.ts';
import { deedsOf, type Deed } from './deeds.ts';

export interface Deeds {
  /** Null while nothing is known. */
  readonly deeds: readonly Deed[] | null;
  readonly isError: boolean;
  readonly refetch: () => void;
}

export function useDeeds(nationId: NationId | null): Deeds {
  const { status } = useLive();
  const isCutOff = status === 'polling' || status === 'reconnecting';
  const { data, isError, refetch } = useQuery({
    ...eventsQuery({ ...(nationId ? { nationId } : {}), limit: RECENT_EVENTS }),
    refetchInterval: isCutOff ? POLL_INTERVAL_MS : false,
    // Another nation's deeds are not this one's, but what was read a while ago is read again.
    staleTime: POLL_INTERVAL_MS,
  });

  const wasCutOff = useRef(false);
  useEffect(() => {
    if (status === 'live' && wasCutOff.current) void refetch();
    wasCutOff.current = isCutOff;
  }, [status, isCutOff, refetch]);

  const causes = useLiveCauses();
  const deeds = useMemo(
    () => (data ? deedsOf(data, causes, nationId) : null),
    [data, causes, nationId],
  );
  return { deeds, isError: isError && !data, refetch: () => void refetch() };
}
