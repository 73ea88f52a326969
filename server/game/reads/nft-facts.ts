/** The game's two collections: which contract is which, and what their tokens' metadata says. */
import type { Address } from '../../../common/values/address.ts';
import type { Collection } from '../../chain/chain.ts';
import type { Tokens } from './tokens.ts';

/** What is known about the game's NFTs besides who holds them. */
export interface NftFacts {
  readonly collections: Readonly<Record<Collection, Address>>;
  readonly tokens: Tokens;
}

/** The collection with that contract; null for any other. */
export function collectionAt(
  collections: NftFacts['collections'],
  contract: Address,
): Collection | null {
  if (contract === collections.national) return 'national';
  return contract === collections.cultural ? 'cultural' : null;
}
