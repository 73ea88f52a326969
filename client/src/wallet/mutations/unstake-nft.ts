/** Ends an NFT stake whose lock has expired [LCK1, LCK2]. */
import { unstakeNftCall, type NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { StakeId } from '../../../../common/values/ids.ts';
import { request } from '../../api/request.ts';
import { territoryQuery } from '../../api/territory.ts';
import { keepStake } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

const unstakeNft: WalletMutation<{ stakeId: StakeId }, NftStakeView> = {
  needsSession: unstakeNftCall.needsSession,
  call: (walletAddress, { stakeId }, idempotencyKey) =>
    request(unstakeNftCall, { body: { walletAddress, stakeId }, idempotencyKey }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, territoryQuery(walletAddress).queryKey, stake),
};

export function useUnstakeNft() {
  return useWalletMutation(unstakeNft);
}
