/** GET /api/config */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { byNation } from '../values/nations.ts';
import { eachResource } from '../values/resources.ts';
import { defineCall } from './call.ts';

const positive = z.int().positive();
const perNation = z.object(byNation(() => positive));
const perResource = z.object(eachResource(() => positive));
const range = z.object({ min: positive, max: positive });

/** The constants of the rules by which this server decides. */
const rulesSchema = z.object({
  /** [TRD1] DENA per unit. */
  tradePrices: perResource,
  /** [TRD1] Units. */
  tradeStep: positive,
  tradeMax: positive,
  /** [GDP1] DENA staked for a dollar of GDP. */
  denaPerDollar: positive,
  /** [NAT1] Dollars. */
  startingGdp: perNation,
  /** [NFT2] Dollars a copy. */
  culturalGdpBonus: perNation,
  /** [NFT1, NFT2] The ERC-1155 id, the same in both collections. */
  tokenIds: perNation,
  /** [NFT1] Of a copy. */
  territoryKm2: range,
  productionHundredths: range,
  /** [ACC1] Units, before production, territory and the nation's bonus. */
  accrualPerHour: perResource,
  accrualCapMs: positive,
  /** [NAT2] */
  bonusPercent: positive,
  /** [LCK1] */
  lockMs: positive,
  /** [STK1] */
  maxStakesPerKind: positive,
  /** [GDP1] Dollars. */
  maxGdp: positive,
  /** [WRK1] Of each stage, the first stage first. */
  workNeeds: z.array(perResource),
});

/** What a client needs to know about its server; none of it is compiled into the client. */
export const configSchema = z.object({
  chainId: z.int().positive(),
  /** True if nothing here is on Mainnet: the game is played for trial. */
  isRehearsal: z.boolean().optional(),
  contracts: z.object({
    dena: writtenAddressSchema,
    nationalNft: writtenAddressSchema,
    culturalNft: writtenAddressSchema,
  }),
  /** Where the collections are sold; null: nowhere. */
  marketplaces: z.object({ national: z.url().nullable(), cultural: z.url().nullable() }),
  walletProof: z.enum(['required', 'off']),
  /** [LCK1] */
  lockMs: z.int().positive(),
  /** The game's clock: countdowns use it instead of the browser's clock. */
  now: z.iso.datetime(),
  version: z.int().positive(),
  rules: rulesSchema,
  /** Differs if `rules` do; opaque. It is in `RULES_HEADER` of every answer, too. */
  rulesHash: z.string().regex(/^[0-9a-f]{16}$/),
});
export type ConfigView = z.infer<typeof configSchema>;

export const configCall = defineCall({
  name: 'getConfig',
  method: 'GET',
  path: '/api/config',
  summary: 'The chain, contracts, locks, clock and rules of this server.',
  needsSession: false,
  answers: { 200: configSchema },
});
