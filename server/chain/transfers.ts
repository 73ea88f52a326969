/**
 * Reads transfers of the game's tokens from one endpoint's logs (EIP-20, EIP-1155). Beyond a node's
 * head eth_getLogs returns an empty list without an error (go-ethereum #24078), so logs count only
 * if they were read by the block's hash, or with the header of the last block in the same request.
 * Several nodes may answer one request, each from its own branch: so the headers after the first
 * block must lead back to it.
 */
import { id, toQuantity } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import {
  ChainUnavailable,
  type BlockRef,
  type BlockTransfers,
  type Chain,
  type Contracts,
  type TransferSpan,
} from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointPool } from './endpoint-pool.ts';
import { BlockRefused, EndpointLags, failureOf, isBlockHashRefused, isLate } from './failures.ts';
import { monotonicNow } from '../lib/machine.ts';
import { headerIn, headerOf, refOf, type Header } from './headers.ts';
import {
  hexBytesSchema,
  quantitySchema,
  reasonOf,
  valueOf,
  type Outcome,
  type RpcCall,
} from './json-rpc.ts';

/**
 * The topics with the sender and the receiver; in a mint or a burn one of them is the zero address.
 */
const PARTIES: Readonly<Record<string, readonly [number, number]>> = {
  [id('Transfer(address,address,uint256)')]: [1, 2],
  [id('TransferSingle(address,address,address,uint256,uint256)')]: [2, 3],
  [id('TransferBatch(address,address,address,uint256[],uint256[])')]: [2, 3],
};
const NOBODY = address(`0x${'0'.repeat(40)}`);
/**
 * So many headers after the first one of a range are asked for, to see that it is on the branch
 * that was read: a node that has not heard that its branch is gone is hardly further ahead. Each
 * counts against the endpoint's plan.
 */
const LINKS = 2;
/** A hash that no block has. */
const NO_BLOCK = `0x${'0'.repeat(60)}dead`;

const logSchema = z.object({
  blockNumber: quantitySchema,
  blockHash: hexBytesSchema,
  topics: z.array(hexBytesSchema).min(1).max(4),
  removed: z.boolean().optional(),
});

export function transferReader(
  pool: EndpointPool,
  contracts: Contracts,
): Pick<Chain, 'transfersIn' | 'transfersAfter'> {
  const readOrGiveUp = givingUp(pool);
  const logsOf = (where: object): RpcCall => ({
    method: 'eth_getLogs',
    params: [
      {
        ...where,
        address: [contracts.dena, contracts.nationalNft, contracts.culturalNft],
        topics: [Object.keys(PARTIES)],
      },
    ],
  });
  /** How many blocks one read of an endpoint asks for. */
  const blocksOf = ({ logRange }: Endpoint, base: BlockRef, upTo: number) =>
    Math.min(upTo - base.number, logRange.most());

  /** Null if the endpoint does not support `blockHash`. */
  async function byHash(
    endpoint: Endpoint,
    block: BlockRef,
  ): Promise<readonly BlockTransfers[] | null> {
    const { rpc } = endpoint;
    const ask = logsOf({ blockHash: block.hash });
    // Some nodes return an empty list for an unknown block (Besu until 25.1): a hash that no block
    // has shows whether this one does.
    const isKnown = endpoint.takesBlockHash !== null;
    const [logs, unknown] = await rpc.together(
      isKnown ? [ask] : [ask, logsOf({ blockHash: NO_BLOCK })],
    );
    if (!isKnown && failureOf(reasonOf(unknown)) !== 'limited' && logs?.status === 'fulfilled') {
      endpoint.takesBlockHash = unknown?.status === 'rejected';
      if (!endpoint.takesBlockHash) return null;
    }
    if (!isBlockHashRefused(reasonOf(logs))) return logsIn(logs, block.number);
    endpoint.takesBlockHash = false;
    return null;
  }

  async function byNumber(endpoint: Endpoint, block: BlockRef): Promise<readonly BlockTransfers[]> {
    const span = await inRange(endpoint, block.number - 1, block.number);
    if (span.end.hash !== block.hash)
      throw new EndpointLags(`it has another block ${block.number}`);
    return span.blocks;
  }

  /**
   * The transfers after a block, up to another. @throws BlockRefused; EndpointLags if it lacks one
   * of them
   */
  async function inRange({ rpc }: Endpoint, after: number, to: number) {
    const count = Math.min(LINKS, to - after - 1);
    const between = Array.from({ length: count }, (_, i) => after + 1 + i);
    const [first, logs, last, ...rest] = await rpc.together([
      headerOf(after),
      logsOf({ fromBlock: toQuantity(after + 1), toBlock: toQuantity(to) }),
      headerOf(to),
      ...between.map(headerOf),
    ]);
    // The header shows a lagging endpoint, however it refuses.
    const isLimited = failureOf(reasonOf(logs)) === 'limited';
    if (!isLimited && last?.status === 'fulfilled') headerIn(last, to);
    const found = logsIn(logs, to);
    const [base, end] = [headerIn(first, after), headerIn(last, to)];
    mustBeLinked([base, ...between.map((number, i) => headerIn(rest[i], number)), end]);
    return { base: refOf(base), end: refOf(end), blocks: inSpan(after, end, found) };
  }

  /**
   * The wallets that sent or received. @throws BlockRefused; EndpointLags if it lacks this block
   */
  async function readIn(endpoint: Endpoint, block: BlockRef): Promise<readonly Address[]> {
    const found = endpoint.takesBlockHash === false ? null : await byHash(endpoint, block);
    const blocks = found ?? (await byNumber(endpoint, block));
    if (blocks.some(({ number, hash }) => number !== block.number || hash !== block.hash)) {
      throw new EndpointLags(`it gives the logs of another block ${block.number}`);
    }
    return blocks.flatMap(({ wallets }) => wallets);
  }

  /**
   * Reads fewer blocks if refused, down to one. @throws BlockRefused; EndpointLags if it has not
   * reached these blocks
   */
  async function readAfter(
    endpoint: Endpoint,
    base: BlockRef,
    upTo: number,
  ): Promise<TransferSpan> {
    for (;;) {
      const blocks = blocksOf(endpoint, base, upTo);
      try {
        return await inRange(endpoint, base.number, base.number + blocks);
      } catch (error) {
        if (!(error instanceof BlockRefused) || blocks === 1) throw error;
        endpoint.logRange.lower(blocks / 2);
      }
    }
  }

  /** The span of just the next block, with its logs unread. */
  async function unread({ rpc }: Endpoint, base: BlockRef): Promise<TransferSpan> {
    const next = base.number + 1;
    const [first, last] = await rpc.together([headerOf(base.number), headerOf(next)]);
    const [before, end] = [headerIn(first, base.number), headerIn(last, next)];
    mustBeLinked([before, end]);
    return { base: refOf(before), end: refOf(end), blocks: null };
  }

  return {
    transfersIn: (block) =>
      readOrGiveUp<readonly Address[] | null>({
        key: block.hash,
        atLeastBlock: block.number,
        read: (endpoint) => readIn(endpoint, block),
        readsLess: () => false,
        instead: () => Promise.resolve(null),
      }),

    transfersAfter(base, upTo) {
      const atLeastBlock = base.number + 1;
      return readOrGiveUp({
        key: `after ${base.hash}`,
        atLeastBlock,
        read: (endpoint) => readAfter(endpoint, base, upTo),
        readsLess(endpoint) {
          const blocks = blocksOf(endpoint, base, upTo);
          endpoint.logRange.lower(blocks / 2);
          return blocks > 1;
        },
        instead: () => pool.ask((endpoint) => unread(endpoint, base), { atLeastBlock }),
      });
    },
  };
}

