/** Ends an NFT stake whose lock has expired [LCK1, LCK2]. */
import { unstakeNftCall } from '../../../../common/protocol/nfts.ts';
import type { StakeId } from '../../../../common/values/ids.ts';
import { territoryQuery } from '../../api/territory.ts';
import { keepStake } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

export const unstakeNft: WalletMutation<{ stakeId: StakeId }, typeof unstakeNftCall> = {
  call: unstakeNftCall,
  body: (walletAddress, { stakeId }) => ({ walletAddress, stakeId }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, territoryQuery(walletAddress).queryKey, stake),
};

export function useUnstakeNft() {
  return useWalletMutation(unstakeNft);
}
