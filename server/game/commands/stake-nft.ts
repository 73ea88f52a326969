/** [NFT1–NFT4] The command that stakes NFTs, checked against the balance on chain. */
import { NO_NATION } from '../../../common/rules/decision.ts';
import { stakeLimitRefusal } from '../../../common/rules/stake-limit.ts';
import { stakeNft, wrongNft, type NftStakeCommand } from '../../../common/rules/stake-nft.ts';
import type { Address } from '../../../common/values/address.ts';
import { nftStakeSchema, type NftStake } from '../../../common/values/stake.ts';
import { newStakeId, type Command } from '../engine/command.ts';
import type { NftFacts } from '../reads/tokens.ts';

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
      // Refused without asking the chain, since no balance could make it valid.
      const refusal =
        wrongNft(player, wanted, collections) ?? stakeLimitRefusal(standing, wanted.kind);
      if (refusal) return refusal;
      // [NFT1, NFT2] A national NFT waits for its traits; a cultural one takes the picture that is known.
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
        { now: world.now(), holdings, collections, token, defect: national?.defect ?? null },
      );
      if (!decision.ok) return decision;
      return { ok: true, change: decision.change, answer: decision.stake };
    },
  };
}
