/** Contributes resources to the nation's work [WRK1]. */
import { contributeCall } from '../../../../common/protocol/contribute.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import { nationQuery } from '../../api/nation.ts';
import { worksQuery } from '../../api/works.ts';
import { keepPlayer } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

interface Contribution {
  readonly resourceType: ResourceType;
  /** Units: whole, at least 1. */
  readonly quantity: number;
}

export const contribute: WalletMutation<Contribution, typeof contributeCall> = {
  call: contributeCall,
  body: (walletAddress, { resourceType, quantity }) => ({ walletAddress, resourceType, quantity }),
  updateCache(queryClient, walletAddress, { playerNation, nation, resources }) {
    keepPlayer(queryClient, walletAddress, { playerNation, nation, resources });
    void queryClient.invalidateQueries({ queryKey: worksQuery().queryKey });
    void queryClient.invalidateQueries({ queryKey: nationQuery(playerNation.nationId).queryKey });
  },
};

export function useContribute() {
  return useWalletMutation(contribute);
}
