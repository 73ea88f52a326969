/**
 * The game's figures, copied by hand from RULES.md. The model imports none of the game's own code, so it
 * cannot repeat a mistake made there.
 */
export type NationId = 'usa' | 'italy' | 'argentina' | 'china';
export type ResourceType = 'wood' | 'oil' | 'food' | 'technology';
export type StakeKind = 'dena' | 'national' | 'cultural';

export const RESOURCES: readonly ResourceType[] = ['wood', 'oil', 'food', 'technology'];
export const KINDS: readonly StakeKind[] = ['dena', 'national', 'cultural'];

interface NationFacts {
  readonly name: string;
  /** Dollars. */
  readonly startingGdp: number;
  /** [NAT2] The resource that accrues faster. */
  readonly bonus: ResourceType;
  /** [NFT1, NFT2] Of both collections. */
  readonly tokenId: number;
  /** [NFT2] Dollars per copy. */
  readonly culturalGdp: number;
}

export interface Facts {
  readonly nations: Readonly<Record<NationId, NationFacts>>;
  /** [GDP1] A stake adds one dollar for this many whole DENA. */
  readonly denaPerDollar: bigint;
  /** [TRD1] DENA per unit. */
  readonly prices: Readonly<Record<ResourceType, number>>;
  /** [ACC1] Units per hour. */
  readonly basePerHour: Readonly<Record<ResourceType, number>>;
  /** [NAT2] A nation's own resource accrues at this many quarters of the base rate. */
  readonly bonusQuarters: number;
  /** [LCK1] */
  readonly lockMs: number;
  /** [ACC1] */
  readonly accrualCapMs: number;
  /** [WRK1] How many stages a work has, what the first needs, and how many times as much each next one. */
  readonly work: {
    readonly stages: number;
    readonly firstNeed: Readonly<Record<ResourceType, number>>;
    readonly growth: number;
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const FACTS: Facts = {
  nations: {
    usa: nation('United States', 25_000, 'oil', 1, 1500),
    italy: nation('Italy', 18_000, 'wood', 2, 1200),
    argentina: nation('Argentina', 15_000, 'food', 3, 1000),
    china: nation('China', 22_000, 'technology', 4, 1300),
  },
  denaPerDollar: 10n,
  prices: { wood: 10, oil: 50, food: 20, technology: 100 },
  basePerHour: { wood: 6, oil: 2, food: 4, technology: 1 },
  bonusQuarters: 5,
  lockMs: 7 * DAY_MS,
  accrualCapMs: 7 * DAY_MS,
  work: {
    stages: 5,
    firstNeed: { wood: 2000, oil: 400, food: 1000, technology: 200 },
    growth: 3,
  },
};

export const NATION_IDS: readonly NationId[] = ['usa', 'italy', 'argentina', 'china'];

function nation(
  name: string,
  startingGdp: number,
  bonus: ResourceType,
  tokenId: number,
  culturalGdp: number,
): NationFacts {
  return { name, startingGdp, bonus, tokenId, culturalGdp };
}
