/**
 * One endpoint: whether its chain has been checked, when it may be asked, its learnt limits and its
 * failures. `endpoint-pool.ts` chooses among endpoints.
 */
import { within } from '../lib/deadline.ts';
import type { Block, EndpointStatus } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { countedClient, isOfContract, type OnCalls } from './counted-client.ts';
import { AnswerLate, BlockRefused, failureOf, retryAfterMsOf, type Failure } from './failures.ts';
import type { HeaderParser } from './headers.ts';
import { learntLimit, type LearntLimit } from './learnt-limit.ts';
import { createRpcClient, type RpcClient } from './rpc-client.ts';
import type { Transport } from './transport.ts';

/** Where the adapter logs; the server's log fits. */
export interface ChainLog {
  info(fields: object, words: string): void;
  warn(fields: object, words: string): void;
  error(fields: object, words: string): void;
}

/** What has been learnt about an endpoint's limits. */
export interface Learnt {
  /** Blocks in one eth_getLogs. */
  readonly logRange: LearntLimit;
  /** Wallets in one call of Multicall3. */
  readonly wallets: LearntLimit;
  /** True if eth_getLogs accepts a `blockHash`, and refuses an unknown one; null: not known yet. */
  takesBlockHash: boolean | null;
  /** When Multicall3 is tried again after it was missing, by the adapter's clock. */
  multicallMissingUntil: number;
  /** True if Multicall3 has ever answered: then later failures do not mean that it is missing. */
  hasMulticall: boolean;
}

export interface Endpoint {
  readonly name: string;
  readonly rpc: RpcClient;
  /**
   * For calls to strangers' contracts: they share no request with other calls, and answers are kept short.
   */
  readonly untrusted: RpcClient;
  readonly learnt: Learnt;
  /** When it may be asked again; in the past if it may be asked now. */
  availableAt(): number;
  /** Until when other endpoints are preferred. */
  passedOverUntil: number;
  /** When it last answered a call. */
  lastAnswerAt(): number;
  /**
   * Runs a read on it, after checking its chain if that is due.
   * @param isPlayers true if a player can cause the read to fail: such a failure does not count against the
   * endpoint.
   */
  ask<T>(read: () => Promise<T>, ms: number, isPlayers: boolean): Promise<T>;
  /** Checks its chain. @throws WrongChain; Error if it gives no proper answer. */
  check(ms: number): Promise<void>;
  /** Records a block number that it reported. */
  saw(block: number): void;
  /** The block number that it last reported; null if that is more than 30 s ago. */
  freshHead(): number | null;
  /** Records the newest block from its answer to a call. */
  answeredHead(block: Block): void;
  /**
   * The header that it announced last, so that the head need not be requested. Null if it does not follow
   * from the head that it last answered, is more than 15 s old, or its chain is unchecked.
   */
  announced(): Block | null;
  /** Records that it denied a block near its head: for a minute its announcements are not used. */
  deniedBlock(): void;
  subscribe(onHead: () => void): void;
  /** Records that it lacks a block that another endpoint has. */
  lagged(): void;
  /** Logs a fault again that has lasted for a minute. */
  remind(): void;
  status(): EndpointStatus;
  close(): void;
}

/** After this many failures in a row its chain is checked again: it may come back as another one. */
const FAILURES_TO_CHECK_AGAIN = 3;
const COOL_DOWN_MS = { first: 1000, most: 30_000, mostAsked: 5 * 60_000 };
/** How long an endpoint of a wrong chain is skipped before it is checked again. */
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

const NO_FAULT: ReadonlySet<Failure> = new Set([
  'lag',
  'pruned',
  'reverted',
  'range',
  'size',
  'skipped',
]);

/** True if a failure does not count against the endpoint: it did answer. */
function isNoFault(error: unknown): boolean {
  return error instanceof BlockRefused || NO_FAULT.has(failureOf(error));
}

type Trouble = 'fails' | 'limits our rate' | 'lags behind' | 'is of another chain';

