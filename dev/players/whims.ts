/** What a rival does next: one random call of the public API. */
import type { ConfigView } from '../../common/protocol/config.ts';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { stakeNftCall } from '../../common/protocol/nfts.ts';
import { tradeCall } from '../../common/protocol/trade.ts';
import { updateResourcesCall } from '../../common/protocol/upkeep.ts';
import { contributeCall } from '../../common/protocol/contribute.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { RESOURCE_TYPES } from '../../common/values/resources.ts';
import type { ApiPlayer, Reason } from './api-player.ts';
import type { Random } from './random.ts';

/** The result of a whim. */
export type Deed =
  | { readonly kind: 'acknowledged'; readonly status: number; readonly answer: unknown }
  | ({ readonly kind: 'refused' | 'failed'; readonly status: number | null } & Reason);

export interface Rival {
  readonly player: ApiPlayer;
  readonly nationId: NationId;
  readonly random: Random;
}

/** Carries out one whim; refusals (out of DENA, NFTs or resources) are part of the game. */
export function act(
  { player, nationId, random }: Rival,
  contracts: ConfigView['contracts'],
): Promise<Deed> {
  const { walletAddress } = player;
  const { tokenId } = NATIONS[nationId];
  const chance = random.next();
  if (chance < 0.6) {
    const amount = String(random.int(1, 40) * 50);
    return player.call(stakeDenaCall, { body: { walletAddress, amount } });
  }
  if (chance < 0.7) {
    return player.call(stakeNftCall, {
      body: { walletAddress, tokenId, contractAddress: contracts.nationalNft, quantity: 1 },
    });
  }
  if (chance < 0.8) {
    return player.call(stakeNftCall, {
      body: {
        walletAddress,
        tokenId,
        contractAddress: contracts.culturalNft,
        nftType: 'museum',
      },
    });
  }
  if (chance < 0.95) {
    return player.call(tradeCall, {
      body: {
        walletAddress,
        resourceType: random.pick(RESOURCE_TYPES),
        quantity: random.int(1, 3) * 10,
      },
    });
  }
  if (chance < 0.975) {
    const resourceType = random.pick(RESOURCE_TYPES);
    return player.call(contributeCall, {
      body: { walletAddress, resourceType, quantity: random.int(1, 20) },
    });
  }
  return player.call(updateResourcesCall, { body: { walletAddress } });
}
