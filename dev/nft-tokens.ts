/** The tokens of the development collections, as described in their metadata. */
import { NATIONS, type NationId } from '../common/values/nations.ts';

export type Collection = 'national' | 'cultural';

/** A nation's two tokens. */
export interface TokenFacts {
  readonly nationId: NationId;
  /** [NFT1] Within 100–600 km² and 0.10–0.60. */
  readonly national: { readonly territoryKm2: number; readonly production: number };
  /** Where the work of art stands, and since when: its plate says so too. */
  readonly cultural: {
    readonly place: string;
    readonly year: string;
    readonly description: string;
  };
}

const FACTS: readonly TokenFacts[] = [
  {
    nationId: 'usa',
    national: { territoryKm2: 420, production: 0.3 },
    cultural: {
      place: 'Philadelphia',
      year: '1752',
      description:
        'Cast in London, cracked in Philadelphia, cast again: the bell that calls a nation to its word.',
    },
  },
  {
    nationId: 'italy',
    national: { territoryKm2: 180, production: 0.45 },
    cultural: {
      place: 'Rome',
      year: 'AD 80',
      description:
        'Four storeys of travertine and eighty arches: the largest stage of the old world.',
    },
  },
  {
    nationId: 'argentina',
    national: { territoryKm2: 560, production: 0.25 },
    cultural: {
      place: 'Buenos Aires',
      year: '1911',
      description: 'It came as a small church’s organ and stayed as the voice of the tango.',
    },
  },
  {
    nationId: 'china',
    national: { territoryKm2: 350, production: 0.35 },
    cultural: {
      place: 'Beijing',
      year: '1420',
      description: 'Three blue roofs and not one nail: where emperors asked for a good harvest.',
    },
  },
];

/** The facts for a token id from a path; null if there is no such token. */
export function tokenFacts(id: string): TokenFacts | null {
  return FACTS.find(({ nationId }) => String(NATIONS[nationId].tokenId) === id) ?? null;
}
