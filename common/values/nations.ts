/** The four nations [NAT1, NAT2]. */
import type { ResourceType } from './resources.ts';

export const NATION_IDS = ['usa', 'italy', 'argentina', 'china'] as const;
export type NationId = (typeof NATION_IDS)[number];

/** [NAT2] How much faster a nation's own resource accrues. */
export const BONUS_PERCENT = 25;

export interface Nation {
  readonly id: NationId;
  readonly name: string;
  /** The flag as a regional-indicator emoji. */
  readonly flag: string;
  readonly population: number;
  /** Dollars. */
  readonly startingGdp: number;
  /** The text that players read; `bonusResource` is the effect. */
  readonly bonus: string;
  /** [NAT2] The resource that accrues faster, by `BONUS_PERCENT`. */
  readonly bonusResource: ResourceType;
  /** The ERC-1155 id of the nation, in the national and the cultural collection alike. */
  readonly tokenId: number;
  /** [NFT2] The GDP bonus of one staked cultural NFT, in dollars. */
  readonly culturalGdpBonus: number;
}

function bonusText(resource: ResourceType): string {
  return `+${BONUS_PERCENT}% ${resource} production`;
}

export const NATIONS: Readonly<Record<NationId, Nation>> = {
  usa: {
    id: 'usa',
    name: 'United States',
    flag: '🇺🇸',
    population: 335_000_000,
    startingGdp: 25_000,
    bonus: bonusText('oil'),
    bonusResource: 'oil',
    tokenId: 1,
    culturalGdpBonus: 1500,
  },
  italy: {
    id: 'italy',
    name: 'Italy',
    flag: '🇮🇹',
    population: 59_000_000,
    startingGdp: 18_000,
    bonus: bonusText('wood'),
    bonusResource: 'wood',
    tokenId: 2,
    culturalGdpBonus: 1200,
  },
  argentina: {
    id: 'argentina',
    name: 'Argentina',
    flag: '🇦🇷',
    population: 46_000_000,
    startingGdp: 15_000,
    bonus: bonusText('food'),
    bonusResource: 'food',
    tokenId: 3,
    culturalGdpBonus: 1000,
  },
  china: {
    id: 'china',
    name: 'China',
    flag: '🇨🇳',
    population: 1_410_000_000,
    startingGdp: 22_000,
    bonus: bonusText('technology'),
    bonusResource: 'technology',
    tokenId: 4,
    culturalGdpBonus: 1300,
  },
};

/** The nations in display order. */
export const NATION_LIST: readonly Nation[] = NATION_IDS.map((id) => NATIONS[id]);

/** One value for each nation, computed from its id. */
export function byNation<T>(valueOf: (nationId: NationId) => T): Record<NationId, T> {
  return {
    usa: valueOf('usa'),
    italy: valueOf('italy'),
    argentina: valueOf('argentina'),
    china: valueOf('china'),
  };
}

/** Within a sentence: `Italy`, `the United States`. */
export function nationInText(nationId: NationId): string {
  return nationId === 'usa' ? `the ${NATIONS.usa.name}` : NATIONS[nationId].name;
}
