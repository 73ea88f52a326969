/**
 * The weeks' race for pages: which week runs, a week's ranking as new as the ticks, and who has won
 * one.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { weekAt, weekBegins } from '../../../../common/values/week.ts';
import { useGameNow } from '../../api/config.ts';
import { hasWeek, seasonQuery, seasonsQuery } from '../../api/seasons.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { withOwn } from './week-text.ts';

const HOUR_MS = 60 * 60_000;

/** The number of the week that runs; the component rerenders when the next one begins. */
export function useThisWeek(): number {
  const now = useGameNow();
  const nowMs = now();
  const week = weekAt(nowMs);
  useTick(Math.min(HOUR_MS, weekBegins(week + 1) - nowMs));
  return week;
}

/**
 * A week's ranking, with the connected wallet's own place. `week.data` is undefined while unknown,
 * null if there is none.
 */
export function useWeek(week: number, options: Parameters<typeof seasonQuery>[2] = {}) {
  const { walletAddress } = useWallet();
  const thisWeek = useThisWeek();
  const list = useQuery(seasonsQuery());
  const isThere = list.data && hasWeek(list.data, week, thisWeek);
  const detail = useQuery({
    ...seasonQuery(week, walletAddress, options),
    enabled: isThere === true,
  });
  // One that the list has, and no answer yet, is about to begin.
  const data = isThere === false ? null : (detail.data ?? undefined);
  const { isError, isFetching, refetch } = list.data ? detail : list;
  const withRank = useMemo(() => data && withOwn(data, walletAddress), [data, walletAddress]);
  return {
    data: withRank,
    isError: isError && data === undefined,
    isFetching,
    refetch: () => void refetch(),
  };
}
