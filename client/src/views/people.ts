/** The rows of a few players, wherever they rank. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import { namedQuery } from '../api/leaderboard.ts';

type Rows = readonly LeaderboardEntry[];

/** The rows of those players, and whom they lack, in an order of their own. */
export function splitPeople<Row extends Pick<LeaderboardEntry, 'walletAddress'>>(
  wallets: Iterable<string>,
  rows: readonly Row[],
) {
  const lacking = new Set(wallets);
  const found = rows.filter(({ walletAddress }) => lacking.delete(walletAddress.toLowerCase()));
  return { found, lacking: [...lacking].sort() };
}

/**
 * Those among the live rows as they are; the others as asked for every 30 s, if the live rows are
 * not all there are.
 * @param wallets in lower case.
 */
export function usePeople(wallets: ReadonlySet<string>, live: Rows) {
  const { found, lacking } = useMemo(() => splitPeople(wallets, live), [wallets, live]);
  const asked = live.length < LIVE_ROWS ? [] : lacking;
  const { data, isPlaceholderData } = useQuery(namedQuery(asked));
  return {
    people: useMemo(
      () => [...found, ...splitPeople(lacking, data ?? []).found],
      [found, lacking, data],
    ),
    /** False while some may still come. */
    isKnown: live.length > 0 && (asked.length === 0 || (data !== undefined && !isPlaceholderData)),
  };
}
