/**
 * When an endpoint may be asked: its failures, its limit on our rate, and the checks of its chain.
 */
import { within } from '../lib/deadline.ts';
import { monotonicNow } from '../lib/machine.ts';
import { lastingFault, type FaultLog } from '../observe/lasting-fault.ts';
import type { EndpointStatus } from './chain.ts';
import { WrongChain } from './check-chain.ts';
import { AnswerLate, failureOf, isNoFault, retryAfterMsOf } from './failures.ts';

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
/** A short lag is normal and not logged. */
const LAG_IS_SAID_AFTER_MS = 10_000;

export class EndpointHealth {
  readonly #name: string;
  readonly #checkChain: () => Promise<void>;
  readonly #faults;
  #life: Life = { is: 'asked', isChecked: false, failures: 0 };
  #checking: Promise<void> | null = null;
  /** Its limit on our rate runs beside its life: that it limits us says nothing else about it. */
  #limit = { until: 0, nextMs: COOL_DOWN_MS.first };

  /** @param checkChain throws WrongChain; Error if it gives no proper answer. */
  constructor(name: string, checkChain: () => Promise<void>, log: FaultLog) {
    this.#name = name;
    this.#checkChain = checkChain;
    const fault = (what: string, afterMs?: number) => {
      const lasts = `an endpoint of the chain ${what}`;
      return lastingFault(log, { lasts, over: 'an endpoint of the chain is back' }, afterMs);
    };
    this.#faults = {
      fails: fault('fails'),
      limits: fault('limits our rate'),
      lags: fault('lags behind', LAG_IS_SAID_AFTER_MS),
      strays: fault('is of another chain'),
    };
  }

  /** When it may be asked again; in the past if it may be asked now. */
  availableAt(): number {
    return Math.max(this.#limit.until, this.#life.is === 'wrong' ? this.#life.until : 0);
  }

  state(): EndpointStatus['state'] {
    if (this.#life.is === 'wrong') return 'wrong-chain';
    if (monotonicNow() < this.#limit.until) return 'limited';
    if (this.#life.is !== 'asked' || this.#life.failures > 0) return 'failing';
    return this.#life.isChecked ? 'ok' : 'unchecked';
  }

  /**
   * Runs a read on it, after checking its chain if that is due.
   * @param isPlayers true if a player can cause the read to fail: such a failure does not count
   * against the endpoint.
   */
  async ask<T>(read: () => Promise<T>, ms: number, isPlayers: boolean): Promise<T> {
    const startedAt = monotonicNow();
    if (this.#life.is !== 'asked' || !this.#life.isChecked) await this.check(ms);
    const leftMs = Math.max(1, ms - (monotonicNow() - startedAt));
    return this.#noted(inTime(leftMs, read()), isPlayers);
  }

  /** Checks its chain. @throws WrongChain; Error if it gives no proper answer. */
  async check(ms: number): Promise<void> {
    if (
      this.#life.is === 'probed' ||
      (this.#life.is === 'resting' && monotonicNow() < this.#life.until)
    ) {
      throw new Error('It failed several times in a row and is not called for a moment.');
    }
    if (this.#life.is === 'resting') this.#life = { is: 'probed' };
    // One check at a time, shared by its callers.
    this.#checking ??= this.#runCheck().finally(() => {
      this.#checking = null;
    });
    await this.#noted(inTime(ms, this.#checking), false);
  }

  /** Its chain is checked before the next read: the next connection may lead to another one. */
  uncheck(): void {
    if (this.#life.is === 'asked') this.#life = { ...this.#life, isChecked: false };
  }

  lagged(): void {
    this.#faults.lags.report(this.#facts());
  }

  async #runCheck(): Promise<void> {
    try {
      await this.#checkChain();
      this.#life = { is: 'asked', isChecked: true, failures: 0 };
    } catch (error) {
      if (error instanceof WrongChain) {
        this.#life = { is: 'wrong', until: monotonicNow() + WRONG_CHAIN_MS };
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
      if (error instanceof WrongChain) this.#faults.strays.report(this.#facts(error), true);
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
    // An answer to a call from before it rested proves nothing about now, nor does one that players
    // ask for as they like.
    if (this.#life.is === 'asked' && !isPlayers) this.#life = { ...this.#life, failures: 0 };
    if (monotonicNow() >= this.#limit.until) this.#limit.nextMs = COOL_DOWN_MS.first;
    for (const one of Object.values(this.#faults)) one.clear(this.#facts());
  }

  #failed(error: unknown): void {
    const at = monotonicNow();
    if (this.#life.is === 'wrong') {
      // Only a check that passes tells that it is of our chain again.
      if (at >= this.#life.until) this.#life = { is: 'wrong', until: at + REST_MS };
    } else if (this.#life.is === 'asked' && this.#life.failures + 1 < FAILURES_TO_REST) {
      this.#life = { ...this.#life, failures: this.#life.failures + 1 };
    } else if (this.#life.is === 'asked' || this.#life.is === 'probed') {
      this.#life = { is: 'resting', until: at + REST_MS };
    }
    this.#faults.fails.report(this.#facts(error));
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
    this.#faults.limits.report(this.#facts(error));
  }

  #facts(err?: unknown): object {
    return { endpoint: this.#name, err };
  }
}

function inTime<T>(ms: number, asked: Promise<T>): Promise<T> {
  return within(ms, asked, () => new AnswerLate(`no answer within ${Math.round(ms)} ms`));
}
