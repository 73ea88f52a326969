/** A player's page data: the server's response, overlaid with newer live rows. */
import { useQuery } from '@tanstack/react-query';
import { isOlder, revisionOf, setRevision } from '../../../../client-kit/api/revision.ts';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import { useReadAgain } from '../../api/newer-answer.ts';
import { playerQuery } from '../../api/players.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useNationTotals } from '../../live/live-values.ts';

/** While a player keeps acting, fetch their page at most this often. */
const READ_AGAIN_MS = 1000;

/** `player` is undefined while unknown; null for a wallet without a nation. */
export function usePlayer(wallet: Address) {
  const query = useQuery(playerQuery(wallet));
  const { data, isError, isFetching, refetch } = query;
  const { rows, revision } = useLeaderboard({ poll: false });
  const totals = useNationTotals();
  const listed = rows.find(({ walletAddress }) => walletAddress === wallet);
  // While the socket is down the rows stop updating, but responses continue.
  const isListNewer = listed && isOlder(revisionOf(data), revision);
  const row = isListNewer ? listed : undefined;

  // When a pushed figure differs, fetch its receipt immediately.
  const isBehind = data === null ? listed !== undefined : !!row && row.gdp !== data?.gdp;
  useReadAgain(query, isBehind, READ_AGAIN_MS);

  const total = data && totals[data.nationId];
  const president = isOlder(revisionOf(data), total ?? undefined)
    ? total?.presidentWallet
    : undefined;
  return {
    player: data && withLive(data, row, president),
    isError: isError && data === undefined,
    isFetching,
    refetch: () => void refetch(),
  };
}

/** The receipt stays as fetched, since it adds up to its own total, and so does the revision that it is of. */
function withLive(
  player: PlayerPageView,
  row: LeaderboardEntry | undefined,
  presidentWallet: Address | null | undefined,
): PlayerPageView {
  const live = {
    ...player,
    name: row?.name === undefined ? player.name : row.name,
    rank: row?.rank ?? player.rank,
    gdp: row?.gdp ?? player.gdp,
    isPresident:
      presidentWallet === undefined ? player.isPresident : presidentWallet === player.walletAddress,
  };
  return setRevision(live, revisionOf(player));
}
