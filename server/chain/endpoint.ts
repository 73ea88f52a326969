/**
 * One endpoint: when it may be asked, the newest blocks that it reported, the limits that its
 * refusals showed, and its failures. `endpoint-pool.ts` chooses among endpoints.
 */
import { toQuantity } from 'ethers';
import { within } from '../lib/deadline.ts';
import { monotonicNow } from '../lib/machine.ts';
import { lastingFault, type FaultLog } from '../observe/lasting-fault.ts';
import type { EndpointStatus } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import { AnswerLate, failureOf, isNoFault, isOfContract, retryAfterMsOf } from './failures.ts';
import { headerSchema, type Header } from './headers.ts';
import { ethCall, hexBytesSchema, type Transport } from './json-rpc.ts';
import type { ReachedBlock } from './reached-block.ts';
import { createRpcClient, type RpcClient } from './rpc-client.ts';

type Life =
  /** It is asked, once its chain is checked; `failures` in a row do not end that yet. */
  | { readonly is: 'asked'; readonly isChecked: boolean; readonly failures: number }
  /** It failed several times in a row: nobody waits for it in vain until then. */
  | { readonly is: 'resting'; readonly until: number }
  /**
   * One check finds out whether it is back, and still of the same chain; other calls are refused.
   */
  | { readonly is: 'probed' }
  /** Its chain is another one: it is skipped until then, and checked again. */
  | { readonly is: 'wrong'; readonly until: number };

const FAILURES_TO_REST = 3;
const REST_MS = 2000;
const COOL_DOWN_MS = { first: 1000, most: 30_000, mostAsked: 5 * 60_000 };
const WRONG_CHAIN_MS = 10_000;
const HEAD_IS_FRESH_MS = 30_000;
/**
 * A connection may die silently. Blocks come every 12 s: only if one is skipped (1 in 100) is the
 * head requested, two or three times.
 */
const ANNOUNCED_IS_FRESH_MS = 15_000;
const DOUBTED_MS = 60_000;
/** A short lag is normal and not logged. */
const LAG_IS_SAID_AFTER_MS = 10_000;

const MOST_LOG_BLOCKS = 1000;
const MOST_WALLETS = 500;

export type Endpoint = ReturnType<typeof createEndpoint>;

