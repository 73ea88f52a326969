/** The four nations [NAT1, NAT2]. */
import type { ResourceType } from './resources.ts';

export const NATION_IDS = ['usa', 'italy', 'argentina', 'china'] as const;
export type NationId = (typeof NATION_IDS)[number];

export interface Nation {
  readonly id: NationId;
  readonly name: string;
  /** The flag as a regional-indicator emoji. */
  readonly flag: string;
  readonly population: number;
  /** [NAT2] The resource that accrues faster. */
  readonly bonusResource: ResourceType;
  /** The ERC-1155 id of the nation, in the national and the cultural collection alike. */
  readonly tokenId: number;
}

export const NATIONS: Readonly<Record<NationId, Nation>> = {
  usa: {
    id: 'usa',
    name: 'United States',
    flag: '🇺🇸',
    population: 335_000_000,
    bonusResource: 'oil',
    tokenId: 1,
  },
  italy: {
    id: 'italy',
    name: 'Italy',
    flag: '🇮🇹',
    population: 59_000_000,
    bonusResource: 'wood',
    tokenId: 2,
  },
  argentina: {
    id: 'argentina',
    name: 'Argentina',
    flag: '🇦🇷',
    population: 46_000_000,
    bonusResource: 'food',
    tokenId: 3,
  },
  china: {
    id: 'china',
    name: 'China',
    flag: '🇨🇳',
    population: 1_410_000_000,
    bonusResource: 'technology',
    tokenId: 4,
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

/** [NAT2] What players read of a nation's bonus. */
export function bonusText(nationId: NationId, percent: number): string {
  return `+${percent}% ${NATIONS[nationId].bonusResource} production`;
}
