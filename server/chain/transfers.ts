/**
 * Reads transfers of the game's tokens from one endpoint's logs (EIP-20, EIP-1155). Beyond a node's head
 * eth_getLogs returns an empty list without an error (go-ethereum #24078), so logs count only if they were
 * read by the block's hash, or with the header of the last block in the same request.
 */
import { toQuantity } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import type { BlockRef, BlockTransfers, Chain, Contracts, TransferSpan } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import { NoneAnswered, type EndpointPool } from './endpoint-pool.ts';
import {
  BlockRefused,
  EndpointLags,
  failureOf,
  isBlockHashRefused,
  isLate,
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
import { hexBytesSchema, quantitySchema, valueOf, type Outcome, type RpcCall } from './json-rpc.ts';

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

export function transferReader(
  pool: EndpointPool,
  contracts: Contracts,
  parseHeader: HeaderParser,
  now: () => number,
): Pick<Chain, 'transfersIn' | 'transfersAfter'> {
  const readOrGiveUp = givingUp(pool, now);
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
    const { rpc } = endpoint;
    const ask = logsOf({ blockHash: block.hash });
    // Some nodes return an empty list for an unknown block (Besu until 25.1): a hash that no block has
    // shows whether this one does.
    const isKnown = endpoint.takesBlockHash !== null;
    const [logs, unknown] = await rpc.together(
      isKnown ? [ask] : [ask, logsOf({ blockHash: NO_BLOCK })],
    );
    if (!isKnown && failureOf(reasonOf(unknown)) !== 'limited' && logs?.status === 'fulfilled') {
      endpoint.takesBlockHash = unknown?.status === 'rejected';
      if (!endpoint.takesBlockHash) return null;
    }
    if (!isBlockHashRefused(reasonOf(logs))) return transfersOf(valueOf(logs));
    endpoint.takesBlockHash = false;
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
    const found = valueOf(logs);
    expectBlock(block, header, parseHeader);
    return transfersOf(found);
  }

  /** How many blocks to ask for after `blocks` were refused; null if that was a single one. */
  function less(endpoint: Endpoint, blocks: number, error: unknown): number | null {
    if (blocks === 1) return null;
    const proposed = proposedRange(error);
    const next = proposed !== null && proposed < blocks ? proposed : Math.ceil(blocks / 2);
    // A limit on the range holds for every read; the size of the answer depends on these blocks.
    if (failureOf(error) !== 'size') endpoint.logRange.lower(next);
    return next;
  }

  /** The wallets that sent or received. @throws BlockRefused; EndpointLags if it lacks this block */
  async function readIn(endpoint: Endpoint, block: BlockRef): Promise<readonly Address[]> {
    let blocks: BlockTransfers[];
    try {
      const found = endpoint.takesBlockHash === false ? null : await byHash(endpoint, block);
      blocks = found ?? (await byNumber(endpoint, block));
    } catch (error) {
      throw isRefusal(error) ? refused(block.number, error) : error;
    }
    if (blocks.some(({ number, hash }) => number !== block.number || hash !== block.hash)) {
      throw new EndpointLags(`it gives the logs of another block ${block.number}`);
    }
    return blocks.flatMap(({ wallets }) => wallets);
  }

  /**
   * Reads fewer blocks if refused, down to one. @throws BlockRefused; EndpointLags if it has not reached
   * these blocks
   */
  async function readAfter(
    endpoint: Endpoint,
    base: BlockRef,
    upTo: number,
  ): Promise<TransferSpan> {
    const before = narrowed.get(endpoint);
    let blocks = Math.min(
      upTo - base.number,
      endpoint.logRange.most(),
      before?.base === base.hash ? before.blocks : Infinity,
    );
    for (;;) {
      const to = base.number + blocks;
      narrowed.set(endpoint, { base: base.hash, blocks });
      const [first, logs, last] = await endpoint.rpc.together([
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
  }

  /** Makes the next read after that block ask for fewer blocks; false if it was already a single one. */
  function tooSlow(endpoint: Endpoint, base: BlockRef): boolean {
    const asked = narrowed.get(endpoint);
    const next = asked?.base === base.hash ? less(endpoint, asked.blocks, null) : null;
    if (next === null) return false;
    narrowed.set(endpoint, { base: base.hash, blocks: next });
    return true;
  }

  /** The span of just the next block, with its logs unread. */
  async function unread({ rpc }: Endpoint, base: BlockRef): Promise<TransferSpan> {
    const next = base.number + 1;
    const [first, last] = await rpc.together([headerOf(base.number), headerOf(next)]);
    return {
      base: refOf(first, base.number, parseHeader),
      end: refOf(last, next, parseHeader),
      blocks: null,
    };
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
        readsLess: (endpoint) => tooSlow(endpoint, base),
        instead: () => pool.ask((endpoint) => unread(endpoint, base), { atLeastBlock }),
      });
    },
  };
}

