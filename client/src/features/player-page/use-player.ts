/** A player as the page shows them: what the server answers, ahead of it what the live rows tell. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import { isOlder } from '../../api/newer.ts';
import { placeOf } from '../../api/place.ts';
import { playerQuery } from '../../api/players.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNationTotals } from '../../live/use-nation-totals.ts';

/** A player who acts without pause has their page read no more often than this. */
const READ_AGAIN_MS = 1000;

export interface ShownPlayer {
  /** Undefined while it is not known; null for a wallet without a nation. */
  readonly player: PlayerPageView | null | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

export function usePlayer(wallet: Address): ShownPlayer {
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useQuery(playerQuery(wallet));
  const { rows, placeOfRows } = useLeaderboard({ poll: false });
  const totals = useNationTotals();
  const listed = rows.find(({ walletAddress }) => walletAddress === wallet);
  // Where the socket is down the rows stand still, and the answers go on.
  const isListNewer = listed && isOlder(placeOf(data), placeOfRows(listed.nationId));
  const row = isListNewer ? listed : undefined;

  // The receipt behind a pushed figure is read at once.
  const isBehind = data === null ? listed !== undefined : !!row && row.gdp !== data?.gdp;
  useEffect(() => {
    if (!isBehind) return undefined;
    const waitMs = Math.max(0, dataUpdatedAt + READ_AGAIN_MS - Date.now());
    const timer = setTimeout(() => void refetch(), waitMs);
    return () => clearTimeout(timer);
  }, [isBehind, dataUpdatedAt, refetch]);

  const total = data && totals[data.nationId];
  const president = isOlder(placeOf(data), total ?? undefined) ? total?.presidentWallet : undefined;
  return {
    player: data && withLive(data, row, president),
    isError: isError && data === undefined,
    isFetching,
    refetch: () => void refetch(),
  };
}

/** The receipt stays what was read: it adds up to its own total. */
function withLive(
  player: PlayerPageView,
  row: LeaderboardEntry | undefined,
  presidentWallet: Address | null | undefined,
): PlayerPageView {
  return {
    ...player,
    name: row?.name === undefined ? player.name : row.name,
    rank: row?.rank ?? player.rank,
    gdp: row?.gdp ?? player.gdp,
    isPresident:
      presidentWallet === undefined ? player.isPresident : presidentWallet === player.walletAddress,
  };
}
