/** Whether a wallet owns a token of the game, and what the token is worth when staked. */
import type { NftVerification } from '../../../common/protocol/nfts.ts';
import { nationalTraits } from '../../../common/rules/nft-traits.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATION_LIST } from '../../../common/values/nations.ts';
import type { Chain } from '../../chain/chain.ts';
import { collectionAt, type NftFacts } from './nft-facts.ts';

/** Null if it is not a token of the game. Rejects with ChainUnavailable. */
export type NftVerifier = (question: {
  readonly walletAddress: Address;
  readonly contractAddress: Address;
  readonly tokenId: bigint;
}) => Promise<NftVerification | null>;

export function createNftVerifier({
  chain,
  nftFacts,
}: {
  readonly chain: Pick<Chain, 'tokenBalance'>;
  readonly nftFacts: NftFacts;
}): NftVerifier {
  const { collections, tokens } = nftFacts;
  return async ({ walletAddress, contractAddress, tokenId }) => {
    const collection = collectionAt(collections, contractAddress);
    if (!collection) return null;
    const nation = NATION_LIST.find((candidate) => BigInt(candidate.tokenId) === tokenId);
    if (!nation) return null;
    const [balance, token] = await Promise.all([
      chain.tokenBalance(collection, walletAddress, tokenId),
      tokens.read(collection, nation.id),
    ]);
    // Never the hash's traits while the metadata can't be read: a stake would not get them.
    const traits =
      token && collection === 'national'
        ? nationalTraits(contractAddress, tokenId, token.attributes)
        : null;
    return {
      isOwner: balance > 0n,
      balance: balance.toString(),
      metadata: {
        image: token?.imageUrl ?? '',
        name: token?.name ?? '',
        territoryValue: traits?.territoryKm2 ?? 0,
        productionBonus: (traits?.productionHundredths ?? 0) / 100,
        culturalGdpBonus: collection === 'cultural' ? nation.culturalGdpBonus : 0,
      },
    };
  };
}
