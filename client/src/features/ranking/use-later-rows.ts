/** Loads the ranks beyond the live rows as they scroll into view, and polls those in view. */
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../../common/protocol/live-rows.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { Address } from '../../../../common/values/address.ts';
import { leaderboardPageQuery, PAGE_ROWS } from '../../api/leaderboard.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';

/** A page that only flies by during a scroll is not requested. */
const REST_MS = 120;

export interface LaterRows {
  /** By index in the list; rows not known yet are missing. */
  readonly byIndex: ReadonlyMap<number, LeaderboardEntry>;
  /** True if something in view could not be loaded at all. */
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

export function useLaterRows({
  live,
  nationId,
  listedLive,
  first,
  last,
  isPaused,
}: {
  /** The live rows: the first of the whole ranking, of all nations. */
  readonly live: readonly Pick<LeaderboardEntry, 'walletAddress'>[];
  /** List only this nation's rows; null: all rows. */
  readonly nationId: NationId | null;
  /** How many of the listed rows are live. */
  readonly listedLive: number;
  /** The first and last index in view. */
  readonly first: number;
  readonly last: number;
  /** While paused, loaded pages are not requested again. */
  readonly isPaused: boolean;
}): LaterRows {
  // A nation's later rows begin where its live ones end.
  const begin = nationId ? listedLive : LIVE_ROWS;
  const firstPage = Math.floor(Math.max(begin, first) / PAGE_ROWS);
  const lastPage = last < begin ? -1 : Math.floor(last / PAGE_ROWS);
  const pages = Array.from(
    { length: Math.max(0, lastPage - firstPage + 1) },
    (_, i) => firstPage + i,
  );
  const isResting = useResting(`${nationId} ${firstPage}-${lastPage}`);
  const liveWallets = useMemo(() => new Set(live.map((row) => row.walletAddress)), [live]);

  const results = useQueries({
    queries: pages.map((page) => ({
      ...leaderboardPageQuery(page * PAGE_ROWS, nationId),
      enabled: isResting,
      staleTime: isPaused ? Infinity : POLL_INTERVAL_MS,
      refetchInterval: isPaused ? (false as const) : POLL_INTERVAL_MS,
    })),
  });

  const polled = results.flatMap(({ data, dataUpdatedAt }, i) => {
    if (!data) return [];
    return [{ rows: data, offset: (firstPage + i) * PAGE_ROWS, polledAt: dataUpdatedAt }];
  });
  const failed = results.filter(({ isError, data }) => isError && !data);
  return {
    byIndex: placeLater(polled, liveWallets, begin),
    isError: failed.length > 0,
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** True once `value` has stayed the same for a moment. */
function useResting(value: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested === value;
}

interface PolledPage {
  readonly rows: readonly LeaderboardEntry[];
  /** The list index of the page's first row. */
  readonly offset: number;
  /** When the response arrived, in ms. */
  readonly polledAt: number;
}

/**
 * The polled rows by their index in the list, either the whole ranking or one nation's. Each wallet
 * appears once: the live rows win over a page, and the newer page over the older. Indices left
 * without a row are missing.
 * @param begin the index of the first row that no live one covers.
 */
export function placeLater(
  pages: readonly PolledPage[],
  liveWallets: ReadonlySet<Address>,
  begin: number,
): ReadonlyMap<number, LeaderboardEntry> {
  const placed = new Map<number, LeaderboardEntry>();
  const seen = new Set<Address>();
  for (const { rows, offset } of [...pages].sort((a, b) => b.polledAt - a.polledAt)) {
    for (const [i, row] of rows.entries()) {
      const { walletAddress } = row;
      if (offset + i < begin || liveWallets.has(walletAddress) || seen.has(walletAddress)) continue;
      seen.add(walletAddress);
      placed.set(offset + i, row);
    }
  }
  return placed;
}
