/** A nation's NFTs on chain. */
import type { ConfigView } from '../../../common/protocol/config.ts';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { NftRef } from '../api/verify-nft.ts';

/** The only token of a collection that a player of this nation can stake [NFT3]. */
export function tokenOf(
  kind: NftKind,
  nationId: NationId,
  { nationalNft, culturalNft }: ConfigView['contracts'],
): NftRef {
  return {
    tokenId: String(NATIONS[nationId].tokenId),
    contractAddress: kind === 'national' ? nationalNft : culturalNft,
  };
}
