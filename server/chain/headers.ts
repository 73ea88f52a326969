/** Reads block headers, and checks their blooms for transfers of the game's tokens. */
import { getBytes, id, keccak256, toQuantity } from 'ethers';
import { z } from 'zod';
import type { Block, BlockRef, Contracts } from './chain.ts';
import { EndpointLags } from './failures.ts';
import { hexBytesSchema, quantitySchema, valueOf, type Outcome, type RpcCall } from './json-rpc.ts';

export const TRANSFER = id('Transfer(address,address,uint256)');
export const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
export const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');
export const TRANSFER_TOPICS = [TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH] as const;

/** Some nodes leave fields out. Without a parentHash, the follower reads by a range of blocks instead. */
const headerSchema = z.object({
  number: quantitySchema,
  hash: hexBytesSchema,
  parentHash: hexBytesSchema.catch(''),
  timestamp: quantitySchema.catch(0),
  logsBloom: z.unknown().optional(),
});

/** Parses a header that a node sent. @throws ZodError if it is none. */
export type HeaderParser = (header: unknown) => Block;

export function headerParser(contracts: Contracts): HeaderParser {
  const isQuiet = bloomCheck(contracts);
  return (header) => {
    const { number, hash, parentHash, timestamp, logsBloom } = headerSchema.parse(header);
    return { number, hash, parentHash, timestampS: timestamp, isQuiet: isQuiet(logsBloom) };
  };
}

export const headerOf = (block: number | 'latest'): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [block === 'latest' ? block : toQuantity(block), false],
});

/**
 * Checks that the header an endpoint returned for a block's number is that block's.
 * @throws EndpointLags if it is another block's, or null.
 */
export function expectBlock(
  block: BlockRef,
  header: Outcome | undefined,
  parseHeader: HeaderParser,
): void {
  const value = valueOf(header);
  const found = value === null ? null : parseHeader(value);
  if (found?.hash !== block.hash) {
    throw new EndpointLags(
      found === null
        ? `it has no block ${block.number}`
        : `it has another block ${block.number}: ${found.hash} instead of ${block.hash}`,
    );
  }
}

/**
 * Whether a bloom rules out transfers of the game's tokens. An empty one does not: some chains never fill
 * it.
 */
function bloomCheck(contracts: Contracts): (bloom: unknown) => boolean {
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
