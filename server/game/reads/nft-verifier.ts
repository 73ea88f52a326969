/** Whether a wallet owns a token of the game, and what the token is worth when staked. */
import type { z } from 'zod';
import type { NftVerification, verifyNftCall } from '../../../common/protocol/nfts.ts';
import { nationalTraits } from '../../../common/rules/nft-traits.ts';
import { unusableMetadataText } from '../../../common/rules/stake-nft.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATION_LIST, NATIONS } from '../../../common/values/nations.ts';
import type { Rules } from '../../../common/values/rules.ts';
import type { Chain, Collection } from '../../chain/chain.ts';
import { QueueFull } from '../../lib/bounded-queue.ts';
import type { Store } from '../../store/store.ts';
import type { NftFacts } from './tokens.ts';

export type NftVerifier = ReturnType<typeof createNftVerifier>;

export function createNftVerifier(parts: {
  readonly chain: Pick<Chain, 'tokenBalance'>;
  /** The chain for callers of a network who have not proven the wallet. */
  readonly strangerReads: (network: string) => Pick<Chain, 'tokenBalance'>;
  readonly store: Pick<Store, 'player'>;
  readonly nftFacts: NftFacts;
  readonly rules: () => Rules;
}) {
  const { chain, strangerReads, store, nftFacts, rules } = parts;
  const { collections, tokens } = nftFacts;

  /** The collection with that contract; null for any other. */
  function collectionAt(contract: Address): Collection | null {
    if (contract === collections.national) return 'national';
    return contract === collections.cultural ? 'cultural' : null;
  }

  /** For strangers: without a call left for them, what the game knows of its players. */
  async function balanceForStrangers(
    network: string,
    ...[collection, wallet, tokenId]: Parameters<Chain['tokenBalance']>
  ): Promise<bigint> {
    // Pages ask in the name of the collection itself if their visitor has no wallet: about the
    // token only.
    if (collectionAt(wallet)) return 0n;
    try {
      return await strangerReads(network).tokenBalance(collection, wallet, tokenId);
    } catch (error) {
      const player = error instanceof QueueFull ? await store.player(wallet) : null;
      const isOfIts = player && BigInt(NATIONS[player.nationId].tokenId) === tokenId;
      if (!isOfIts || player.holdings.block === 0) throw error;
      return BigInt(player.holdings[collection]);
    }
  }

  /**
   * Null if it is not a token of the game. Rejects with ChainUnavailable, StoreUnavailable,
   * QueueFull.
   * @param isOwn true if the caller has proven the wallet. @param network the caller's.
   */
  return async (
    { walletAddress, contractAddress, tokenId }: z.output<typeof verifyNftCall.body>,
    { isOwn, network }: { readonly isOwn: boolean; readonly network: string },
  ): Promise<NftVerification | null> => {
    const collection = collectionAt(contractAddress);
    if (!collection) return null;
    const nation = NATION_LIST.find((candidate) => BigInt(candidate.tokenId) === tokenId);
    if (!nation) return null;
    const [balance, { token, defect }] = await Promise.all([
      isOwn
        ? chain.tokenBalance(collection, walletAddress, tokenId)
        : balanceForStrangers(network, collection, walletAddress, tokenId),
      tokens.read(collection, nation.id, isOwn ? 'forStakes' : 'forStrangers'),
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
        culturalGdpBonus: collection === 'cultural' ? rules().culturalGdpBonus[nation.id] : 0,
        ...(defect !== null && collection === 'national'
          ? { unusable: unusableMetadataText(defect) }
          : {}),
      },
    };
  };
}
