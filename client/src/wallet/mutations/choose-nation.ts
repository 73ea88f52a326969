/** Chooses the wallet's nation, for good [NAT3]. */
import { chooseNationCall } from '../../../../common/protocol/player-nation.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { keepPlayer } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

export const chooseNation: WalletMutation<{ nationId: NationId }, typeof chooseNationCall> = {
  call: chooseNationCall,
  body: (walletAddress, { nationId }) => ({ walletAddress, nationId }),
  updateCache: keepPlayer,
};

export function useChooseNation() {
  return useWalletMutation(chooseNation);
}
