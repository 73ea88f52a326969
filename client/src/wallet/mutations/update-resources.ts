/** Settles accrued resources [ACC1]; it needs no session and no idempotency key. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { updateResourcesCall } from '../../../../common/protocol/upkeep.ts';
import { request } from '../../api/request.ts';
import { useWalletContext } from '../wallet-context.ts';
import { keepPlayer } from './cache-effects.ts';
import { forOneAccount } from './use-wallet-mutation.ts';

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