// oxlint-disable-next-line max-lines-per-function -- one endpoint and its state
export function createEndpoint(options: {
  readonly name: string;
  readonly transport: Transport;
  /** For calls to strangers' contracts, whose answers are kept short. */
  readonly untrustedTransport: Transport;
  readonly check: (rpc: RpcClient) => Promise<void>;
  /** Shared by all endpoints of the chain. */
  readonly reached: ReachedBlock;
  readonly log: FaultLog;
}) {
  const { name, transport, untrustedTransport, reached, log } = options;
  const rpc = createRpcClient(transport);
  const untrusted = createRpcClient(untrustedTransport);
  let life: Life = { is: 'asked', isChecked: false, failures: 0 };
  let checking: Promise<void> | null = null;
  /** Its limit on our rate runs beside its life: that it limits us says nothing else about it. */
  let limit = { until: 0, nextMs: COOL_DOWN_MS.first };
  /** The block number that it last reported. */
  let reported: { readonly number: number; readonly at: number } | null = null;
  /** The newest block by its last answer, or by announcements that follow from it. */
  let knownHead: string | null = null;
  let announced: { readonly block: Header; readonly at: number } | null = null;
  let doubtedUntil = -Infinity;
  const fault = (what: string, afterMs?: number) => {
    const lasts = `an endpoint of the chain ${what}`;
    return lastingFault(log, { lasts, over: 'an endpoint of the chain is back' }, afterMs);
  };
  const faults = {
    fails: fault('fails'),
    limits: fault('limits our rate'),
    lags: fault('lags behind', LAG_IS_SAID_AFTER_MS),
    strays: fault('is of another chain'),
  };

  return {
    rpc,
    /** Blocks in one eth_getLogs. */
    logRange: learntLimit(MOST_LOG_BLOCKS),
    /** Wallets in one call of Multicall3. */
    wallets: learntLimit(MOST_WALLETS),
    /**
     * True if eth_getLogs accepts a `blockHash`, and refuses an unknown one; null: not known yet.
     */
    takesBlockHash: null as boolean | null,
    /** Until when other endpoints are preferred. */
    deprioritizedUntil: -Infinity,

    /** When it may be asked again; in the past if it may be asked now. */
    availableAt: () => Math.max(limit.until, life.is === 'wrong' ? life.until : 0),

    /**
     * Runs a read on it, after checking its chain if that is due.
     * @param isPlayers true if a player can cause the read to fail: such a failure does not count
     * against the endpoint.
     */
    async ask<T>(read: () => Promise<T>, ms: number, isPlayers: boolean): Promise<T> {
      const startedAt = monotonicNow();
      if (life.is !== 'asked' || !life.isChecked) await check(ms);
      const leftMs = Math.max(1, ms - (monotonicNow() - startedAt));
      return noted(inTime(leftMs, read()), isPlayers);
    },

    /**
     * What a stranger's contract returns, with at most this much gas; null if it fails or returns
     * too much.
     * @throws the endpoint's own failures
     */
    async askStranger(to: string, data: string, gas: number): Promise<string | null> {
      try {
        const call = ethCall({ to, data, gas: toQuantity(gas) });
        return hexBytesSchema.parse(await untrusted.call(call));
      } catch (error) {
        if (isOfContract(error)) return null;
        throw error;
      }
    },

    check,
    saw,

    /** The block number that it last reported; null if that is more than 30 s ago. */
    freshHead: (): number | null =>
      reported && monotonicNow() - reported.at < HEAD_IS_FRESH_MS ? reported.number : null,

    /** Records the newest block from its answer to a call. */
    answeredHead(block: Header): void {
      saw(block.number);
      knownHead = block.hash;
    },

    /**
     * The header that it announced last, so that the head need not be requested. Null if it does
     * not follow from the head that it last answered, is more than 15 s old, or its chain is
     * unchecked.
     */
    announced: (): Header | null =>
      announced &&
      announced.block.hash === knownHead &&
      state() === 'ok' &&
      monotonicNow() >= doubtedUntil &&
      monotonicNow() - announced.at < ANNOUNCED_IS_FRESH_MS
        ? announced.block
        : null,

    subscribe(onHead: () => void): void {
      transport.subscribe?.((header) => {
        announced = null;
        if (header === null) {
          knownHead = null;
          // The next connection may lead to another chain.
          if (life.is === 'asked') life = { ...life, isChecked: false };
          return;
        }
        const { data: block } = headerSchema.safeParse(header);
        // Not a header, or of another chain: the head is polled instead.
        if (!block || life.is === 'wrong' || !reached.take(block.number)) return;
        announced = { block, at: monotonicNow() };
        if (block.parentHash === knownHead) knownHead = block.hash;
        saw(block.number);
        onHead();
      });
    },

    /**
     * Records that it lacks a block that it or another endpoint has announced. Its announcements
     * are not used for a minute: an endpoint that announces one branch may answer calls from
     * another.
     */
    lagged(): void {
      doubtedUntil = monotonicNow() + DOUBTED_MS;
      knownHead = null;
      faults.lags.strike(facts());
    },

    status: (): EndpointStatus => ({
      name,
      state: state(),
      head: reported?.number ?? null,
      calls: rpc.calls + untrusted.calls,
      failures: rpc.failures + untrusted.failures,
    }),

    close(): void {
      transport.close();
      untrustedTransport.close();
    },
  };

  /** Checks its chain. @throws WrongChain; Error if it gives no proper answer. */
  async function check(ms: number): Promise<void> {
    if (life.is === 'probed' || (life.is === 'resting' && monotonicNow() < life.until)) {
      throw new Error('It failed several times in a row and is not called for a moment.');
    }
    if (life.is === 'resting') life = { is: 'probed' };
    // One check at a time, shared by its callers.
    checking ??= runCheck().finally(() => {
      checking = null;
    });
    await noted(inTime(ms, checking), false);
  }

  /** Records a block number that it reported. @throws Error if the chain can't be there yet */
  function saw(block: number): void {
    if (!reached.take(block)) throw new Error(`block ${block} is too far ahead to be believed`);
    reported = { number: block, at: monotonicNow() };
  }

  function state(): EndpointStatus['state'] {
    if (life.is === 'wrong') return 'wrong-chain';
    if (monotonicNow() < limit.until) return 'limited';
    if (life.is !== 'asked' || life.failures > 0) return 'failing';
    return life.isChecked ? 'ok' : 'unchecked';
  }

  async function runCheck(): Promise<void> {
    try {
      await options.check(rpc);
      life = { is: 'asked', isChecked: true, failures: 0 };
    } catch (error) {
      if (error instanceof WrongChain) {
        life = { is: 'wrong', until: monotonicNow() + WRONG_CHAIN_MS };
        announced = null;
      }
      throw error;
    }
  }

  async function noted<T>(asked: Promise<T>, isPlayers: boolean): Promise<T> {
    try {
      const answer = await asked;
      worked(isPlayers);
      return answer;
    } catch (error) {
      const isLimit = failureOf(error) === 'limited';
      if (error instanceof WrongChain) faults.strays.strike(facts(error), true);
      else if (isLimit) coolDown(error);
      else if (!isPlayers && !isNoFault(error)) failed(error);
      if (life.is === 'probed' && (isLimit || isNoFault(error))) {
        // It is back, but its chain is still unchecked, and one more failure is one too many.
        life = { is: 'asked', isChecked: false, failures: FAILURES_TO_REST - 1 };
      }
      throw error;
    }
  }

  function worked(isPlayers: boolean): void {
    // An answer to a call from before it rested proves nothing about now, nor does one that players
    // ask for as they like.
    if (life.is === 'asked' && !isPlayers) life = { ...life, failures: 0 };
    if (monotonicNow() >= limit.until) limit.nextMs = COOL_DOWN_MS.first;
    for (const one of Object.values(faults)) one.end(facts());
  }

  function failed(error: unknown): void {
    const at = monotonicNow();
    if (life.is === 'wrong') {
      // Only a check that passes tells that it is of our chain again.
      if (at >= life.until) life = { is: 'wrong', until: at + REST_MS };
    } else if (life.is === 'asked' && life.failures + 1 < FAILURES_TO_REST) {
      life = { ...life, failures: life.failures + 1 };
    } else if (life.is === 'asked' || life.is === 'probed') {
      life = { is: 'resting', until: at + REST_MS };
    }
    faults.fails.strike(facts(error));
  }

  function coolDown(error: unknown): void {
    const { until, nextMs } = limit;
    // Calls that are refused together count as one refusal.
    if (monotonicNow() >= until) {
      const asked = retryAfterMsOf(error);
      // It may ask for no pause at all, or for one that is already over.
      const pauseMs = Math.max(nextMs, Math.min(asked ?? 0, COOL_DOWN_MS.mostAsked));
      limit = {
        until: monotonicNow() + pauseMs,
        nextMs: Math.min(COOL_DOWN_MS.most, nextMs * 2),
      };
    }
    faults.limits.strike(facts(error));
  }

  function facts(err?: unknown): object {
    return { endpoint: name, err };
  }
}

function inTime<T>(ms: number, asked: Promise<T>): Promise<T> {
  return within(ms, asked, () => new AnswerLate(`no answer within ${Math.round(ms)} ms`));
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
