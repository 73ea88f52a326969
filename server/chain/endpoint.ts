/**
 * One endpoint: when it may be asked, the newest blocks that it reported, the limits that its refusals
 * showed, and its failures. `endpoint-pool.ts` chooses among endpoints.
 */
import { toQuantity } from 'ethers';
import { within } from '../lib/deadline.ts';
import { monotonicNow } from '../lib/machine.ts';
import { LastingFault, type FaultLog } from '../observe/lasting-fault.ts';
import type { EndpointStatus } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import { AnswerLate, failureOf, isNoFault, isOfContract, retryAfterMsOf } from './failures.ts';
import { headerSchema, type Header } from './headers.ts';
import { ethCall, hexBytesSchema, type Transport } from './json-rpc.ts';
import { RpcClient } from './rpc-client.ts';

type Life =
  /** It is asked, once its chain is checked; `failures` in a row do not end that yet. */
  | { readonly is: 'asked'; readonly isChecked: boolean; readonly failures: number }
  /** It failed several times in a row: nobody waits for it in vain until then. */
  | { readonly is: 'resting'; readonly until: number }
  /** One check finds out whether it is back, and still of the same chain; other calls are refused. */
  | { readonly is: 'probed' }
  /** Its chain is another one: it is skipped until then, and checked again. */
  | { readonly is: 'wrong'; readonly until: number };

const FAILURES_TO_REST = 3;
const REST_MS = 2000;
const COOL_DOWN_MS = { first: 1000, most: 30_000, mostAsked: 5 * 60_000 };
const WRONG_CHAIN_MS = 10_000;
const HEAD_IS_FRESH_MS = 30_000;
/**
 * A connection may die silently. Blocks come every 12 s: only if one is skipped (1 in 100) is the head
 * requested, two or three times.
 */
const ANNOUNCED_IS_FRESH_MS = 15_000;
const DOUBTED_MS = 60_000;
/** A short lag is normal and not logged. */
const LAG_IS_SAID_AFTER_MS = 10_000;

const MOST_LOG_BLOCKS = 1000;
const MOST_WALLETS = 500;

interface EndpointOptions {
  readonly name: string;
  readonly transport: Transport;
  readonly untrustedTransport: Transport;
  readonly check: (rpc: RpcClient) => Promise<void>;
  readonly log: FaultLog;
}

export class Endpoint {
  readonly rpc: RpcClient;
  /** Blocks in one eth_getLogs. */
  readonly logRange = new LearntLimit(MOST_LOG_BLOCKS);
  /** Wallets in one call of Multicall3. */
  readonly wallets = new LearntLimit(MOST_WALLETS);
  /** True if eth_getLogs accepts a `blockHash`, and refuses an unknown one; null: not known yet. */
  takesBlockHash: boolean | null = null;
  /** Until when other endpoints are preferred. */
  deprioritizedUntil = -Infinity;

  readonly #options: EndpointOptions;
  /** For calls to strangers' contracts, whose answers are kept short. */
  readonly #untrusted: RpcClient;
  #life: Life = { is: 'asked', isChecked: false, failures: 0 };
  #checking: Promise<void> | null = null;
  /** Its limit on our rate runs beside its life: that it limits us says nothing else about it. */
  #limit = { until: 0, nextMs: COOL_DOWN_MS.first };
  readonly #faults: Readonly<Record<'fails' | 'limits' | 'lags' | 'strays', LastingFault>>;

  /** The block number that it last reported. */
  #reported: { readonly number: number; readonly at: number } | null = null;
  /** The newest block by its last answer, or by announcements that follow from it. */
  #knownHead: string | null = null;
  #announced: { readonly block: Header; readonly at: number } | null = null;
  #doubtedUntil = -Infinity;