export function createEndpoint(options: {
  readonly name: string;
  readonly transport: Transport;
  readonly untrustedTransport: Transport;
  readonly check: (rpc: RpcClient) => Promise<void>;
  /** The limit of a whole check; its callers may wait less. */
  readonly checkMs: number;
  readonly parseHeader: HeaderParser;
  readonly log: ChainLog;
  readonly now: () => number;
}): Endpoint {
  const { name, transport, log, now, parseHeader } = options;
  const breaker = createCircuitBreaker(now);
  let standing: 'unchecked' | 'right' | 'wrong' = 'unchecked';
  let wrongUntil = 0;
  let checking: Promise<void> | null = null;
  let failuresInARow = 0;
  let isFailing = false;
  let limitedUntil = 0;
  let coolDownMs = COOL_DOWN_MS.first;
  let head: { readonly number: number; readonly at: number } | null = null;
  let newest: number | null = null;
  /** The newest block by its last answer, or by announcements that follow from it. */
  let knownHead: string | null = null;
  let doubtedUntil = -Infinity;
  let pushed: { readonly block: Block; readonly at: number } | null = null;
  let answeredAt = -Infinity;
  let calls = 0;
  let failures = 0;
  let trouble: {
    readonly kind: Trouble;
    readonly since: number;
    lastAt: number;
    isSaid: boolean;
    error: unknown;
  } | null = null;
  /** When each kind of fault was last logged, so that two alternating ones are not logged each time. */
  const saidAt = new Map<Trouble, number>();

  const onCalls: OnCalls = {
    asked(count) {
      calls += count;
    },
    answered() {
      answeredAt = now();
    },
    failed() {
      failures += 1;
    },
  };
  const rpc = countedClient(createRpcClient(transport, { now }), onCalls);
  const untrusted = countedClient(
    createRpcClient(options.untrustedTransport, { maxCallsPerRequest: 1, now }),
    onCalls,
    isOfContract,
  );

  function note(error: unknown, isPlayers: boolean): void {
    if (failureOf(error) === 'limited') return coolDown(error);
    if (isNoFault(error) || isPlayers) return;
    isFailing = true;
    failuresInARow += 1;
    if (failuresInARow >= FAILURES_TO_CHECK_AGAIN && standing === 'right') standing = 'unchecked';
    troubled('fails', error);
  }

  function coolDown(error: unknown): void {
    // Calls that are refused together count as one refusal.
    if (now() >= limitedUntil) {
      const asked = retryAfterMsOf(error);
      // It may ask for no pause at all, or for one that is already over.
      limitedUntil = now() + Math.max(coolDownMs, Math.min(asked ?? 0, COOL_DOWN_MS.mostAsked));
      coolDownMs = Math.min(COOL_DOWN_MS.most, coolDownMs * 2);
    }
    troubled('limits our rate', error);
  }

  function worked(): void {
    isFailing = false;
    failuresInARow = 0;
    if (now() >= limitedUntil) coolDownMs = COOL_DOWN_MS.first;
    if (trouble && now() - trouble.lastAt >= OVER_AFTER_MS) {
      if (trouble.isSaid) log.info({ endpoint: name }, 'an endpoint of the chain is back');
      trouble = null;
    }
  }

  function troubled(kind: Trouble, error: unknown): void {
    const at = now();
    if (trouble?.kind !== kind) {
      trouble = { kind, since: at, lastAt: at, isSaid: trouble?.isSaid ?? false, error };
    }
    trouble.lastAt = at;
    trouble.error = error;
    say();
  }

  function say(): void {
    if (!trouble) return;
    const { kind, since, error } = trouble;
    if (now() - (saidAt.get(kind) ?? -Infinity) < SAY_AGAIN_MS) return;
    if (kind === 'lags behind' && now() - since < LAG_IS_SAID_AFTER_MS) return;
    trouble.isSaid = true;
    saidAt.set(kind, now());
    const words = `an endpoint of the chain ${kind}`;
    if (kind === 'is of another chain') log.error({ endpoint: name, err: error }, words);
    else log.warn({ endpoint: name, err: error }, words);
  }

  /** One check at a time, shared by its callers. */
  function check(): Promise<void> {
    checking ??= runCheck().finally(() => {
      checking = null;
    });
    return checking;
  }

  async function runCheck(): Promise<void> {
    try {
      await inTime(options.checkMs, options.check(rpc));
      standing = 'right';
    } catch (error) {
      if (error instanceof WrongChain) {
        standing = 'wrong';
        wrongUntil = now() + WRONG_CHAIN_MS;
        pushed = null;
      }
      throw error;
    }
  }

  async function noted<T>(asked: Promise<T>, isPlayers: boolean): Promise<T> {
    try {
      const answer = await asked;
      worked();
      return answer;
    } catch (error) {
      if (error instanceof WrongChain) troubled('is of another chain', error);
      else note(error, isPlayers);
      throw error;
    }
  }

  /** Failures that do not count against the endpoint do not open the circuit. */
  async function inCircuit<T>(ask: () => Promise<T>): Promise<T> {
    const outcome = await breaker.run(async () => {
      try {
        return { answer: await ask() };
      } catch (error) {
        if (isNoFault(error) || failureOf(error) === 'limited') return { error };
        throw error;
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  const inTime = <T>(ms: number, asked: Promise<T>): Promise<T> =>
    within(ms, asked, () => new AnswerLate(`no answer within ${Math.round(ms)} ms`));

  const endpoint: Endpoint = {
    name,
    rpc,
    untrusted,
    learnt: {
      logRange: learntLimit(MOST_LOG_BLOCKS, now),
      wallets: learntLimit(MOST_WALLETS, now),
      takesBlockHash: null,
      multicallMissingUntil: -Infinity,
      hasMulticall: false,
    },
    passedOverUntil: -Infinity,
    availableAt: () => Math.max(limitedUntil, standing === 'wrong' ? wrongUntil : 0),
    lastAnswerAt: () => answeredAt,
    async ask(read, ms, isPlayers) {
      const startedAt = now();
      if (standing !== 'right') await endpoint.check(ms);
      const leftMs = Math.max(1, ms - (now() - startedAt));
      return noted(
        isPlayers
          ? breaker.runUncounted(() => inTime(leftMs, read()))
          : inCircuit(() => inTime(leftMs, read())),
        isPlayers,
      );
    },
    check: (ms) =>
      noted(
        inCircuit(() => inTime(ms, check())),
        false,
      ),
    saw(block) {
      head = { number: block, at: now() };
      newest = newest === null ? block : Math.max(newest, block);
    },
    freshHead: () => (head && now() - head.at < HEAD_IS_FRESH_MS ? head.number : null),
    answeredHead(block) {
      endpoint.saw(block.number);
      knownHead = block.hash;
    },
    announced: () =>
      pushed &&
      pushed.block.hash === knownHead &&
      standing === 'right' &&
      !isFailing &&
      now() >= doubtedUntil &&
      now() - pushed.at < ANNOUNCED_IS_FRESH_MS
        ? pushed.block
        : null,
    deniedBlock() {
      doubtedUntil = now() + DOUBTED_MS;
      knownHead = null;
    },
    subscribe(onHead) {
      transport.subscribe?.((header) => {
        pushed = null;
        if (header === null) {
          knownHead = null;
          // The next connection may lead to another chain.
          if (standing === 'right') standing = 'unchecked';
          return;
        }
        let block: Block;
        try {
          block = parseHeader(header);
        } catch {
          // Not a header: the head is polled instead.
          return;
        }
        if (standing === 'wrong') return;
        pushed = { block, at: now() };
        if (block.parentHash === knownHead) knownHead = block.hash;
        endpoint.saw(block.number);
        onHead();
      });
    },
    lagged: () => troubled('lags behind', undefined),
    remind() {
      // Only a fault that was seen recently: an endpoint that is not asked can't recover.
      if (
        trouble &&
        (trouble.kind === 'is of another chain' || now() - trouble.lastAt < SAY_AGAIN_MS)
      ) {
        say();
      }
    },
    status() {
      const state =
        standing === 'wrong'
          ? 'wrong-chain'
          : now() < limitedUntil
            ? 'limited'
            : isFailing
              ? 'failing'
              : standing === 'right'
                ? 'ok'
                : 'unchecked';
      return { name, state, head: newest, calls, failures };
    },
    close() {
      rpc.close();
      untrusted.close();
    },
  };
  return endpoint;
}
