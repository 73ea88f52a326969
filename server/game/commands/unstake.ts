/** [LCK1, LCK2] The commands that end a stake; they do not need the chain [CHN2]. */
import type { z } from 'zod';
import { unstake } from '../../../common/rules/unstake.ts';
import type { Address } from '../../../common/values/address.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import {
  denaStakeSchema,
  nftStakeSchema,
  type DenaStake,
  type NftStake,
  type Stake,
  type StakeKind,
} from '../../../common/values/stake.ts';
import type { Command } from '../engine/command.ts';

interface UnstakeOrder {
  readonly wallet: Address;
  readonly stakeId: StakeId;
}

export function unstakeDenaCommand(order: UnstakeOrder): Command<DenaStake> {
  return unstakeCommand(order, ['dena'], denaStakeSchema);
}

export function unstakeNftCommand(order: UnstakeOrder): Command<NftStake> {
  return unstakeCommand(order, ['national', 'cultural'], nftStakeSchema);
}

function unstakeCommand<K extends StakeKind>(
  { wallet, stakeId }: UnstakeOrder,
  kinds: readonly K[],
  answerSchema: z.ZodType<Extract<Stake, { readonly kind: K }>>,
): Command<Extract<Stake, { readonly kind: K }>> {
  return {
    wallet,
    lane: 'ledger',
    stakeId,
    answerSchema,
    async decide({ player, stake }, world) {
      const decision = unstake(player, stake, { kinds }, { now: world.now() });
      if (!decision.ok) return decision;
      return { ok: true, change: decision.change, answer: decision.stake };
    },
  };
}