const ATTEMPTS = 3;
/** A node that answered something within this time is slow with this block, not down. */
const RECENT_MS = 30_000;
/** How many blocks are remembered. Blocks are read one after the other, so this is plenty. */
const MOST_BLOCKS = 64;

interface LogRead<T> {
  /** Identifies the block. */
  readonly key: string;
  readonly atLeastBlock: number;
  readonly read: (endpoint: Endpoint) => Promise<T>;
  /** True if the next read asks an endpoint that was too slow for fewer blocks. */
  readonly readsLess: (endpoint: Endpoint) => boolean;
  /** Answers if the block is given up. */
  readonly instead: () => Promise<T>;
}

/**
 * Reads logs so that no block can stop the game: one that every endpoint refuses for its size is
 * given up immediately; one that is refused in unknown words, or never arrives in time, after three
 * reads.
 */
function givingUp(pool: EndpointPool) {
  /** How often each block has been read in vain, while some endpoint was up. */
  const attempts = new Map<string, { readonly count: number; readonly at: number }>();

  return async <T>({ key, atLeastBlock, read, readsLess, instead }: LogRead<T>): Promise<T> => {
    const from = monotonicNow();
    const before = attempts.get(key) ?? { count: 0, at: from - RECENT_MS };
    let { count } = before;
    /** Whether each endpoint that is not down refused the block for its size. */
    const ofSize: boolean[] = [];
    try {
      const answer = await pool.ask(read, {
        atLeastBlock,
        onFailure(endpoint, error) {
          const failure = failureOf(error);
          const isRefused = error instanceof BlockRefused;
          const isSlow = isLate(error) && !readsLess(endpoint);
          if (isRefused || (isSlow && endpoint.rpc.answeredAt > before.at)) {
            count = before.count + 1;
          }
          if (isRefused || failure !== 'silent') {
            ofSize.push(isRefused && (failure === 'size' || failure === 'range'));
          }
        },
      });
      attempts.delete(key);
      return answer;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      if (count > before.count) attempts.set(key, { count, at: from });
      const [oldest] = attempts.keys();
      if (attempts.size > MOST_BLOCKS && oldest !== undefined) attempts.delete(oldest);
      // One that limits our rate may still answer.
      const isWaitedFor = pool.endpoints.some((one) => one.status().state === 'limited');
      const isForGood = !isWaitedFor && ofSize.length > 0 && ofSize.every(Boolean);
      if (!isForGood && count < ATTEMPTS) throw error;
      return instead();
    }
  };
}

/**
 * The transfers in logs. @throws BlockRefused if it refuses this request in general, not just at
 * this moment
 */
function logsIn(logs: Outcome | undefined, block: number): BlockTransfers[] {
  const error = reasonOf(logs);
  if (!['range', 'size', 'refused', 'reverted', 'pruned'].includes(failureOf(error))) {
    return transfersOf(valueOf(logs));
  }
  throw new BlockRefused(`the logs of block ${block} were refused`, { cause: error });
}

/**
 * @param headers in ascending order; some nodes leave out the parent's hash. @throws EndpointLags
 */
function mustBeLinked(headers: readonly Header[]): void {
  for (const [i, { number, parentHash }] of headers.entries()) {
    const before = headers[i - 1];
    if (before?.number !== number - 1 || parentHash === '' || parentHash === before.hash) continue;
    throw new EndpointLags(`its blocks ${before.number} and ${number} are of two branches`);
  }
}

/**
 * Checks the logs of a span. @throws EndpointLags if the last block's logs are from another branch
 */
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
