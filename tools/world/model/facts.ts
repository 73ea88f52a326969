/**
 * What never changes in a game, copied by hand from RULES.md, and how amounts are written
 * (`rules.ts` has what operators change). The model imports none of the game's own code, so it
 * cannot repeat a mistake made there.
 */
export type NationId = 'usa' | 'italy' | 'argentina' | 'china';
export type ResourceType = 'wood' | 'oil' | 'food' | 'technology';
export type StakeKind = 'dena' | 'national' | 'cultural';

export const RESOURCES: readonly ResourceType[] = ['wood', 'oil', 'food', 'technology'];
export const KINDS: readonly StakeKind[] = ['dena', 'national', 'cultural'];

export const FACTS = {
  nations: {
    usa: nation('United States', 'oil', 1),
    italy: nation('Italy', 'wood', 2),
    argentina: nation('Argentina', 'food', 3),
    china: nation('China', 'technology', 4),
  },
  /** [WRK1] How many stages a work has, what the first needs, and how much more each next one. */
  work: {
    stages: 5,
    firstNeed: { wood: 2000, oil: 400, food: 1000, technology: 200 },
    growth: 3,
  },
};

export const NATION_IDS: readonly NationId[] = ['usa', 'italy', 'argentina', 'china'];

/**
 * @param bonus [NAT2] The resource that accrues faster.
 * @param tokenId [NFT1, NFT2] Of both collections.
 */
function nation(name: string, bonus: ResourceType, tokenId: number) {
  return { name, bonus, tokenId };
}

/** Amounts of DENA: wei internally, decimal text in whole DENA on the wire. */
export const WEI = 10n ** 18n;

/** @throws Error if the text is not a plain decimal. */
export function wei(text: string): bigint {
  const parts = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text);
  if (!parts) throw new Error(`${text} is not an amount of DENA`);
  return BigInt(parts[1] ?? '0') * WEI + BigInt((parts[2] ?? '').padEnd(18, '0'));
}

/** The shortest text for an amount. */
export function denaText(amount: bigint): string {
  const fraction = (amount % WEI).toString().padStart(18, '0').replace(/0+$/, '');
  return `${amount / WEI}${fraction && `.${fraction}`}`;
}

/** One value for each resource. */
export function each<T>(valueOf: (type: ResourceType) => T): Record<ResourceType, T> {
  return {
    wood: valueOf('wood'),
    oil: valueOf('oil'),
    food: valueOf('food'),
    technology: valueOf('technology'),
  };
}
