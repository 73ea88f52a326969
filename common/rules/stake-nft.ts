/** [NFT1–NFT4, STK1] Staking national and cultural NFTs of one's own nation. */
import type { Address } from '../values/address.ts';
import type { StakeId } from '../values/ids.ts';
import { nationInText, NATIONS } from '../values/nations.ts';
import { nationOfToken, nftName } from '../values/nft-names.ts';
import type { Player, Standing } from '../values/player.ts';
import type { NftStake } from '../values/stake.ts';
import type { TokenAttribute } from '../values/token.ts';
import { settle } from './accrual.ts';
import {
  changeBy,
  GDP_OUT_OF_RANGE,
  NO_NATION,
  refuse,
  type ChainFacts,
  type Decision,
  type Refusal,
} from './decision.ts';
import { nationalTraits } from './nft-traits.ts';
import { stakeLimitRefusal } from './stake-limit.ts';

export interface NftStakeCommand {
  readonly stakeId: StakeId;
  readonly kind: NftStake['kind'];
  readonly contract: Address;
  readonly tokenId: bigint;
  readonly quantity: number;
}

const METADATA_UNAVAILABLE = refuse(
  'metadata-unavailable',
  'The metadata of this NFT, which says what it is worth, cannot be read right now, and nothing was staked. Try again in 5 seconds.',
);

/**
 * Why a national NFT can't be staked whose metadata never can be read.
 * @param defect what is wrong with it, as the rest of a sentence: `is not valid JSON`.
 */
export function unusableMetadataText(defect: string): string {
  return `This NFT cannot be staked: its metadata, which says what it is worth, ${defect}. Only the owner of the collection can correct that. Stake DENA or cultural NFTs meanwhile.`;
}

/** The copies in active stakes of one kind; a player's stakes of a kind are all of one token. */
function stakedQuantity(standing: Standing, kind: NftStake['kind']): number {
  return kind === 'national' ? standing.nationalCount : standing.culturalCount;
}

/** Refuses an NFT that this player could not stake even if they held it; null if they could. */
export function wrongNft(
  player: Player,
  { kind, contract, tokenId }: Pick<NftStakeCommand, 'kind' | 'contract' | 'tokenId'>,
  collections: Readonly<Record<NftStake['kind'], Address>>,
): Refusal | null {
  const nation = NATIONS[player.nationId];
  if (contract !== collections[kind]) {
    return refuse('wrong-nft', `That contract is not the ${kind} collection of the game.`);
  }
  if (tokenId === BigInt(nation.tokenId)) return null;
  return refuse(
    'wrong-nft',
    `Only NFTs of ${nationInText(nation.id)} can be staked here: ${whoseToken(kind, tokenId)}.`,
  );
}

/** `The Temple of Heaven belongs to China`. */
function whoseToken(kind: NftStake['kind'], tokenId: bigint): string {
  const owner = nationOfToken(tokenId);
  if (owner === null) return 'the game has no such NFT';
  // Land is named after its nation, which the sentence names anyway.
  const name = kind === 'cultural' ? nftName(kind, owner) : 'this one';
  return `${name} belongs to ${nationInText(owner)}`;
}

/**
 * A picture's address in characters, for it may be the picture itself (`data:`): a list of a
 * thousand stakes repeats it a thousand times.
 */
const LONGEST_IMAGE = 16 * 1024;

/** The game's own plate stands for a longer one. */
function boundedImage(imageUrl: string): string {
  return imageUrl.length <= LONGEST_IMAGE ? imageUrl : '';
}

/** `holdings` must be as new as the player's own. */
export function stakeNft(
  player: Player | null,
  command: NftStakeCommand,
  facts: ChainFacts & {
    readonly collections: Readonly<Record<NftStake['kind'], Address>>;
    /** The token's metadata; null if it can't be read. */
    readonly token: {
      readonly imageUrl: string;
      readonly attributes: readonly TokenAttribute[];
    } | null;
    /** Why it never can be read; null: it may be later. */
    readonly defect?: string | null;
  },
): Decision<{ readonly stake: NftStake }> {
  if (!player) return NO_NATION;
  const { now, rules, holdings, collections, token } = facts;
  const { kind, contract, tokenId, quantity, stakeId } = command;
  const wrong = wrongNft(player, command, collections);
  if (wrong) return wrong;
  const full = stakeLimitRefusal(player.standing, kind, rules);
  if (full) return full;
  const owned = kind === 'national' ? holdings.national : holdings.cultural;
  const available = Math.max(0, owned - stakedQuantity(player.standing, kind));
  if (owned === 0) return refuse('not-owner', "You don't own this NFT");
  if (quantity > available) {
    return refuse(
      'insufficient-nfts',
      available === 0
        ? 'All you own of this NFT is staked already.'
        : `Only ${available} of this NFT can still be staked. Stake that many or fewer.`,
    );
  }
  const common = {
    id: stakeId,
    wallet: player.wallet,
    contract,
    tokenId,
    quantity,
    imageUrl: boundedImage(token?.imageUrl ?? ''),
    stakedAt: now,
    playerVersion: player.version + 1,
    unstakeableAt: now + rules.lockMs,
    state: { status: 'active' },
  } as const;
  let stake: NftStake;
  if (kind === 'cultural') {
    stake = { ...common, kind, culturalGdpBonus: rules.culturalGdpBonus[player.nationId] };
  } else if (token) {
    stake = { ...common, kind, ...nationalTraits(contract, tokenId, token.attributes) };
  } else {
    // [NFT1] The traits are frozen on the stake, so they are never guessed.
    const { defect } = facts;
    return defect
      ? refuse('metadata-unusable', unusableMetadataText(defect))
      : METADATA_UNAVAILABLE;
  }
  const change = changeBy(
    player,
    {
      kind: kind === 'national' ? 'national-staked' : 'cultural-staked',
      detail: { stakeIds: [stakeId], quantity },
      stakes: [{ before: null, after: stake }],
      patch: {
        holdings,
        // [ACC1] Resources accrued at the old rate are settled before the rate changes.
        resources: settle(player, facts),
      },
    },
    now,
  );
  return change ? { ok: true, change, stake } : GDP_OUT_OF_RANGE;
}
