/** [NFT1] What one copy of a national NFT is worth: from its metadata, otherwise from its hash. */
import type { Address } from '../values/address.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../values/nft-bounds.ts';
import { tokenHash, type TokenAttribute } from '../values/token.ts';

interface NationalTraits {
  readonly territoryKm2: number;
  readonly productionHundredths: number;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The attribute in whole units, if it is present and within the bounds. */
function attributeWithin(
  attributes: readonly TokenAttribute[],
  name: RegExp,
  unitsPerOne: number,
  { min, max }: Bounds,
): number | null {
  const attribute = attributes.find(({ trait }) => name.test(trait));
  if (!attribute) return null;
  const units = attribute.value * unitsPerOne;
  const whole = Math.round(units);
  // 0.29 × 100 is 28.999…: a figure that close to a whole unit is taken as that unit.
  return Math.abs(units - whole) < 1e-6 && whole >= min && whole <= max ? whole : null;
}

/** A figure within the bounds, from 4 bytes of a hash. */
function hashedWithin(hash: Uint8Array, offset: number, { min, max }: Bounds): number {
  const word = new DataView(hash.buffer, hash.byteOffset).getUint32(offset);
  return min + (word % (max - min + 1));
}

/** Never depends on the wallet or the client: the same token is worth the same to everyone. */
export function nationalTraits(
  contract: Address,
  tokenId: bigint,
  attributes: readonly TokenAttribute[],
): NationalTraits {
  const hash = tokenHash(contract, tokenId);
  return {
    territoryKm2:
      attributeWithin(attributes, /territory/i, 1, TERRITORY_KM2) ??
      hashedWithin(hash, 0, TERRITORY_KM2),
    productionHundredths:
      attributeWithin(attributes, /production/i, 100, PRODUCTION_HUNDREDTHS) ??
      hashedWithin(hash, 4, PRODUCTION_HUNDREDTHS),
  };
}
