/**
 * The game's figures, copied by hand from RULES.md, and how amounts are written. The model imports
 * none of the game's own code, so it cannot repeat a mistake made there.
 */
export type NationId = 'usa' | 'italy' | 'argentina' | 'china';
export type ResourceType = 'wood' | 'oil' | 'food' | 'technology';
export type StakeKind = 'dena' | 'national' | 'cultural';

export const RESOURCES: readonly ResourceType[] = ['wood', 'oil', 'food', 'technology'];
export const KINDS: readonly StakeKind[] = ['dena', 'national', 'cultural'];

const DAY_MS = 24 * 60 * 60 * 1000;

export const FACTS = {
  nations: {
    usa: nation('United States', 25_000, 'oil', 1, 1500),
    italy: nation('Italy', 18_000, 'wood', 2, 1200),
    argentina: nation('Argentina', 15_000, 'food', 3, 1000),
    china: nation('China', 22_000, 'technology', 4, 1300),
  },
  /** [GDP1] A stake adds one dollar for this many whole DENA. */
  denaPerDollar: 10n,
  /** [TRD1] DENA per unit. */
  prices: { wood: 10, oil: 50, food: 20, technology: 100 },
  /** [ACC1] Units per hour. */
  basePerHour: { wood: 6, oil: 2, food: 4, technology: 1 },
  /** [NAT2] A nation's own resource accrues at this many quarters of the base rate. */
  bonusQuarters: 5,
  /** [LCK1] */
  lockMs: 7 * DAY_MS,
  /** [ACC1] */
  accrualCapMs: 7 * DAY_MS,
  /** [WRK1] How many stages a work has, what the first needs, and how much more each next one. */
  work: {
    stages: 5,
    firstNeed: { wood: 2000, oil: 400, food: 1000, technology: 200 },
    growth: 3,
  },
};

export const NATION_IDS: readonly NationId[] = ['usa', 'italy', 'argentina', 'china'];

/**
 * @param startingGdp in dollars. @param bonus [NAT2] The resource that accrues faster.
 * @param tokenId [NFT1, NFT2] Of both collections. @param culturalGdp [NFT2] Dollars per copy.
 */
function nation(
  name: string,
  startingGdp: number,
  bonus: ResourceType,
  tokenId: number,
  culturalGdp: number,
) {
  return { name, startingGdp, bonus, tokenId, culturalGdp };
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
