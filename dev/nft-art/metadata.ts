/** A development token's metadata, in the format of ERC-1155. */
import { nationInText } from '../../common/values/nation-in-text.ts';
import { NATIONS } from '../../common/values/nations.ts';
import { nftName } from '../../common/values/nft-names.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';
import type { TokenFacts } from './tokens.ts';

export type Collection = 'national' | 'cultural';

interface Metadata {
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly attributes: readonly {
    readonly trait_type: string;
    readonly value: string | number;
  }[];
}

/** @param imageUrl absolute, as wallets and marketplaces require. */
export function metadataOf(collection: Collection, facts: TokenFacts, imageUrl: string): Metadata {
  const nation = NATIONS[facts.nationId];
  const origin = { trait_type: 'Nation', value: nation.name };
  if (collection === 'national') {
    const { territoryKm2, production } = facts.national;
    return {
      name: nftName(collection, nation.id),
      description: `A plate of ${PRODUCT_NAME}’s atlas. Staked, each copy adds ${territoryKm2} km² of territory and +${production.toFixed(2)}× production to ${nationInText(nation.id)}.`,
      image: imageUrl,
      attributes: [
        origin,
        { trait_type: 'Territory (km²)', value: territoryKm2 },
        { trait_type: 'Production (×)', value: production },
      ],
    };
  }
  const { description, place, year } = facts.cultural;
  return {
    name: nftName(collection, nation.id),
    description: `${description} Staked, each copy adds $${nation.culturalGdpBonus.toLocaleString('en-US')} to the GDP of ${nationInText(nation.id)}.`,
    image: imageUrl,
    attributes: [
      origin,
      { trait_type: 'Place', value: place },
      { trait_type: 'Year', value: year },
      { trait_type: 'Cultural GDP bonus ($)', value: nation.culturalGdpBonus },
    ],
  };
}
