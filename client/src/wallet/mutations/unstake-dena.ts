/** Ends a DENA stake whose lock has expired [LCK1, LCK2]. */
import { unstakeDenaCall } from '../../../../common/protocol/dena-stakes.ts';
import type { StakeId } from '../../../../common/values/ids.ts';
import { denaStakesQuery } from '../../api/dena-stakes.ts';
import { keepStake } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

export const unstakeDena: WalletMutation<{ stakeId: StakeId }, typeof unstakeDenaCall> = {
  call: unstakeDenaCall,
  body: (walletAddress, { stakeId }) => ({ walletAddress, stakeId }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, denaStakesQuery(walletAddress).queryKey, stake),
};

export function useUnstakeDena() {
  return useWalletMutation(unstakeDena);
}
