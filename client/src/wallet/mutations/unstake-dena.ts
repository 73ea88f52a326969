/** Ends a DENA stake whose lock has expired [LCK1, LCK2]. */
import { unstakeDenaCall, type DenaStakeView } from '../../../../common/protocol/dena-stakes.ts';
import type { StakeId } from '../../../../common/values/ids.ts';
import { denaStakesQuery } from '../../api/dena-stakes.ts';
import { request } from '../../api/request.ts';
import { keepStake } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

const unstakeDena: WalletMutation<{ stakeId: StakeId }, DenaStakeView> = {
  needsSession: unstakeDenaCall.needsSession,
  call: (walletAddress, { stakeId }, idempotencyKey) =>
    request(unstakeDenaCall, { body: { walletAddress, stakeId }, idempotencyKey }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, denaStakesQuery(walletAddress).queryKey, stake),
};

export function useUnstakeDena() {
  return useWalletMutation(unstakeDena);
}
