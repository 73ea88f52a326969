/** A plate's alternative text. */
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { nationInText } from '../../../common/values/nation-in-text.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { nftName } from '../../../common/values/nft-names.ts';

/** `An old map of Italy`, `The Colosseum, engraved`. */
export function plateAlt(kind: NftKind, nationId: NationId): string {
  return kind === 'national'
    ? `An old map of ${nationInText(nationId)}`
    : `${nftName(kind, nationId)}, engraved`;
}
