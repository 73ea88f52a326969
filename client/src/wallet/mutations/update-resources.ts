/** Settles accrued resources [ACC1]; it needs no session and no idempotency key. */
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { updateResourcesCall } from '../../../../common/protocol/upkeep.ts';
import { request } from '../../api/request.ts';
import { keepPlayer } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

const updateResources: WalletMutation<void, PlayerNationView> = {
  needsSession: updateResourcesCall.needsSession,
  call: (walletAddress) => request(updateResourcesCall, { body: { walletAddress } }),
  updateCache: keepPlayer,
};

export function useUpdateResources() {
  return useWalletMutation(updateResources);
}
