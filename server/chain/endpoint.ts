/**
 * One endpoint: when it may be asked, the newest blocks that it reported, the limits that its refusals
 * showed, and its failures. `endpoint-pool.ts` chooses among endpoints.
 */
import { within } from '../lib/deadline.ts';
import type { Block, EndpointStatus } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import {
  AnswerLate,
  BlockRefused,
  CircuitOpen,
  failureOf,
  isOfContract,
  retryAfterMsOf,
  type Failure,
} from './failures.ts';
import type { HeaderParser } from './headers.ts';
import type { Transport } from './json-rpc.ts';
import { LearntLimit, RpcClient, type Tally } from './rpc-client.ts';

/** Where the adapter logs; the server's log fits. */
export interface ChainLog {
  info(fields: object, words: string): void;
  warn(fields: object, words: string): void;
  error(fields: object, words: string): void;
}

type Life =
  /** It is asked, once its chain is checked; `failures` in a row do not end that yet. */
  | { readonly is: 'asked'; readonly isChecked: boolean; readonly failures: number }
  /** It failed several times in a row: nobody waits for it in vain until then. */
  | { readonly is: 'resting'; readonly until: number }
  /** One check finds out whether it is back, and still of the same chain; other calls are refused. */
  | { readonly is: 'probed' }
  /** Its chain is another one: it is skipped until then, and checked again. */
  | { readonly is: 'wrong'; readonly until: number };

type TroubleKind = 'fails' | 'limits our rate' | 'lags behind' | 'is of another chain';

interface Trouble {
  readonly kind: TroubleKind;
  readonly since: number;
  lastAt: number;
  isSaid: boolean;
  error: unknown;
}

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
const SAY_AGAIN_MS = 60_000;
/** A fault that comes and goes is one fault; it is over when it has not recurred for this long. */
const OVER_AFTER_MS = 5000;
/** A short lag is normal and not logged. */
const LAG_IS_SAID_AFTER_MS = 10_000;

const MOST_LOG_BLOCKS = 1000;
const MOST_WALLETS = 500;

const NO_FAULT: ReadonlySet<Failure> = new Set(['lag', 'pruned', 'reverted', 'range', 'size']);

/** True if a failure does not count against the endpoint: it did answer. */
function isNoFault(error: unknown): boolean {
  return error instanceof BlockRefused || NO_FAULT.has(failureOf(error));
}

interface EndpointOptions {
  readonly name: string;
  readonly transport: Transport;
  readonly untrustedTransport: Transport;
  readonly check: (rpc: RpcClient) => Promise<void>;
  /** The limit of a whole check; its callers may wait less. */
  readonly checkMs: number;
  readonly parseHeader: HeaderParser;
  readonly log: ChainLog;
  readonly now: () => number;
}

export class Endpoint {
  readonly rpc: RpcClient;
  /**
   * For calls to strangers' contracts: they share no request with other calls, and answers are kept short.
   */
  readonly untrusted: RpcClient;
  /** Blocks in one eth_getLogs. */
  readonly logRange: LearntLimit;
  /** Wallets in one call of Multicall3. */
  readonly wallets: LearntLimit;
  /** True if eth_getLogs accepts a `blockHash`, and refuses an unknown one; null: not known yet. */
  takesBlockHash: boolean | null = null;
  /** When Multicall3 is tried again after it was missing, by the adapter's clock. */
  multicallMissingUntil = -Infinity;
  /** True if Multicall3 has ever answered: then later failures do not mean that it is missing. */
  hasMulticall = false;
  /** Until when other endpoints are preferred. */
  passedOverUntil = -Infinity;

  readonly #options: EndpointOptions;
  readonly #now: () => number;
  readonly #tally: Tally = { calls: 0, failures: 0, answeredAt: -Infinity };
  #life: Life = { is: 'asked', isChecked: false, failures: 0 };
  #checking: Promise<void> | null = null;
  /** Its limit on our rate runs beside its life: that it limits us says nothing else about it. */
  #limit = { until: 0, nextMs: COOL_DOWN_MS.first };
  #trouble: Trouble | null = null;
  /** When each kind of fault was last logged, so that two alternating ones are not logged each time. */
  readonly #saidAt = new Map<TroubleKind, number>();