const ATTEMPTS = 3;
/** A node that answered something within this time is slow with this block, not down. */
const ANSWERED_LATELY_MS = 30_000;
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

interface LogFailure {
  readonly endpoint: Endpoint;
  readonly error: unknown;
  readonly isOneBlock: boolean;
}

/**
 * Reads logs so that no block can stop the game: one that every endpoint refuses for its size is given up
 * immediately; one that is refused in unknown words, or never arrives in time, after three reads.
 */
function givingUp(pool: EndpointPool, now: () => number) {
  const attempts = new Map<string, { readonly count: number; readonly at: number }>();

  /** How often the block has been read in vain, while some endpoint was up. */
  function attemptsAfter(key: string, failures: readonly LogFailure[]): number {
    const before = attempts.get(key) ?? { count: 0, at: now() - ANSWERED_LATELY_MS };
    const isTried = failures.some(
      ({ endpoint, error, isOneBlock }) =>
        error instanceof BlockRefused ||
        (isOneBlock && isLate(error) && endpoint.answeredAt > before.at),
    );
    if (!isTried) return before.count;
    const count = before.count + 1;
    attempts.delete(key);
    attempts.set(key, { count, at: now() });
    const [oldest] = attempts.keys();
    if (attempts.size > MOST_BLOCKS && oldest !== undefined) attempts.delete(oldest);
    return count;
  }

  return async <T>({ key, atLeastBlock, read, readsLess, instead }: LogRead<T>): Promise<T> => {
    const failures: LogFailure[] = [];
    try {
      const answer = await pool.ask(read, {
        atLeastBlock,
        onFailure(endpoint, error) {
          endpoint.failedAtBlock(error);
          const isOneBlock = !(isLate(error) && readsLess(endpoint));
          failures.push({ endpoint, error, isOneBlock });
        },
      });
      attempts.delete(key);
      return answer;
    } catch (error) {
      if (!(error instanceof NoneAnswered)) throw error;
      // One that limits our rate may still answer.
      const isWaitedFor = pool.endpoints.some((one) => one.status().state === 'limited');
      const ofSize = failures.map((one) => isOfSize(one.error)).filter((is) => is !== null);
      const isForGood = !isWaitedFor && ofSize.length > 0 && ofSize.every(Boolean);
      if (!isForGood && attemptsAfter(key, failures) < ATTEMPTS) throw error;
      return instead();
    }
  };
}

/** True if an endpoint refused a single block for its size; null if it is down. */
function isOfSize(error: unknown): boolean | null {
  const failure = failureOf(error);
  if (error instanceof BlockRefused) return failure === 'size' || failure === 'range';
  return failure === 'silent' || failure === 'skipped' ? null : false;
}

function refused(block: number, cause: unknown): BlockRefused {
  return new BlockRefused(`the logs of block ${block} were refused`, { cause });
}

/** @throws EndpointLags if it has no such block. */
function refOf(header: Outcome | undefined, number: number, parseHeader: HeaderParser): BlockRef {
  const found = valueOf(header);
  if (found === null) throw new EndpointLags(`it has no block ${number}`);
  const block = parseHeader(found);
  if (block.number !== number)
    throw new Error('the header of a block other than the requested one');
  return { number, hash: block.hash };
}

function reasonOf(outcome: Outcome | undefined): unknown {
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
