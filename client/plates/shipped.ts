/** The eight plates as the pages show them. A build draws them once; the page carries no drawing code. */
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../../common/values/nft-bounds.ts';
import { culturalPlate } from './cultural-plate.ts';
import { nationalPlate } from './national-plate.ts';

export interface ShippedPlate {
  readonly kind: 'national' | 'cultural';
  readonly nationId: NationId;
  /** The whole document. */
  readonly svg: string;
}

/** What a token adds is the chain's to say [NFT1]: these plates name the range. */
const RANGE = {
  territory: `${TERRITORY_KM2.min}–${TERRITORY_KM2.max} km²`,
  production: `+${factor(PRODUCTION_HUNDREDTHS.min)}–${factor(PRODUCTION_HUNDREDTHS.max)}×`,
};

function factor(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

let drawn: readonly ShippedPlate[] | null = null;

/** Drawn when they are first needed: it takes most of a second. */
export function shippedPlates(): readonly ShippedPlate[] {
  drawn ??= NATION_IDS.flatMap((nationId): ShippedPlate[] => [
    { kind: 'national', nationId, svg: nationalPlate(nationId, RANGE) },
    { kind: 'cultural', nationId, svg: culturalPlate(nationId) },
  ]);
  return drawn;
}
