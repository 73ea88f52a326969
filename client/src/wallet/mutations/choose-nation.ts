/** Chooses the wallet's nation, for good [NAT3]. */
import {
  chooseNationCall,
  type PlayerNationView,
} from '../../../../common/protocol/player-nation.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { request } from '../../api/request.ts';
import { keepPlayer } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

const chooseNation: WalletMutation<{ nationId: NationId }, PlayerNationView> = {
  needsSession: chooseNationCall.needsSession,
  call: (walletAddress, { nationId }, idempotencyKey) =>
    request(chooseNationCall, { body: { walletAddress, nationId }, idempotencyKey }),
  updateCache: keepPlayer,
};

export function useChooseNation() {
  return useWalletMutation(chooseNation);
}
