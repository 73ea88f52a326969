/**
 * The rivals that keep a development world alive: each has a life (manners.ts, life.ts), plays
 * through the public API with signatures of its own, and sells what it has on the chain.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigView } from '../../common/protocol/config.ts';
import { statusCall } from '../../common/protocol/status.ts';
import { Treasury } from '../chain/treasury.ts';
import { callApi } from './api-player.ts';
import { Pacing, type Pace } from './pace.ts';
import { createRandom } from './random.ts';
import { recruit } from './recruit.ts';
import { RivalActions } from './rival-actions.ts';
import { FIRST_RIVAL } from './rival-names.ts';
import { Society } from './society.ts';

/** The longest timer delay. */
const FOREVER_MS = 2 ** 31 - 1;
/** After a failure to begin, before the next attempt; twice as long each time, up to the last. */
const AGAIN_MS = { first: 5000, last: 60_000 } as const;

/** Between two looks whether the game goes on. */
const PAUSED_MS = 2000;

export interface Rivals {
  readonly count: number;
  pace(): Pace;
  setPace(pace: Pace): void;
  /** Lets them play on the game at `origin` until they are closed. Call once. */
  start(origin: string): void;
  /** Resolves when the action in progress has ended. */
  close(): Promise<void>;
}

/** `count` rivals that play one action at a time. They join when their pace first lets them. */
export function createRivals(options: {
  readonly rpcUrl: string;
  readonly count: number;
  readonly seed: number;
  /** Called if they cannot begin, once for each reason. */
  readonly onError: (error: unknown) => void;
}): Rivals {
  const { rpcUrl, count, seed, onError } = options;
  const closing = new AbortController();
  const pacing = new Pacing(createRandom(seed).fork(-4));
  let pace: Pace = count > 0 ? 'gentle' : 'off';
  let wake = () => {};
  let playing = Promise.resolve();
  let againMs: number = AGAIN_MS.first;
  let lastReason = '';

  return {
    count,
    pace: () => pace,
    setPace(next) {
      pace = next;
      wake();
    },
    start(origin) {
      playing = play(origin);
    },
    async close() {
      closing.abort();
      wake();
      await playing;
    },
  };

  async function play(origin: string): Promise<void> {
    let society: Society | null = null;
    while (!closing.signal.aborted) {
      const isOpening = society?.isOpening ?? true;
      await pause(pacing.next(pace, isOpening));
      if (closing.signal.aborted || pace === 'off' || count === 0) continue;
      society ??= await begun(origin);
      const done = await society?.next();
      if (done && done.kind !== 'acknowledged' && done.code === 'paused')
        await untilResumed(origin);
    }
  }

  /** While an operator has paused the game, they do nothing. */
  async function untilResumed(origin: string): Promise<void> {
    const isPaused = async () => {
      const status = await callApi(origin, statusCall);
      return status.kind !== 'acknowledged' || status.answer.paused !== null;
    };
    while (!closing.signal.aborted && (await isPaused())) await pause(PAUSED_MS);
  }

  /** Null if the game or its chain doesn't let them begin; they try again. */
  async function begun(origin: string): Promise<Society | null> {
    const rivals = recruit({ count, firstAccount: FIRST_RIVAL, seed });
    try {
      const chain = (contracts: ConfigView['contracts']) => new Treasury(rpcUrl, contracts);
      return new Society(await RivalActions.open({ origins: [origin], chain, rivals }), seed);
    } catch (error) {
      if (closing.signal.aborted) return null;
      if (String(error) !== lastReason) onError(error);
      lastReason = String(error);
      await pause(againMs);
      againMs = Math.min(againMs * 2, AGAIN_MS.last);
      return null;
    }
  }

  /** So long, or until the pace changes. */
  async function pause(ms: number | null): Promise<void> {
    const woken = new AbortController();
    wake = () => {
      woken.abort();
    };
    await sleep(ms ?? FOREVER_MS, undefined, { signal: woken.signal }).catch(() => undefined);
  }
}
