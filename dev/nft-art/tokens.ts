/** The tokens of the development collections: what each one is, and what its picture is drawn with. */
import { NATIONS, type NationId } from '../../common/values/nations.ts';

export type Collection = 'national' | 'cultural';

/** A nation's two tokens. */
export interface TokenFacts {
  readonly nationId: NationId;
  /** [NFT1] Within 100–600 km² and 0.10–0.60. */
  readonly national: { readonly territoryKm2: number; readonly production: number };
  readonly cultural: {
    readonly title: string;
    readonly place: string;
    readonly year: string;
    readonly description: string;
  };
  /** The nation's colour as the game has it: on paper, and on ink. */
  readonly accent: { readonly onPaper: string; readonly onInk: string };
}

const FACTS: readonly TokenFacts[] = [
  {
    nationId: 'usa',
    national: { territoryKm2: 420, production: 0.3 },
    cultural: {
      title: 'The Liberty Bell',
      place: 'Philadelphia',
      year: '1752',
      description:
        'Cast in London, cracked in Philadelphia, cast again: the bell that calls a nation to its word.',
    },
    accent: { onPaper: '#272b7c', onInk: '#8f96f2' },
  },
  {
    nationId: 'italy',
    national: { territoryKm2: 180, production: 0.45 },
    cultural: {
      title: 'The Colosseum',
      place: 'Rome',
      year: 'AD 80',
      description:
        'Four storeys of travertine and eighty arches: the largest stage of the old world.',
    },
    accent: { onPaper: '#b9663c', onInk: '#dc8257' },
  },
  {
    nationId: 'argentina',
    national: { territoryKm2: 560, production: 0.25 },
    cultural: {
      title: 'The Bandoneon',
      place: 'Buenos Aires',
      year: '1911',
      description: 'It came as a small church’s organ and stayed as the voice of the tango.',
    },
    accent: { onPaper: '#398ab5', onInk: '#a9dcf6' },
  },
  {
    nationId: 'china',
    national: { territoryKm2: 350, production: 0.35 },
    cultural: {
      title: 'The Temple of Heaven',
      place: 'Beijing',
      year: '1420',
      description: 'Three blue roofs and not one nail: where emperors asked for a good harvest.',
    },
    accent: { onPaper: '#0f5c4e', onInk: '#4fc2b2' },
  },
];

/** The facts behind a token id as it stands in a path; null where there is no such token. */
export function tokenFacts(id: string): TokenFacts | null {
  return FACTS.find(({ nationId }) => String(NATIONS[nationId].tokenId) === id) ?? null;
}
