/**
 * One endpoint: its health, the newest blocks that it reported, and the limits that its refusals
 * showed. `endpoint-pool.ts` chooses among endpoints.
 */
import { toQuantity } from 'ethers';
import { monotonicNow } from '../lib/machine.ts';
import type { FaultLog } from '../observe/lasting-fault.ts';
import type { EndpointStatus } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import { EndpointHealth } from './endpoint-health.ts';
import { isOfContract } from './failures.ts';
import { headerSchema, type Header } from './headers.ts';
import { ethCall, hexBytesSchema, type Transport } from './json-rpc.ts';
import type { ReachedBlock } from './reached-block.ts';
import { createRpcClient, type RpcClient } from './rpc-client.ts';

const HEAD_IS_FRESH_MS = 30_000;
/**
 * A connection may die silently. Blocks come every 12 s: only if one is skipped (1 in 100) is the
 * head requested, two or three times.
 */
const ANNOUNCED_IS_FRESH_MS = 15_000;
const DOUBTED_MS = 60_000;

const MOST_LOG_BLOCKS = 1000;
const MOST_WALLETS = 500;

interface EndpointOptions {
  readonly name: string;
  readonly transport: Transport;
  /** For calls to strangers' contracts, whose answers are kept short. */
  readonly untrustedTransport: Transport;
  readonly check: (rpc: RpcClient) => Promise<void>;
  /** Shared by all endpoints of the chain. */
  readonly reached: ReachedBlock;
  readonly log: FaultLog;
}

export class Endpoint {
  readonly rpc: RpcClient;
  /** Blocks in one eth_getLogs. */
  readonly logRange = learntLimit(MOST_LOG_BLOCKS);
  /** Wallets in one call of Multicall3. */
  readonly wallets = learntLimit(MOST_WALLETS);
  /** Until when other endpoints are preferred. */
  deprioritizedUntil = -Infinity;
  readonly #options: EndpointOptions;
  readonly #untrusted: RpcClient;
  readonly #health: EndpointHealth;
  /** The block number that it last reported. */
  #reported: { readonly number: number; readonly at: number } | null = null;
  /** The newest block by its last answer, or by announcements that follow from it. */
  #knownHead: string | null = null;
  #announced: { readonly block: Header; readonly at: number } | null = null;
  #doubtedUntil = -Infinity;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.rpc = createRpcClient(options.transport);
    this.#untrusted = createRpcClient(options.untrustedTransport);
    this.#health = new EndpointHealth(options.name, () => this.#checkChain(), options.log);
  }

  /** When it may be asked again; in the past if it may be asked now. */
  availableAt(): number {
    return this.#health.availableAt();
  }

  /** Runs a read on it, as `EndpointHealth.ask` says. */
  ask<T>(read: () => Promise<T>, ms: number, isPlayers: boolean): Promise<T> {
    return this.#health.ask(read, ms, isPlayers);
  }

  /** Checks its chain. @throws WrongChain; Error if it gives no proper answer. */
  check(ms: number): Promise<void> {
    return this.#health.check(ms);
  }

  async #checkChain(): Promise<void> {
    try {
      await this.#options.check(this.rpc);
    } catch (error) {
      if (error instanceof WrongChain) this.#announced = null;
      throw error;
    }
  }

  /**
   * What a stranger's contract returns, with at most this much gas; null if it fails or returns
   * too much.
   * @throws the endpoint's own failures
   */
  async askStranger(to: string, data: string, gas: number): Promise<string | null> {
    try {
      const call = ethCall({ to, data, gas: toQuantity(gas) });
      return hexBytesSchema.parse(await this.#untrusted.call(call));
    } catch (error) {
      if (isOfContract(error)) return null;
      throw error;
    }
  }

  /** Records a block number that it reported. @throws Error if the chain can't be there yet */
  saw(block: number): void {
    if (!this.#options.reached.take(block))
      throw new Error(`block ${block} is too far ahead to be believed`);
    this.#reported = { number: block, at: monotonicNow() };
  }

  /** The block number that it last reported; null if that is more than 30 s ago. */
  freshHead(): number | null {
    return this.#reported && monotonicNow() - this.#reported.at < HEAD_IS_FRESH_MS
      ? this.#reported.number
      : null;
  }

  /** Records the newest block from its answer to a call. */
  answeredHead(block: Header): void {
    this.saw(block.number);
    this.#knownHead = block.hash;
  }

  /**
   * The header that it announced last, so that the head need not be requested. Null if it does
   * not follow from the head that it last answered, is more than 15 s old, or its chain is
   * unchecked.
   */
  announced(): Header | null {
    return this.#announced &&
      this.#announced.block.hash === this.#knownHead &&
      this.#health.state() === 'ok' &&
      monotonicNow() >= this.#doubtedUntil &&
      monotonicNow() - this.#announced.at < ANNOUNCED_IS_FRESH_MS
      ? this.#announced.block
      : null;
  }

  subscribe(onHead: () => void): void {
    this.#options.transport.subscribe?.((header) => {
      this.#announced = null;
      if (header === null) {
        this.#knownHead = null;
        this.#health.uncheck();
        return;
      }
      const { data: block } = headerSchema.safeParse(header);
      // Not a header, or of another chain: the head is polled instead.
      if (!block || this.#health.state() === 'wrong-chain') return;
      if (!this.#options.reached.take(block.number)) return;
      this.#announced = { block, at: monotonicNow() };
      if (block.parentHash === this.#knownHead) this.#knownHead = block.hash;
      this.saw(block.number);
      onHead();
    });
  }

  /**
   * Records that it lacks a block that it or another endpoint has announced. Its announcements
   * are not used for a minute: an endpoint that announces one branch may answer calls from
   * another.
   */
  lagged(): void {
    this.#doubtedUntil = monotonicNow() + DOUBTED_MS;
    this.#knownHead = null;
    this.#health.lagged();
  }

  status(): EndpointStatus {
    return {
      name: this.#options.name,
      state: this.#health.state(),
      head: this.#reported?.number ?? null,
      calls: this.rpc.calls + this.#untrusted.calls,
      failures: this.rpc.failures + this.#untrusted.failures,
    };
  }

  close(): void {
    this.#options.transport.close();
    this.#options.untrustedTransport.close();
  }
}

const TRIED_AGAIN_AFTER_MS = 10 * 60_000;

/**
 * How much an endpoint accepts per request, learnt from its refusals. A provider's limits change
 * with its plan and its load, so a learnt limit is doubled every ten minutes.
 */
function learntLimit(upTo: number) {
  let limit = upTo;
  let triedAgainAt = Infinity;
  const learn = (learnt: number) => {
    limit = learnt;
    triedAgainAt = monotonicNow() + TRIED_AGAIN_AFTER_MS;
  };
  return {
    /** The most to ask for in one request. */
    most(): number {
      if (monotonicNow() >= triedAgainAt) learn(Math.min(upTo, limit * 2));
      return limit;
    },
    /** It accepted no more than this. */
    lower: (to: number) => learn(Math.max(1, Math.min(limit, Math.floor(to)))),
  };
}
