/** Reads block headers. */
import { toQuantity } from 'ethers';
import { z } from 'zod';
import type { Block } from './chain.ts';
import { EndpointLags } from './failures.ts';
import { hexBytesSchema, quantitySchema, valueOf, type Outcome, type RpcCall } from './json-rpc.ts';

/**
 * Some nodes leave fields out. Without a parentHash, more headers are asked for.
 */
export const headerSchema = z.object({
  number: quantitySchema,
  hash: hexBytesSchema,
  parentHash: hexBytesSchema.catch(''),
  timestamp: quantitySchema.catch(0),
});
export type Header = z.infer<typeof headerSchema>;

export const headerOf = (block: number | 'latest'): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [block === 'latest' ? block : toQuantity(block), false],
});

/** The header of the block with this number. @throws EndpointLags if the endpoint has none. */
export function headerIn(header: Outcome | undefined, number: number): Header {
  const value = valueOf(header);
  if (value === null) throw new EndpointLags(`it has no block ${number}`);
  const found = headerSchema.parse(value);
  if (found.number !== number)
    throw new Error('the header of a block other than the requested one');
  return found;
}

export function blockOf({ number, hash, parentHash, timestamp }: Header): Block {
  return { number, hash, parentHash, timestampS: timestamp };
}
