/**
 * Reads transfers of the game's tokens from one endpoint's logs (EIP-20, EIP-1155). Beyond a node's head
 * eth_getLogs returns an empty list without an error (go-ethereum #24078), so logs count only if they were
 * read by the block's hash, or with the header of the last block in the same request.
 */
import { toQuantity } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import type { BlockRef, BlockTransfers, Contracts, TransferSpan } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import {
  BlockRefused,
  EndpointLags,
  failureOf,
  isBlockHashRefused,
  proposedRange,
} from './failures.ts';
import {
  expectBlock,
  headerOf,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
  TRANSFER_TOPICS,
  type HeaderParser,
} from './headers.ts';
import type { RpcCall } from './rpc-client.ts';
import { hexBytesSchema, quantitySchema } from './rpc-values.ts';

/** The topics with the sender and the receiver; in a mint or a burn one of them is the zero address. */
const PARTIES: Readonly<Record<string, readonly [number, number]>> = {
  [TRANSFER]: [1, 2],
  [TRANSFER_SINGLE]: [2, 3],
  [TRANSFER_BATCH]: [2, 3],
};
const NOBODY = address(`0x${'0'.repeat(40)}`);
/** A hash that no block has. */
const NO_BLOCK = `0x${'0'.repeat(60)}dead`;

const logSchema = z.object({
  blockNumber: quantitySchema,
  blockHash: hexBytesSchema,
  topics: z.array(hexBytesSchema).min(1).max(4),
  removed: z.boolean().optional(),
});

export interface TransferReader {
  /** The wallets that sent or received. @throws BlockRefused; EndpointLags if it lacks this block */
  readIn(endpoint: Endpoint, block: BlockRef): Promise<readonly Address[]>;
  /**
   * Reads fewer blocks if refused, down to one. @throws BlockRefused; EndpointLags if it has not reached
   * these blocks
   */
  readAfter(endpoint: Endpoint, base: BlockRef, upTo: number): Promise<TransferSpan>;
  /** Makes the next read after that block ask for fewer blocks; false if it was already a single one. */
  tooSlow(endpoint: Endpoint, base: BlockRef): boolean;
  /** The span of just the next block, with its logs unread (`blocks` is null). */
  unread(endpoint: Endpoint, base: BlockRef): Promise<TransferSpan>;
}

export function transferReader(contracts: Contracts, parseHeader: HeaderParser): TransferReader {
  const logsOf = (where: object): RpcCall => ({
    method: 'eth_getLogs',
    params: [
      {
        ...where,
        address: [contracts.dena, contracts.nationalNft, contracts.culturalNft],
        topics: [TRANSFER_TOPICS],
      },
    ],
  });
  const inRange = (from: number, to: number) =>
    logsOf({ fromBlock: toQuantity(from), toBlock: toQuantity(to) });
  /** How far a read was narrowed down when its time ended: the next one continues from there. */
  const narrowed = new WeakMap<Endpoint, { readonly base: string; readonly blocks: number }>();

  /** Null if the endpoint does not support `blockHash`. */
  async function byHash(endpoint: Endpoint, block: BlockRef): Promise<BlockTransfers[] | null> {
    const { learnt, rpc } = endpoint;
    const ask = logsOf({ blockHash: block.hash });
    // Some nodes return an empty list for an unknown block (Besu until 25.1): a hash that no block has
    // shows whether this one does.
    const isKnown = learnt.takesBlockHash !== null;
    const [logs, unknown] = await rpc.together(
      isKnown ? [ask] : [ask, logsOf({ blockHash: NO_BLOCK })],
    );
    if (!isKnown && failureOf(reasonOf(unknown)) !== 'limited' && logs?.status === 'fulfilled') {
      learnt.takesBlockHash = unknown?.status === 'rejected';
      if (!learnt.takesBlockHash) return null;
    }
    if (logs?.status === 'fulfilled') return transfersOf(logs.value);
    if (!isBlockHashRefused(logs?.reason)) throw logs?.reason ?? new Error('no answer');
    learnt.takesBlockHash = false;
    return null;
  }

  async function byNumber(endpoint: Endpoint, block: BlockRef): Promise<BlockTransfers[]> {
    const [logs, header] = await endpoint.rpc.together([
      inRange(block.number, block.number),
      headerOf(block.number),
    ]);
    const error = reasonOf(logs);
    if (error instanceof Error && failureOf(error) === 'limited') throw error;
    if (header?.status === 'fulfilled') expectBlock(block, header, parseHeader);
    if (logs?.status !== 'fulfilled') throw error ?? new Error('no answer');
    expectBlock(block, header, parseHeader);
    return transfersOf(logs.value);
  }

  /** How many blocks to ask for after `blocks` were refused; null if that was a single one. */
  function less(endpoint: Endpoint, blocks: number, error: unknown): number | null {
    if (blocks === 1) return null;
    const proposed = proposedRange(error);
    const next = proposed !== null && proposed < blocks ? proposed : Math.ceil(blocks / 2);
    // A limit on the range holds for every read; the size of the answer depends on these blocks.
    if (failureOf(error) !== 'size') endpoint.learnt.logRange.lower(next);
    return next;
  }

  return {
    async readIn(endpoint, block) {
      let blocks: BlockTransfers[];
      try {
        const found =
          endpoint.learnt.takesBlockHash === false ? null : await byHash(endpoint, block);
        blocks = found ?? (await byNumber(endpoint, block));
      } catch (error) {
        throw isRefusal(error) ? refused(block.number, error) : error;
      }
      if (blocks.some(({ number, hash }) => number !== block.number || hash !== block.hash)) {
        throw new EndpointLags(`it gives the logs of another block ${block.number}`);
      }
      return blocks.flatMap(({ wallets }) => wallets);
    },

    async readAfter(endpoint, base, upTo) {
      const { learnt, rpc } = endpoint;
      const before = narrowed.get(endpoint);
      let blocks = Math.min(
        upTo - base.number,
        learnt.logRange.most(),
        before?.base === base.hash ? before.blocks : Infinity,
      );
      for (;;) {
        const to = base.number + blocks;
        narrowed.set(endpoint, { base: base.hash, blocks });
        const [first, logs, last] = await rpc.together([
          headerOf(base.number),
          inRange(base.number + 1, to),
          headerOf(to),
        ]);
        const error = reasonOf(logs);
        if (error === null) {
          const start = refOf(first, base.number, parseHeader);
          const end = refOf(last, to, parseHeader);
          narrowed.delete(endpoint);
          return { base: start, end, blocks: inSpan(base.number, end, transfersOf(valueOf(logs))) };
        }
        if (!isRefusal(error)) throw error;
        const next = less(endpoint, blocks, error);
        if (next === null) throw refused(to, error);
        blocks = next;
      }
    },

    tooSlow(endpoint, base) {
      const asked = narrowed.get(endpoint);
      const next = asked?.base === base.hash ? less(endpoint, asked.blocks, null) : null;
      if (next === null) return false;
      narrowed.set(endpoint, { base: base.hash, blocks: next });
      return true;
    },

    async unread({ rpc }, base) {
      const next = base.number + 1;
      const [first, last] = await rpc.together([headerOf(base.number), headerOf(next)]);
      return {
        base: refOf(first, base.number, parseHeader),
        end: refOf(last, next, parseHeader),
        blocks: null,
      };
    },
  };
}

