/**
 * The commands that stake DENA and NFTs, checked against the balance on chain, and those that end a
 * stake.
 */
import type { z } from 'zod';
import { NO_NATION } from '../../../common/rules/decision.ts';
import { stakeDena } from '../../../common/rules/stake-dena.ts';
import { stakeLimitRefusal } from '../../../common/rules/stake-limit.ts';
import { stakeNft, wrongNft, type NftStakeCommand } from '../../../common/rules/stake-nft.ts';
import { unstake } from '../../../common/rules/unstake.ts';
import type { Address } from '../../../common/values/address.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import {
  denaStakeSchema,
  nftStakeSchema,
  type DenaStake,
  type NftStake,
  type StakeKind,
  type StakeOf,
} from '../../../common/values/stake.ts';
import { newStakeId, type Command } from '../engine/command.ts';
import type { NftFacts } from '../reads/tokens.ts';

/** [DEN1] */
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
      const { rules } = world;
      // Refused without asking the chain, since no balance could make it valid.
      const cannotSucceed = amountWei <= 0n || stakeLimitRefusal(standing, 'dena', rules) !== null;
      const holdings = cannotSucceed ? known : await world.holdings(wallet, nationId, known.block);
      const decision = stakeDena(
        player,
        { stakeId: newStakeId(), amountWei },
        { now: world.now(), rules, holdings },
      );
      return decision.ok ? { ...decision, answer: decision.stake } : decision;
    },
  };
}

/** [NFT1–NFT4] */
export function stakeNftCommand(
  order: { readonly wallet: Address } & Omit<NftStakeCommand, 'stakeId'>,
  { collections, tokens }: NftFacts,
): Command<NftStake> {
  const { wallet, ...wanted } = order;
  return {
    wallet,
    lane: 'chain',
    answerSchema: nftStakeSchema,
    async decide({ player }, world) {
      if (!player) return NO_NATION;
      const { nationId, holdings: known, standing } = player;
      const { rules } = world;
      // Refused without asking the chain, since no balance could make it valid.
      const refusal =
        wrongNft(player, wanted, collections) ?? stakeLimitRefusal(standing, wanted.kind, rules);
      if (refusal) return refusal;
      // [NFT1, NFT2] A national NFT waits for its traits; a cultural one takes the picture that is
      // known.
      const reading =
        wanted.kind === 'national' ? tokens.read('national', nationId) : Promise.resolve(null);
      const picture = wanted.kind === 'cultural' ? tokens.peek('cultural', nationId) : () => null;
      const [holdings, national] = await Promise.all([
        world.holdings(wallet, nationId, known.block),
        reading,
      ]);
      const token = national ? national.token : picture();
      const decision = stakeNft(
        player,
        { stakeId: newStakeId(), ...wanted },
        {
          now: world.now(),
          rules,
          holdings,
          collections,
          token,
          defect: national?.defect ?? null,
        },
      );
      return decision.ok ? { ...decision, answer: decision.stake } : decision;
    },
  };
}

interface UnstakeOrder {
  readonly wallet: Address;
  readonly stakeId: StakeId;
}

/** [LCK1, LCK2] */
export function unstakeDenaCommand(order: UnstakeOrder): Command<DenaStake> {
  return unstakeCommand(order, ['dena'], denaStakeSchema);
}

/** [LCK1, LCK2] */
export function unstakeNftCommand(order: UnstakeOrder): Command<NftStake> {
  return unstakeCommand(order, ['national', 'cultural'], nftStakeSchema);
}

/** It does not need the chain [CHN2]. */
function unstakeCommand<K extends StakeKind>(
  { wallet, stakeId }: UnstakeOrder,
  kinds: readonly K[],
  answerSchema: z.ZodType<StakeOf<K>>,
): Command<StakeOf<K>> {
  return {
    wallet,
    lane: 'ledger',
    stakeId,
    answerSchema,
    async decide({ player, stake }, world) {
      const decision = unstake(player, stake, { kinds }, { now: world.now(), rules: world.rules });
      return decision.ok ? { ...decision, answer: decision.stake } : decision;
    },
  };
}
