/**
 * What a wallet does in the game: each command's call, and what its answer changes in the cache.
 */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../../../common/protocol/call.ts';
import { contributeCall } from '../../../../common/protocol/contribute.ts';
import { stakeDenaCall, unstakeDenaCall } from '../../../../common/protocol/dena-stakes.ts';
import { stakeNftCall, unstakeNftCall } from '../../../../common/protocol/nfts.ts';
import {
  chooseNationCall,
  type PlayerNationView,
} from '../../../../common/protocol/player-nation.ts';
import { tradeCall } from '../../../../common/protocol/trade.ts';
import { refreshCall, updateResourcesCall } from '../../../../common/protocol/upkeep.ts';
import type { Address } from '../../../../common/values/address.ts';
import { nationQuery, worksQuery } from '../../api/nations.ts';
import { pageServer } from '../../api/page-server.ts';
import { denaStakesQuery, territoryQuery } from '../../api/stakes.ts';
import { useWalletContext } from '../wallet-context.ts';
import { keepPlayer, keepStake } from './cache-effects.ts';
import { forOneAccount, type WalletMutation } from './use-wallet-mutation.ts';

/** Chooses the wallet's nation, for good [NAT3]. */
export const chooseNation: WalletMutation<typeof chooseNationCall> = {
  call: chooseNationCall,
  updateCache: keepPlayer,
};

/** Stakes DENA [DEN1]. */
export const stakeDena: WalletMutation<typeof stakeDenaCall> = {
  call: stakeDenaCall,
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, denaStakesQuery(walletAddress).queryKey, stake),
};

/** Ends a DENA stake whose lock has expired [LCK1, LCK2]. */
export const unstakeDena: WalletMutation<typeof unstakeDenaCall> = {
  call: unstakeDenaCall,
  updateCache: stakeDena.updateCache,
};

/** Stakes NFTs of the player's own nation [NFT1–NFT4]. */
export const stakeNft: WalletMutation<typeof stakeNftCall> = {
  call: stakeNftCall,
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, territoryQuery(walletAddress).queryKey, stake),
};

/** Ends an NFT stake whose lock has expired [LCK1, LCK2]. */
export const unstakeNft: WalletMutation<typeof unstakeNftCall> = {
  call: unstakeNftCall,
  updateCache: stakeNft.updateCache,
};

/** Buys resources for DENA [TRD1]. */
export const trade: WalletMutation<typeof tradeCall> = {
  call: tradeCall,
  updateCache: keepPlayer,
};

/** [TXT5] `You purchased 50 Wood for 500 DENA` */
export function purchasedText({
  trade: { resourceType, quantity, cost },
}: AnswerOf<typeof tradeCall>) {
  const label = resourceType.charAt(0).toUpperCase() + resourceType.slice(1);
  return `You purchased ${quantity} ${label} for ${cost} DENA`;
}

/** Contributes resources to the nation's work [WRK1]. */
export const contribute: WalletMutation<typeof contributeCall> = {
  call: contributeCall,
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
        const player = await pageServer.request(updateResourcesCall, { body: { walletAddress } });
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
  keepPlayer(
    queryClient,
    walletAddress,
    await pageServer.request(refreshCall, { body: { walletAddress } }),
  );
  // It may have ended stakes that are no longer backed.
  void queryClient.invalidateQueries({ queryKey: denaStakesQuery(walletAddress).queryKey });
  void queryClient.invalidateQueries({ queryKey: territoryQuery(walletAddress).queryKey });
}
