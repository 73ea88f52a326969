/** [NFT1–NFT4, STK1] Staking national and cultural NFTs of one's own nation. */
import type { Address } from '../values/address.ts';
import type { StakeId } from '../values/ids.ts';
import { NATIONS } from '../values/nations.ts';
import type { Holdings, Player, Standing } from '../values/player.ts';
import type { NftStake } from '../values/stake.ts';
import type { TokenAttribute } from '../values/token.ts';
import { settle } from './accrual.ts';
import { changeBy, GDP_OUT_OF_RANGE, NO_NATION, refuse, type Decision } from './decision.ts';
import { unstakeableAt } from './lock.ts';
import { nationalTraits } from './nft-traits.ts';
import { stakeLimitRefusal } from './stake-limit.ts';

export interface NftStakeCommand {
  readonly stakeId: StakeId;
  readonly kind: NftStake['kind'];
  readonly contract: Address;
  readonly tokenId: bigint;
  readonly quantity: number;
}

/** The copies that active stakes of one kind hold; a player's stakes of a kind are all of one token. */
export function stakedQuantity(standing: Standing, kind: NftStake['kind']): number {
  return kind === 'national' ? standing.nationalCount : standing.culturalCount;
}

/** `holdings` must be as new as the player's own; `token` is what the token's metadata says. */
export function stakeNft(
  player: Player | null,
  command: NftStakeCommand,
  facts: {
    readonly now: number;
    readonly holdings: Holdings;
    readonly collections: Readonly<Record<NftStake['kind'], Address>>;
    readonly token: { readonly imageUrl: string; readonly attributes: readonly TokenAttribute[] };
  },
): Decision<{ readonly stake: NftStake }> {
  if (!player) return NO_NATION;
  const { now, holdings, collections, token } = facts;
  const { kind, contract, tokenId, quantity, stakeId } = command;
  const nation = NATIONS[player.nationId];
  if (contract !== collections[kind]) {
    return refuse('wrong-nft', `That contract is not the ${kind} collection of the game.`);
  }
  if (tokenId !== BigInt(nation.tokenId)) {
    return refuse(
      'wrong-nft',
      `Only NFTs of ${nation.name} can be staked here: token ${nation.tokenId}.`,
    );
  }
  const full = stakeLimitRefusal(player.standing, kind);
  if (full) return full;
  const held = kind === 'national' ? holdings.national : holdings.cultural;
  const available = Math.max(0, held - stakedQuantity(player.standing, kind));
  if (held === 0) return refuse('not-owner', "You don't own this NFT");
  if (quantity > available) {
    return refuse(
      'insufficient-nfts',
      available === 0
        ? 'Every copy you own of this NFT is staked already.'
        : `Only ${available} of this NFT can still be staked. Stake that many or fewer.`,
    );
  }
  const common = {
    id: stakeId,
    wallet: player.wallet,
    contract,
    tokenId,
    quantity,
    imageUrl: token.imageUrl,
    stakedAt: now,
    unstakeableAt: unstakeableAt(now),
    state: { status: 'active' },
  } as const;
  const stake: NftStake =
    kind === 'national'
      ? { ...common, kind, ...nationalTraits(contract, tokenId, token.attributes) }
      : { ...common, kind, culturalGdpBonus: nation.culturalGdpBonus };
  const change = changeBy(
    player,
    {
      kind: kind === 'national' ? 'national-staked' : 'cultural-staked',
      detail: { stakeIds: [stakeId], quantity },
      stakes: [{ before: null, after: stake }],
      patch: {
        holdings,
        // [ACC1] What accrued at the old rate is settled before the rate changes.
        resources: settle(player.nationId, player.standing, player.resources, now),
      },
    },
    now,
  );
  return change ? { ok: true, change, stake } : GDP_OUT_OF_RANGE;
}
