/** What a wallet can do in the game, as mutations; those that need a session sign in first. */
import type { DenaStakeView } from '../../../common/protocol/dena-stakes.ts';
import type { NftStakeView } from '../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { TradeAnswer } from '../../../common/protocol/trade.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { ResourceType } from '../../../common/values/resources.ts';
import { stakeDena, unstakeDena } from '../api/dena-stakes.ts';
import { stakeNft, unstakeNft, type NftStaking } from '../api/nfts.ts';
import { chooseNation } from '../api/player-nation.ts';
import { trade } from '../api/trade.ts';
import { updateResources } from '../api/upkeep.ts';
import { keepDenaStake, keepNftStake, keepPlayer, keepTrade } from './kept-answers.ts';
import { usePlainMutation, useSignedMutation } from './wallet-mutation.ts';

export function useChooseNation() {
  return useSignedMutation<{ nationId: NationId }, PlayerNationView>({
    send: (walletAddress, { nationId }, key) => chooseNation({ walletAddress, nationId }, key),
    keep: keepPlayer,
  });
}

/** `amount` in whole DENA, as a decimal string. */
export function useStakeDena() {
  return useSignedMutation<{ amount: string }, DenaStakeView>({
    send: (walletAddress, { amount }, key) => stakeDena({ walletAddress, amount }, key),
    keep: keepDenaStake,
  });
}

export function useUnstakeDena() {
  return useSignedMutation<{ stakeId: StakeId }, DenaStakeView>({
    send: (walletAddress, { stakeId }, key) => unstakeDena({ walletAddress, stakeId }, key),
    keep: keepDenaStake,
  });
}

export function useStakeNft() {
  return useSignedMutation<NftStaking, NftStakeView>({
    send: (walletAddress, staking, key) => stakeNft({ walletAddress, ...staking }, key),
    keep: keepNftStake,
  });
}

export function useUnstakeNft() {
  return useSignedMutation<{ stakeId: StakeId }, NftStakeView>({
    send: (walletAddress, { stakeId }, key) => unstakeNft({ walletAddress, stakeId }, key),
    keep: keepNftStake,
  });
}

/** `quantity` in units: 10 to 1000, in steps of 10 [TRD1]. */
export function useTrade() {
  return useSignedMutation<{ resourceType: ResourceType; quantity: number }, TradeAnswer>({
    send: (walletAddress, { resourceType, quantity }, key) =>
      trade({ walletAddress, resourceType, quantity }, key),
    keep: keepTrade,
  });
}

/** Settles what resources accrued [ACC1]; no signature is asked for. */
export function useUpdateResources() {
  return usePlainMutation<void, PlayerNationView>({
    send: updateResources,
    keep: keepPlayer,
  });
}
