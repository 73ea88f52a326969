/** Which row the page's URL asks the list to show, and what to say if it can't be shown. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureReason } from '../../../../client-kit/api/api-error.ts';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { rowQuery } from '../../api/players.ts';
import { formatCount } from '../../ui/format.ts';
import type { Jump } from './RankingList.tsx';

interface Jumping {
  readonly jump: Jump | null;
  readonly problem: string | null;
}

export function useJump({
  around,
  nationId,
  rows,
  own,
  you,
  isYouKnown,
  key,
}: {
  /** As in the URL: a wallet in lower case, or `me`. */
  readonly around: string | null;
  readonly nationId: NationId | null;
  readonly rows: readonly LeaderboardEntry[];
  readonly own: LeaderboardEntry | null;
  readonly you: Address | null;
  /** True once the viewer's wallet is known, or known not to be connected. */
  readonly isYouKnown: boolean;
  /** Of the browser's history entry. */
  readonly key: string;
}): Jumping {
  const wallet = around === 'me' ? (you?.toLowerCase() ?? null) : around;
  const known = useMemo(
    () => (wallet ? [...rows, ...(own ? [own] : [])].find(isOf(wallet)) : undefined),
    [rows, own, wallet],
  );
  const asked = useQuery({
    ...rowQuery(wallet ?? ''),
    enabled: wallet !== null && known === undefined,
  });
  const row = known ?? asked.data ?? null;
  const jump = useMemo(
    () => (row ? { wallet: row.walletAddress, rank: row.rank, key } : null),
    [row, key],
  );
  return { jump, problem: problem() };

  function problem(): string | null {
    if (around === null) return null;
    if (wallet === null) return isYouKnown ? 'Connect your wallet to see where you stand.' : null;
    const whom = around === 'me' ? 'You have' : `${shortAddress(wallet)} has`;
    if (!row) {
      if (asked.isError)
        return failureReason(asked.error) ?? 'The row could not be found just now.';
      return asked.data === null ? `${whom} no nation yet, so no rank either.` : null;
    }
    const isListed =
      nationId === null || rows.some((listed) => listed === row && row.nationId === nationId);
    return isListed ? null : `${whom} rank #${formatCount(row.rank)} in the whole ranking.`;
  }
}

function isOf(wallet: string) {
  return (row: LeaderboardEntry) => row.walletAddress.toLowerCase() === wallet;
}
