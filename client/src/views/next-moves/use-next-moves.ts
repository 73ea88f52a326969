/** The player's next moves, kept current with balances, stakes, the ranking and the presidency. */
import { useQuery } from '@tanstack/react-query';
import type { NftKind, NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { useRules } from '../../api/config.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { useNationTotals } from '../../live/live-values.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { ledgerOf } from '../dena-ledger.ts';
import { activeOf, copiesIn } from '../staked.ts';
import { useToken } from '../use-token.ts';
import { useDenaBalance, useNftBalances } from '../../wallet/balances.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { nextMoves, type FreeNft, type StakingMove } from './next-moves.ts';

type WhatNext =
  | { readonly is: 'loading' | 'wrong-network' }
  | { readonly is: 'unreadable'; readonly problem: string }
  | {
      readonly is: 'known';
      /** Best first; empty if nothing brings anything. */
      readonly moves: readonly StakingMove[];
    };

export function useNextMoves(player: PlayerNationView): WhatNext {
  const { playerNation, nation } = player;
  const { walletAddress } = playerNation;
  const rules = useRules();
  const { isWrongNetwork } = useWallet();
  const dena = useDenaBalance();
  const nfts = useNftBalances(nation.id);
  const territory = useQuery(territoryQuery(walletAddress));
  const national = useFreeNft('national', player, nfts.national, territory.data);
  const cultural = useFreeNft('cultural', player, nfts.cultural, territory.data);
  const totals = useNationTotals()[nation.id];
  const own = useOwnRow();

  if (isWrongNetwork) return { is: 'wrong-network' };
  if (dena.problem !== null) return { is: 'unreadable', problem: dena.problem };
  if (dena.balanceWei === null) return { is: 'loading' };
  if (nfts.isLoading || territory.isPending || national === 'loading' || cultural === 'loading') {
    return { is: 'loading' };
  }
  const moves = nextMoves({
    rules,
    player,
    gdp: own?.gdp ?? playerNation.gdp,
    presidentFrom:
      totals && totals.presidentWallet !== walletAddress ? totals.presidentStakedCount + 1 : null,
    freeWei: ledgerOf(dena.balanceWei, playerNation).freeWei,
    nfts: [national, cultural].filter((nft): nft is FreeNft => nft !== null),
  });
  return { is: 'known', moves };
}

/** Null if there is none to stake, or its worth is unknown. */
function useFreeNft(
  kind: NftKind,
  { nation, playerNation }: PlayerNationView,
  owned: bigint | null,
  stakes: readonly NftStakeView[] | undefined,
): FreeNft | 'loading' | null {
  const { worth, metadata, isError } = useToken(nation.id, kind, playerNation.walletAddress);
  if (owned === null || !stakes) return null;
  const copies = Number(owned) - copiesIn(activeOf(stakes, kind));
  if (copies <= 0) return null;
  if (!worth) return metadata || isError ? null : 'loading';
  return { kind, name: nftName(kind, nation.id), copies, worth };
}