  /** The block number that it last reported, and the highest one. */
  #reported: { readonly number: number; readonly at: number } | null = null;
  #highest: number | null = null;
  /** The newest block by its last answer, or by announcements that follow from it. */
  #knownHead: string | null = null;
  #announced: { readonly block: Block; readonly at: number } | null = null;
  #doubtedUntil = -Infinity;

  constructor(options: EndpointOptions) {
    const { now } = options;
    const tally = this.#tally;
    this.#options = options;
    this.#now = now;
    this.logRange = new LearntLimit(MOST_LOG_BLOCKS, now);
    this.wallets = new LearntLimit(MOST_WALLETS, now);
    this.rpc = new RpcClient({ transport: options.transport, tally, now });
    this.untrusted = new RpcClient({
      transport: options.untrustedTransport,
      tally,
      now,
      maxCallsPerRequest: 1,
      isAnswer: isOfContract,
    });
  }

  /** When it may be asked again; in the past if it may be asked now. */
  get availableAt(): number {
    return Math.max(this.#limit.until, this.#life.is === 'wrong' ? this.#life.until : 0);
  }

  /** When it last answered a call. */
  get answeredAt(): number {
    return this.#tally.answeredAt;
  }

  /**
   * Runs a read on it, after checking its chain if that is due.
   * @param isPlayers true if a player can cause the read to fail: such a failure does not count against the
   * endpoint.
   */
  async ask<T>(read: () => Promise<T>, ms: number, isPlayers: boolean): Promise<T> {
    const startedAt = this.#now();
    if (!this.#isChecked) await this.check(ms);
    const leftMs = Math.max(1, ms - (this.#now() - startedAt));
    return this.#noted(inTime(leftMs, read()), isPlayers);
  }

  /** Checks its chain. @throws WrongChain; Error if it gives no proper answer. */
  async check(ms: number): Promise<void> {
    const life = this.#life;
    if (life.is === 'probed' || (life.is === 'resting' && this.#now() < life.until)) {
      throw new CircuitOpen('It failed several times in a row and is not called for a moment.');
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
    this.#reported = { number: block, at: this.#now() };
    this.#highest = Math.max(this.#highest ?? 0, block);
  }

  /** The block number that it last reported; null if that is more than 30 s ago. */
  freshHead(): number | null {
    const head = this.#reported;
    return head && this.#now() - head.at < HEAD_IS_FRESH_MS ? head.number : null;
  }

  /** Records the newest block from its answer to a call. */
  answeredHead(block: Block): void {
    this.saw(block.number);
    this.#knownHead = block.hash;
  }

  /**
   * The header that it announced last, so that the head need not be requested. Null if it does not follow
   * from the head that it last answered, is more than 15 s old, or its chain is unchecked.
   */
  announced(): Block | null {
    const announced = this.#announced;
    return announced &&
      announced.block.hash === this.#knownHead &&
      this.#state() === 'ok' &&
      this.#now() >= this.#doubtedUntil &&
      this.#now() - announced.at < ANNOUNCED_IS_FRESH_MS
      ? announced.block
      : null;
  }

  /**
   * Records that a read at a block failed. If it denies the block, its announcements are not used for a
   * minute: an endpoint that announces one branch may answer calls from another.
   */
  failedAtBlock(error: unknown): void {
    if (failureOf(error) !== 'lag') return;
    this.#doubtedUntil = this.#now() + DOUBTED_MS;
    this.#knownHead = null;
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
      let block: Block;
      try {
        block = this.#options.parseHeader(header);
      } catch {
        // Not a header: the head is polled instead.
        return;
      }
      if (this.#life.is === 'wrong') return;
      this.#announced = { block, at: this.#now() };
      if (block.parentHash === this.#knownHead) this.#knownHead = block.hash;
      this.saw(block.number);
      onHead();
    });
  }

  /** Records that it lacks a block that another endpoint has. */
  lagged(): void {
    this.#troubled('lags behind', undefined);
  }

  /** Logs a fault again that has lasted for a minute. */
  remind(): void {
    const trouble = this.#trouble;
    // Only a fault that was seen recently: an endpoint that is not asked can't recover.
    if (
      trouble &&
      (trouble.kind === 'is of another chain' || this.#now() - trouble.lastAt < SAY_AGAIN_MS)
    ) {
      this.#say(trouble);
    }
  }

  status(): EndpointStatus {
    const { calls, failures } = this.#tally;
    const state = this.#state();
    return { name: this.#options.name, state, head: this.#highest, calls, failures };
  }

  close(): void {
    this.rpc.close();
    this.untrusted.close();
  }

  #state(): EndpointStatus['state'] {
    const life = this.#life;
    if (life.is === 'wrong') return 'wrong-chain';
    if (this.#now() < this.#limit.until) return 'limited';
    if (life.is !== 'asked' || life.failures > 0) return 'failing';
    return life.isChecked ? 'ok' : 'unchecked';
  }

  get #isChecked(): boolean {
    return this.#life.is === 'asked' && this.#life.isChecked;
  }

  async #runCheck(): Promise<void> {
    const { check, checkMs } = this.#options;
    try {
      await inTime(checkMs, check(this.rpc));
      this.#life = { is: 'asked', isChecked: true, failures: 0 };
    } catch (error) {
      if (error instanceof WrongChain) {
        this.#life = { is: 'wrong', until: this.#now() + WRONG_CHAIN_MS };
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
      if (error instanceof WrongChain) this.#troubled('is of another chain', error);
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
    if (this.#now() >= this.#limit.until) this.#limit.nextMs = COOL_DOWN_MS.first;
    const trouble = this.#trouble;
    if (trouble && this.#now() - trouble.lastAt >= OVER_AFTER_MS) {
      const { log, name } = this.#options;
      if (trouble.isSaid) log.info({ endpoint: name }, 'an endpoint of the chain is back');
      this.#trouble = null;
    }
  }

  #failed(error: unknown): void {
    const life = this.#life;
    const at = this.#now();
    if (life.is === 'wrong') {
      // Only a check that passes tells that it is of our chain again.
      if (at >= life.until) this.#life = { is: 'wrong', until: at + REST_MS };
    } else if (life.is === 'asked' && life.failures + 1 < FAILURES_TO_REST) {
      this.#life = { ...life, failures: life.failures + 1 };
    } else if (life.is === 'asked' || life.is === 'probed') {
      this.#life = { is: 'resting', until: at + REST_MS };
    }
    this.#troubled('fails', error);
  }

  #coolDown(error: unknown): void {
    const { until, nextMs } = this.#limit;
    // Calls that are refused together count as one refusal.
    if (this.#now() >= until) {
      const asked = retryAfterMsOf(error);
      // It may ask for no pause at all, or for one that is already over.
      const pauseMs = Math.max(nextMs, Math.min(asked ?? 0, COOL_DOWN_MS.mostAsked));
      this.#limit = {
        until: this.#now() + pauseMs,
        nextMs: Math.min(COOL_DOWN_MS.most, nextMs * 2),
      };
    }
    this.#troubled('limits our rate', error);
  }

  #troubled(kind: TroubleKind, error: unknown): void {
    const lastAt = this.#now();
    const before = this.#trouble;
    const since = before?.kind === kind ? before.since : lastAt;
    this.#trouble = { kind, since, lastAt, isSaid: before?.isSaid ?? false, error };
    this.#say(this.#trouble);
  }

  #say(trouble: Trouble): void {
    const { kind, since, error } = trouble;
    const { log, name } = this.#options;
    const at = this.#now();
    if (at - (this.#saidAt.get(kind) ?? -Infinity) < SAY_AGAIN_MS) return;
    if (kind === 'lags behind' && at - since < LAG_IS_SAID_AFTER_MS) return;
    trouble.isSaid = true;
    this.#saidAt.set(kind, at);
    const words = `an endpoint of the chain ${kind}`;
    if (kind === 'is of another chain') log.error({ endpoint: name, err: error }, words);
    else log.warn({ endpoint: name, err: error }, words);
  }
}

function inTime<T>(ms: number, asked: Promise<T>): Promise<T> {
  return within(ms, asked, () => new AnswerLate(`no answer within ${Math.round(ms)} ms`));
}
