/** GET /api/config */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { defineCall } from './call.ts';

/** What a client needs to know about its server; none of it is compiled into the client. */
export const configSchema = z.object({
  chainId: z.int().positive(),
  contracts: z.object({
    dena: writtenAddressSchema,
    nationalNft: writtenAddressSchema,
    culturalNft: writtenAddressSchema,
  }),
  /** Where the collections are sold; null: nowhere. Servers up to version 7 always send an address. */
  marketplaces: z.object({ national: z.url().nullable(), cultural: z.url().nullable() }),
  walletProof: z.enum(['required', 'off']),
  /** [LCK1] */
  lockMs: z.int().positive(),
  /** The game's clock: countdowns use it instead of the browser's clock. */
  now: z.iso.datetime(),
  version: z.int().positive(),
});
export type ConfigView = z.infer<typeof configSchema>;

export const configCall = defineCall({
  method: 'GET',
  path: '/api/config',
  summary: 'The chain, contracts, locks and clock of this server.',
  needsSession: false,
  answers: { 200: configSchema },
});
