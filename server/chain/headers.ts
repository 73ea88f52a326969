/** Reads block headers, and checks their blooms for transfers of the game's tokens. */
import { getBytes, id, keccak256, toQuantity } from 'ethers';
import { z } from 'zod';
import type { BlockRef, Contracts } from './chain.ts';
import { EndpointLags } from './failures.ts';
import { hexBytesSchema, quantitySchema, valueOf, type Outcome, type RpcCall } from './json-rpc.ts';

export const TRANSFER = id('Transfer(address,address,uint256)');
export const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
export const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');
export const TRANSFER_TOPICS = [TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH] as const;

/** Some nodes leave fields out. Without a parentHash, the follower reads by a range of blocks instead. */
export const headerSchema = z.object({
  number: quantitySchema,
  hash: hexBytesSchema,
  parentHash: hexBytesSchema.catch(''),
  timestamp: quantitySchema.catch(0),
  logsBloom: z.unknown().optional(),
});
export type Header = z.infer<typeof headerSchema>;

export const headerOf = (block: number | 'latest'): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [block === 'latest' ? block : toQuantity(block), false],
});

/** The block with this number, by its header. @throws EndpointLags if the endpoint has none. */
export function blockIn(header: Outcome | undefined, number: number): BlockRef {
  const value = valueOf(header);
  if (value === null) throw new EndpointLags(`it has no block ${number}`);
  const found = headerSchema.parse(value);
  if (found.number !== number)
    throw new Error('the header of a block other than the requested one');
  return { number, hash: found.hash };
}

/**
 * Whether a bloom rules out transfers of the game's tokens. An empty one does not: some chains never fill
 * it.
 */
export function bloomCheck(contracts: Contracts): (bloom: unknown) => boolean {
  const addresses = [contracts.dena, contracts.nationalNft, contracts.culturalNft].map(bloomBits);
  const topics = TRANSFER_TOPICS.map(bloomBits);
  return (bloom) => {
    if (typeof bloom !== 'string' || !/^0x[0-9a-fA-F]{512}$/.test(bloom)) return false;
    const bytes = getBytes(bloom);
    if (bytes.every((byte) => byte === 0)) return false;
    const mayHold = (bits: readonly number[]) =>
      bits.every((bit) => (((bytes[255 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1);
    return !(addresses.some(mayHold) && topics.some(mayHold));
  };
}

/** The three bits of 2048 that a value sets (Yellow Paper, 4.3.1). */
function bloomBits(value: string): readonly number[] {
  const hash = getBytes(keccak256(value));
  return [0, 2, 4].map((i) => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047);
}
