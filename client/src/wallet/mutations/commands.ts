/** What a wallet does in the game: each command's call, its body, and what its answer changes in the cache. */
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ConfigView } from '../../../../common/protocol/config.ts';
import { contributeCall } from '../../../../common/protocol/contribute.ts';
import { stakeDenaCall, unstakeDenaCall } from '../../../../common/protocol/dena-stakes.ts';
import { stakeNftCall, unstakeNftCall, type NftKind } from '../../../../common/protocol/nfts.ts';
import {
  chooseNationCall,
  type PlayerNationView,
} from '../../../../common/protocol/player-nation.ts';
import { tradeCall } from '../../../../common/protocol/trade.ts';
import { refreshCall, updateResourcesCall } from '../../../../common/protocol/upkeep.ts';
import { TRADE_PRICES, TRADE_QUANTITY } from '../../../../common/rules/trade.ts';
import type { Address } from '../../../../common/values/address.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { written } from '../../../../common/values/cultural.ts';
import type { StakeId } from '../../../../common/values/ids.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import { configQuery } from '../../api/config.ts';
import { nationQuery, worksQuery } from '../../api/nations.ts';
import { request } from '../../api/request.ts';
import { denaStakesQuery, territoryQuery } from '../../api/stakes.ts';
import type { NftRef } from '../../api/verify-nft.ts';
import { useWalletContext } from '../wallet-context.ts';
import { keepPlayer, keepStake } from './cache-effects.ts';
import { forOneAccount, type WalletMutation } from './use-wallet-mutation.ts';

/** Chooses the wallet's nation, for good [NAT3]. */
export const chooseNation: WalletMutation<{ nationId: NationId }, typeof chooseNationCall> = {
  call: chooseNationCall,
  body: (walletAddress, { nationId }) => ({ walletAddress, nationId }),
  updateCache: keepPlayer,
};

/** Stakes DENA [DEN1]. */
export const stakeDena: WalletMutation<{ amountWei: bigint }, typeof stakeDenaCall> = {
  call: stakeDenaCall,
  // On the wire an amount is a decimal string of whole DENA.
  body: (walletAddress, { amountWei }) => ({ walletAddress, amount: formatDena(amountWei) }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, denaStakesQuery(walletAddress).queryKey, stake),
};

/** Ends a DENA stake whose lock has expired [LCK1, LCK2]. */
export const unstakeDena: WalletMutation<{ stakeId: StakeId }, typeof unstakeDenaCall> = {
  call: unstakeDenaCall,
  body: (walletAddress, { stakeId }) => ({ walletAddress, stakeId }),
  updateCache: stakeDena.updateCache,
};

/** Copies to stake. */
interface NftStaking extends NftRef {
  readonly quantity: number;
  readonly nftType: NftKind;
}

/** Stakes NFTs of the player's own nation [NFT1–NFT4]. */
export const stakeNft: WalletMutation<NftStaking, typeof stakeNftCall> = {
  call: stakeNftCall,
  body: (walletAddress, { nftType, ...staking }) => ({
    walletAddress,
    ...staking,
    nftType: written(nftType),
  }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, territoryQuery(walletAddress).queryKey, stake),
};

/** Ends an NFT stake whose lock has expired [LCK1, LCK2]. */
export const unstakeNft: WalletMutation<{ stakeId: StakeId }, typeof unstakeNftCall> = {
  call: unstakeNftCall,
  body: (walletAddress, { stakeId }) => ({ walletAddress, stakeId }),
  updateCache: stakeNft.updateCache,
};

export type TradeRules = Pick<ConfigView['rules'], 'tradePrices' | 'tradeStep' | 'tradeMax'>;

/** What this page was built with, until the server has answered. */
const BUILT: TradeRules = {
  tradePrices: TRADE_PRICES,
  tradeStep: TRADE_QUANTITY.step,
  tradeMax: TRADE_QUANTITY.max,
};

/** [TRD1] `isFromServer`: they are the server's own, which holds the `cost` of a trade against them. */
export function useTradeRules(): { readonly rules: TradeRules; readonly isFromServer: boolean } {
  const rules = useQuery(configQuery()).data?.rules;
  return { rules: rules ?? BUILT, isFromServer: rules !== undefined };
}

interface Order {
  readonly resourceType: ResourceType;
  /** Units, within `TRADE_QUANTITY`. */
  readonly quantity: number;
  /** Whole DENA, as the player was shown; null until the server's prices are known. */
  readonly cost: number | null;
}

/** Buys resources for DENA [TRD1]. */
export const trade: WalletMutation<Order, typeof tradeCall> = {
  call: tradeCall,
  body: (walletAddress, { resourceType, quantity, cost }) => ({
    walletAddress,
    resourceType,
    quantity,
    ...(cost === null ? {} : { cost: String(cost) }),
  }),
  updateCache: keepPlayer,
};

interface Contribution {
  readonly resourceType: ResourceType;
  /** Units: whole, at least 1. */
  readonly quantity: number;
}

/** Contributes resources to the nation's work [WRK1]. */
export const contribute: WalletMutation<Contribution, typeof contributeCall> = {
  call: contributeCall,
  body: (walletAddress, { resourceType, quantity }) => ({ walletAddress, resourceType, quantity }),
  updateCache(queryClient, walletAddress, answer) {
    keepPlayer(queryClient, walletAddress, answer);
    const { nationId } = answer.playerNation;
    void queryClient.invalidateQueries({ queryKey: worksQuery().queryKey });
    void queryClient.invalidateQueries({ queryKey: nationQuery(nationId).queryKey });
  },
};

/** Settles accrued resources [ACC1]; it needs no session and no idempotency key. */
export function useUpdateResources() {
  const queryClient = useQueryClient();
  const { parts } = useWalletContext();
  return useMutation<PlayerNationView>({
    mutationFn: () =>
      forOneAccount(parts().store, async (walletAddress) => {
        const player = await request(updateResourcesCall, { body: { walletAddress } });
        keepPlayer(queryClient, walletAddress, player);
        return player;
      }),
  });
}

/**
 * Makes the server read the chain again and settle resources [CHN1].
 * @throws what `request` throws.
 */
export async function refreshNation(
  queryClient: QueryClient,
  walletAddress: Address,
): Promise<void> {
  keepPlayer(queryClient, walletAddress, await request(refreshCall, { body: { walletAddress } }));
  // It may have ended stakes that are no longer backed.
  void queryClient.invalidateQueries({ queryKey: denaStakesQuery(walletAddress).queryKey });
  void queryClient.invalidateQueries({ queryKey: territoryQuery(walletAddress).queryKey });
}
