/** GET /api/config */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { rulesSchema } from '../values/rules.ts';
import { defineCall } from './call.ts';

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
  /** By which this server decides. */
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
