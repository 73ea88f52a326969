/** Stakes DENA [DEN1]. */
import { stakeDenaCall } from '../../../../common/protocol/dena-stakes.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { denaStakesQuery } from '../../api/dena-stakes.ts';
import { keepStake } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

export const stakeDena: WalletMutation<{ amountWei: bigint }, typeof stakeDenaCall> = {
  call: stakeDenaCall,
  // On the wire an amount is a decimal string of whole DENA.
  body: (walletAddress, { amountWei }) => ({ walletAddress, amount: formatDena(amountWei) }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, denaStakesQuery(walletAddress).queryKey, stake),
};

export function useStakeDena() {
  return useWalletMutation(stakeDena);
}
