/**
 * The parts of the server's answers that are used, as GET /api/openapi.json and the live protocol
 * describe them.
 */
import { z } from 'zod';

export const nationSchema = z.enum(['usa', 'italy', 'argentina', 'china']);
const resourceSchema = z.enum(['wood', 'oil', 'food', 'technology']);
const unitsSchema = z.object({
  wood: z.number(),
  oil: z.number(),
  food: z.number(),
  technology: z.number(),
});
const instantSchema = z.iso.datetime().transform((text) => Date.parse(text));
const activeSchema = z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1);

export const eventSchema = z.object({
  id: z.string(),
  at: instantSchema,
  kind: z.enum([
    'nation-chosen',
    'dena-staked',
    'dena-unstaked',
    'national-staked',
    'national-unstaked',
    'museum-staked',
    'museum-unstaked',
    'traded',
    'resources-settled',
    'holdings-verified',
    'stakes-unbacked',
    'name-checked',
    'contributed',
  ]),
  walletAddress: z.string(),
  name: z.string().nullable(),
  nationId: nationSchema,
  gdpBefore: z.number(),
  gdpAfter: z.number(),
  denaBalance: z.string(),
  detail: z.object({
    stakeIds: z.array(z.string()).optional(),
    amount: z.string().optional(),
    quantity: z.number().optional(),
    resourceType: resourceSchema.optional(),
    finished: z.array(z.number()).optional(),
  }),
});
export type WireEvent = z.output<typeof eventSchema>;

export const changeSchema = z.object({
  id: z.string(),
  at: instantSchema,
  kind: z.literal('rules-changed'),
  detail: z.object({
    changed: z.array(z.object({ rule: z.string(), from: z.number(), to: z.number() })),
  }),
});
export type WireChange = z.output<typeof changeSchema>;

const perNation = z.object({
  usa: z.number(),
  italy: z.number(),
  argentina: z.number(),
  china: z.number(),
});
export const rulesSchema = z.object({
  tradePrices: unitsSchema,
  tradeStep: z.number(),
  tradeMax: z.number(),
  denaPerDollar: z.number(),
  startingGdp: perNation,
  culturalGdpBonus: perNation,
  accrualPerHour: unitsSchema,
  accrualCapMs: z.number(),
  bonusPercent: z.number(),
  lockMs: z.number(),
  maxStakesPerKind: z.number(),
});
export const setSchema = z.object({
  since: instantSchema,
  rules: rulesSchema,
  hash: z.string(),
  isAnnounced: z.boolean(),
});
export type RulesSet = z.output<typeof setSchema>;
export const configSchema = z.object({ rules: rulesSchema, rulesHash: z.string() });
export type ConfigAnswer = z.output<typeof configSchema>;

export const rowSchema = z.object({
  rank: z.number(),
  nationId: nationSchema,
  nationName: z.string(),
  walletAddress: z.string(),
  name: z.string().nullable(),
  gdp: z.number(),
  gdpSince: instantSchema,
  /** The number of the commit that reached the GDP [ORD1]. */
  gdpOrder: z.number(),
  /** The same of the count of cultural NFTs. */
  culturalOrder: z.number(),
  denaHoldings: z.string(),
  resources: unitsSchema,
  presidentWallet: z.string().nullable(),
  presidentStakedCount: z.number(),
});
export type Row = z.output<typeof rowSchema>;

export const playerSchema = z.object({
  playerNation: z.object({
    walletAddress: z.string(),
    nationId: nationSchema,
    gdp: z.number(),
    rank: z.number(),
    joinedAt: instantSchema,
    startingGdp: z.number(),
    denaBalance: z.string(),
    denaAvailable: z.string(),
    holdings: z.object({ block: z.number() }).optional(),
    contributed: unitsSchema,
  }),
  resources: unitsSchema.extend({ perHour: unitsSchema, settledAt: instantSchema }),
});
export type PlayerAnswer = z.output<typeof playerSchema>;

/** As ticks have it, which name the nation beside it. */
export const stagesSchema = z.object({
  stage: z.number(),
  stages: z.array(
    z.object({ need: unitsSchema, have: unitsSchema, completedAt: instantSchema.nullable() }),
  ),
});
export const workSchema = stagesSchema.extend({ nationId: nationSchema });
export type WorkAnswer = z.output<typeof workSchema>;

const stakeFields = {
  id: z.string(),
  walletAddress: z.string(),
  isActive: activeSchema,
  stakedAt: instantSchema,
  unstakeableAt: instantSchema,
};
export const denaStakeSchema = z.object({
  ...stakeFields,
  stakedAmount: z.string(),
  gdpBonus: z.number(),
});
export const nftStakeSchema = z.object({
  ...stakeFields,
  tokenId: z.string(),
  quantity: z.number(),
  nftType: z.enum(['national', 'museum']),
  territoryValue: z.number(),
  productionBonus: z.number(),
  culturalGdpBonus: z.number(),
});
export type DenaStakeAnswer = z.output<typeof denaStakeSchema>;
export type NftStakeAnswer = z.output<typeof nftStakeSchema>;
