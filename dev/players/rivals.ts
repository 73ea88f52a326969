/**
 * Honest rivals that keep a development world lively: they play through the public API with signatures of
 * their own, at a gentle pace, so rankings move while you watch.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { configCall } from '../../common/protocol/config.ts';
import { callApi } from './api-player.ts';
import { createRandom } from './random.ts';
import { recruit } from './recruit.ts';
import { FIRST_RIVAL } from './rival-names.ts';
import { act, type Rival } from './whims.ts';

/** Milliseconds between two deeds of all rivals together. */
const DEED_EVERY_MS = { off: null, gentle: 2500, lively: 250 } as const;
/** The longest timer delay. */
const FOREVER_MS = 2 ** 31 - 1;
export type Pace = keyof typeof DEED_EVERY_MS;
export const PACES = ['off', 'gentle', 'lively'] as const satisfies readonly Pace[];

export interface Rivals {
  pace(): Pace;
  setPace(pace: Pace): void;
  /** Lets them play on the game at `origin` until they are closed. Call once. */
  start(origin: string): void;
  /** Resolves when the deed in progress has ended. */
  close(): Promise<void>;
}

/**
 * `count` rivals that play one deed at a time. They join when their pace first lets them; the same seed makes
 * the same rivals with the same whims.
 */
export function createRivals(options: {
  readonly rpcUrl: string;
  readonly count: number;
  readonly seed: number;
  /** Called if they cannot continue and stop playing. */
  readonly onError: (error: unknown) => void;
}): Rivals {
  const { rpcUrl, count, seed, onError } = options;
  const closing = new AbortController();
  let pace: Pace = count > 0 ? 'gentle' : 'off';
  let wake = () => {};
  let playing = Promise.resolve();

  return {
    pace: () => pace,
    setPace(next) {
      pace = next;
      wake();
    },
    start(origin) {
      playing = play(origin).catch((error: unknown) => {
        if (!closing.signal.aborted) onError(error);
      });
    },
    async close() {
      closing.abort();
      wake();
      await playing;
    },
  };

  async function play(origin: string): Promise<void> {
    let rivals: Rival[] | null = null;
    const config = await callApi(origin, configCall);
    if (config.kind !== 'acknowledged') throw new Error(`no game to play: ${config.words}`);
    const { contracts } = config.answer;
    const turn = createRandom(seed).fork(-1);
    while (!closing.signal.aborted) {
      await pause();
      if (closing.signal.aborted || pace === 'off' || count === 0) continue;
      rivals ??= await recruit({
        origins: [origin],
        rpcUrl,
        config: config.answer,
        count,
        firstAccount: FIRST_RIVAL,
        seed,
      });
      const rival = rivals[turn.int(0, rivals.length - 1)];
      if (rival) await act(rival, contracts);
    }
  }

  /** Until the next deed is due, or the pace changes. */
  async function pause(): Promise<void> {
    const woken = new AbortController();
    wake = () => {
      woken.abort();
    };
    const ms = DEED_EVERY_MS[pace] ?? FOREVER_MS;
    await sleep(ms, undefined, { signal: woken.signal }).catch(() => undefined);
  }
}
