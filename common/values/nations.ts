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
  /** Dollars. */
  readonly startingGdp: number;
  /** What the player reads; `bonusResource` is what it does. */
  readonly bonus: string;
  /** [NAT2] The resource that accrues a quarter faster. */
  readonly bonusResource: ResourceType;
  /** The ERC-1155 id that stands for the nation, in the national and the cultural collection alike. */
  readonly tokenId: number;
  /** [NFT2] What one staked cultural NFT adds to the GDP, in dollars. */
  readonly culturalGdpBonus: number;
}

export const NATIONS: Readonly<Record<NationId, Nation>> = {
  usa: {
    id: 'usa',
    name: 'United States',
    flag: '🇺🇸',
    population: 335_000_000,
    startingGdp: 25_000,
    bonus: '+25% oil production',
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
    bonus: '+25% wood production',
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
    bonus: '+25% food production',
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
    bonus: '+25% technology production',
    bonusResource: 'technology',
    tokenId: 4,
    culturalGdpBonus: 1300,
  },
};

/** The nations in the order they are listed. */
export const NATION_LIST: readonly Nation[] = NATION_IDS.map((id) => NATIONS[id]);
