/** [DEN1] The command that stakes DENA, checked against the balance on chain. */
import { NO_NATION } from '../../../common/rules/decision.ts';
import { stakeDena } from '../../../common/rules/stake-dena.ts';
import { stakeLimitRefusal } from '../../../common/rules/stake-limit.ts';
import type { Address } from '../../../common/values/address.ts';
import { denaStakeSchema, type DenaStake } from '../../../common/values/stake.ts';
import { newStakeId, type Command } from '../engine/command.ts';

export function stakeDenaCommand(order: {
  readonly wallet: Address;
  readonly amountWei: bigint;
}): Command<DenaStake> {
  const { wallet, amountWei } = order;
  return {
    wallet,
    lane: 'chain',
    answerSchema: denaStakeSchema,
    async decide({ player }, world) {
      if (!player) return NO_NATION;
      const { nationId, holdings: known, standing } = player;
      // Refused without asking the chain, since no balance could make it valid.
      const cannotSucceed = amountWei <= 0n || stakeLimitRefusal(standing, 'dena') !== null;
      const holdings = cannotSucceed ? known : await world.holdings(wallet, nationId, known.block);
      const decision = stakeDena(
        player,
        { stakeId: newStakeId(), amountWei },
        { now: world.now(), holdings },
      );
      if (!decision.ok) return decision;
      return { ok: true, change: decision.change, answer: decision.stake };
    },
  };
}