function refused(block: number, cause: unknown): BlockRefused {
  return new BlockRefused(`the logs of block ${block} were refused`, { cause });
}

/** @throws EndpointLags if it has no such block. */
function refOf(
  header: PromiseSettledResult<unknown> | undefined,
  number: number,
  parseHeader: HeaderParser,
): BlockRef {
  const found = valueOf(header);
  if (found === null) throw new EndpointLags(`it has no block ${number}`);
  const block = parseHeader(found);
  if (block.number !== number)
    throw new Error('the header of a block other than the requested one');
  return { number, hash: block.hash };
}

function valueOf(outcome: PromiseSettledResult<unknown> | undefined): unknown {
  if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error('no answer');
  return outcome.value;
}

function reasonOf(outcome: PromiseSettledResult<unknown> | undefined): unknown {
  return outcome?.status === 'rejected' ? (outcome.reason as unknown) : null;
}

/** True if the endpoint refuses this request in general, not just at this moment. */
function isRefusal(error: unknown): boolean {
  return ['range', 'size', 'refused', 'reverted', 'pruned'].includes(failureOf(error));
}

/** Checks the logs of a span. @throws EndpointLags if the last block's logs are from another branch */
function inSpan(after: number, end: BlockRef, blocks: BlockTransfers[]): BlockTransfers[] {
  for (const { number, hash } of blocks) {
    if (number <= after || number > end.number)
      throw new Error('logs of a block that was not requested');
    if (number === end.number && hash !== end.hash) {
      throw new EndpointLags(`it gives the logs of another block ${number}`);
    }
  }
  return blocks;
}

/** Logs by block, oldest first. @throws EndpointLags if two blocks have the same number */
function transfersOf(answer: unknown): BlockTransfers[] {
  const blocks = new Map<number, { readonly hash: string; readonly wallets: Set<Address> }>();
  for (const { blockNumber, blockHash, topics, removed } of z.array(logSchema).parse(answer)) {
    if (removed) continue;
    const block = blocks.get(blockNumber) ?? { hash: blockHash, wallets: new Set() };
    if (block.hash !== blockHash) throw new EndpointLags(`it gives two blocks ${blockNumber}`);
    blocks.set(blockNumber, block);
    for (const party of PARTIES[topics[0] ?? ''] ?? []) {
      const wallet = addressInTopic(topics[party]);
      if (wallet !== NOBODY) block.wallets.add(wallet);
    }
  }
  return [...blocks]
    .toSorted(([a], [b]) => a - b)
    .map(([number, { hash, wallets }]) => ({ number, hash, wallets: [...wallets] }));
}

/** An indexed address fills the last 20 bytes of its topic. */
function addressInTopic(topic: string | undefined): Address {
  if (topic?.length !== 66) throw new Error('a transfer without that party');
  return address(`0x${topic.slice(-40)}`);
}
