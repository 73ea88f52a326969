/** Stakes DENA [DEN1]. */
import { stakeDenaCall, type DenaStakeView } from '../../../../common/protocol/dena-stakes.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { denaStakesQuery } from '../../api/dena-stakes.ts';
import { request } from '../../api/request.ts';
import { keepStake } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

const stakeDena: WalletMutation<{ amountWei: bigint }, DenaStakeView> = {
  needsSession: stakeDenaCall.needsSession,
  call: (walletAddress, { amountWei }, idempotencyKey) =>
    request(stakeDenaCall, {
      // On the wire an amount is a decimal string of whole DENA.
      body: { walletAddress, amount: formatDena(amountWei) },
      idempotencyKey,
    }),
  updateCache: (queryClient, walletAddress, stake) =>
    keepStake(queryClient, walletAddress, denaStakesQuery(walletAddress).queryKey, stake),
};

export function useStakeDena() {
  return useWalletMutation(stakeDena);
}