  constructor(options: EndpointOptions) {
    const { transport, untrustedTransport, log } = options;
    this.#options = options;
    this.rpc = new RpcClient(transport);
    this.#untrusted = new RpcClient(untrustedTransport);
    const fault = (what: string, afterMs?: number) => {
      const lasts = `an endpoint of the chain ${what}`;
      return new LastingFault(log, { lasts, over: 'an endpoint of the chain is back' }, afterMs);
    };
    this.#faults = {
      fails: fault('fails'),
      limits: fault('limits our rate'),
      lags: fault('lags behind', LAG_IS_SAID_AFTER_MS),
      strays: fault('is of another chain'),
    };
  }

  /** When it may be asked again; in the past if it may be asked now. */
  get availableAt(): number {
    return Math.max(this.#limit.until, this.#life.is === 'wrong' ? this.#life.until : 0);
  }

  /**
   * Runs a read on it, after checking its chain if that is due.
   * @param isPlayers true if a player can cause the read to fail: such a failure does not count against the
   * endpoint.
   */
  async ask<T>(read: () => Promise<T>, ms: number, isPlayers: boolean): Promise<T> {
    const startedAt = monotonicNow();
    if (this.#life.is !== 'asked' || !this.#life.isChecked) await this.check(ms);
    const leftMs = Math.max(1, ms - (monotonicNow() - startedAt));
    return this.#noted(inTime(leftMs, read()), isPlayers);
  }

  /**
   * What a stranger's contract returns, with at most this much gas; null if it fails or returns too much.
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

  /** Checks its chain. @throws WrongChain; Error if it gives no proper answer. */
  async check(ms: number): Promise<void> {
    const life = this.#life;
    if (life.is === 'probed' || (life.is === 'resting' && monotonicNow() < life.until)) {
      throw new Error('It failed several times in a row and is not called for a moment.');
    }
    if (life.is === 'resting') this.#life = { is: 'probed' };
    // One check at a time, shared by its callers.
    this.#checking ??= this.#runCheck().finally(() => {
      this.#checking = null;
    });
    await this.#noted(inTime(ms, this.#checking), false);
  }

  /** Records a block number that it reported. */
  saw(block: number): void {
    this.#reported = { number: block, at: monotonicNow() };
  }

  /** The block number that it last reported; null if that is more than 30 s ago. */
  freshHead(): number | null {
    const head = this.#reported;
    return head && monotonicNow() - head.at < HEAD_IS_FRESH_MS ? head.number : null;
  }

  /** Records the newest block from its answer to a call. */
  answeredHead(block: Header): void {
    this.saw(block.number);
    this.#knownHead = block.hash;
  }

  /**
   * The header that it announced last, so that the head need not be requested. Null if it does not follow
   * from the head that it last answered, is more than 15 s old, or its chain is unchecked.
   */
  announced(): Header | null {
    const announced = this.#announced;
    return announced &&
      announced.block.hash === this.#knownHead &&
      this.#state() === 'ok' &&
      monotonicNow() >= this.#doubtedUntil &&
      monotonicNow() - announced.at < ANNOUNCED_IS_FRESH_MS
      ? announced.block
      : null;
  }

  subscribe(onHead: () => void): void {
    this.#options.transport.subscribe?.((header) => {
      this.#announced = null;
      if (header === null) {
        this.#knownHead = null;
        // The next connection may lead to another chain.
        if (this.#life.is === 'asked') this.#life = { ...this.#life, isChecked: false };
        return;
      }
      const { data: block } = headerSchema.safeParse(header);
      // Not a header: the head is polled instead.
      if (!block || this.#life.is === 'wrong') return;
      this.#announced = { block, at: monotonicNow() };
      if (block.parentHash === this.#knownHead) this.#knownHead = block.hash;
      this.saw(block.number);
      onHead();
    });
  }

  /**
   * Records that it lacks a block that it or another endpoint has announced. Its announcements are not used for a
   * minute: an endpoint that announces one branch may answer calls from another.
   */
  lagged(): void {
    this.#doubtedUntil = monotonicNow() + DOUBTED_MS;
    this.#knownHead = null;
    this.#faults.lags.strike(this.#facts());
  }

  status(): EndpointStatus {
    return {
      name: this.#options.name,
      state: this.#state(),
      head: this.#reported?.number ?? null,
      calls: this.rpc.calls + this.#untrusted.calls,
      failures: this.rpc.failures + this.#untrusted.failures,
    };
  }

  close(): void {
    this.#options.transport.close();
    this.#options.untrustedTransport.close();
  }

  #state(): EndpointStatus['state'] {
    const life = this.#life;
    if (life.is === 'wrong') return 'wrong-chain';
    if (monotonicNow() < this.#limit.until) return 'limited';
    if (life.is !== 'asked' || life.failures > 0) return 'failing';
    return life.isChecked ? 'ok' : 'unchecked';
  }

  async #runCheck(): Promise<void> {
    try {
      await this.#options.check(this.rpc);
      this.#life = { is: 'asked', isChecked: true, failures: 0 };
    } catch (error) {
      if (error instanceof WrongChain) {
        this.#life = { is: 'wrong', until: monotonicNow() + WRONG_CHAIN_MS };
        this.#announced = null;
      }
      throw error;
    }
  }

  async #noted<T>(asked: Promise<T>, isPlayers: boolean): Promise<T> {
    try {
      const answer = await asked;
      this.#worked(isPlayers);
      return answer;
    } catch (error) {
      const isLimit = failureOf(error) === 'limited';
      if (error instanceof WrongChain) this.#faults.strays.strike(this.#facts(error), true);
      else if (isLimit) this.#coolDown(error);
      else if (!isPlayers && !isNoFault(error)) this.#failed(error);
      if (this.#life.is === 'probed' && (isLimit || isNoFault(error))) {
        // It is back, but its chain is still unchecked, and one more failure is one too many.
        this.#life = { is: 'asked', isChecked: false, failures: FAILURES_TO_REST - 1 };
      }
      throw error;
    }
  }

  #worked(isPlayers: boolean): void {
    // An answer to a call from before it rested proves nothing about now, nor does one that players ask for as they like.
    if (this.#life.is === 'asked' && !isPlayers) this.#life = { ...this.#life, failures: 0 };
    if (monotonicNow() >= this.#limit.until) this.#limit.nextMs = COOL_DOWN_MS.first;
    for (const fault of Object.values(this.#faults)) fault.end(this.#facts());
  }

  #failed(error: unknown): void {
    const life = this.#life;
    const at = monotonicNow();
    if (life.is === 'wrong') {
      // Only a check that passes tells that it is of our chain again.
      if (at >= life.until) this.#life = { is: 'wrong', until: at + REST_MS };
    } else if (life.is === 'asked' && life.failures + 1 < FAILURES_TO_REST) {
      this.#life = { ...life, failures: life.failures + 1 };
    } else if (life.is === 'asked' || life.is === 'probed') {
      this.#life = { is: 'resting', until: at + REST_MS };
    }
    this.#faults.fails.strike(this.#facts(error));
  }

  #coolDown(error: unknown): void {
    const { until, nextMs } = this.#limit;
    // Calls that are refused together count as one refusal.
    if (monotonicNow() >= until) {
      const asked = retryAfterMsOf(error);
      // It may ask for no pause at all, or for one that is already over.
      const pauseMs = Math.max(nextMs, Math.min(asked ?? 0, COOL_DOWN_MS.mostAsked));
      this.#limit = {
        until: monotonicNow() + pauseMs,
        nextMs: Math.min(COOL_DOWN_MS.most, nextMs * 2),
      };
    }
    this.#faults.limits.strike(this.#facts(error));
  }

  #facts(err?: unknown): object {
    return { endpoint: this.#options.name, err };
  }
}

function inTime<T>(ms: number, asked: Promise<T>): Promise<T> {
  return within(ms, asked, () => new AnswerLate(`no answer within ${Math.round(ms)} ms`));
}

const TRIED_AGAIN_AFTER_MS = 10 * 60_000;

/**
 * How much an endpoint accepts per request, learnt from its refusals. A provider's limits change with its
 * plan and its load, so a learnt limit is doubled every ten minutes.
 */
class LearntLimit {
  readonly #upTo: number;
  #limit: number;
  #triedAgainAt = Infinity;

  constructor(upTo: number) {
    this.#upTo = upTo;
    this.#limit = upTo;
  }

  /** The most to ask for in one request. */
  most(): number {
    if (monotonicNow() >= this.#triedAgainAt) this.#learn(Math.min(this.#upTo, this.#limit * 2));
    return this.#limit;
  }

  /** It accepted no more than this. */
  lower(to: number): void {
    this.#learn(Math.max(1, Math.min(this.#limit, Math.floor(to))));
  }

  #learn(limit: number): void {
    this.#limit = limit;
    this.#triedAgainAt = monotonicNow() + TRIED_AGAIN_AFTER_MS;
  }
}
