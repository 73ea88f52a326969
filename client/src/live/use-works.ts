/** The nations' works, live. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { revisionOf } from '../../../client-kit/api/revision.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { worksQuery } from '../api/nations.ts';
import { useLive, useLiveValue } from './live-context.ts';
import { liveWorks, type PushedWorks } from './works.ts';

const NONE_YET: PushedWorks = {};

/** Nations whose work is unknown are left out. */
export function useWorks() {
  const { status } = useLive();
  const isCutOff = status === 'polling' || status === 'reconnecting';
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    ...worksQuery(),
    ...(isCutOff ? { refetchInterval: POLL_INTERVAL_MS } : {}),
  });
  const pushed = useLiveValue((client) => client.works(), NONE_YET);
  const works = useMemo(() => liveWorks(data ?? null, revisionOf(data), pushed), [data, pushed]);
  return { works, isPending, isError, isFetching, refetch: () => void refetch() };
}
