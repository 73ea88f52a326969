/**
 * Honest rivals that make a development world lively: they play through the public API with
 * signatures of their own, at a gentle pace, so that rankings move while one looks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { configCall } from '../../common/protocol/config.ts';
import { callApi } from './api-player.ts';
import { createRandom } from './random.ts';
import { recruit } from './recruit.ts';
import { act, type Rival } from './whims.ts';

/** How fast all rivals together act. */
export const PACES = { off: null, gentle: 2500, lively: 250 } as const;
export type Pace = keyof typeof PACES;

export interface Rivals {
  pace(): Pace;
  setPace(pace: Pace): void;
  /** Ends when the deed under way has ended. */
  close(): Promise<void>;
}

/** Rivals come in after the people's accounts 0–9. */
const FIRST_ACCOUNT = 10;

/**
 * Lets `count` rivals play on the game at `origin`, one deed at a time, until closed. They come in by
 * themselves while the game is already being played; a game that goes away ends them quietly.
 */
export function startRivals(options: {
  readonly origin: string;
  readonly rpcUrl: string;
  readonly count: number;
  readonly seed: number;
  readonly onError: (error: unknown) => void;
}): Rivals {
  const { origin, rpcUrl, count, seed, onError } = options;
  const closing = new AbortController();
  let pace: Pace = count > 0 ? 'gentle' : 'off';
  let wake = () => {};

  const playing = play().catch((error: unknown) => {
    if (!closing.signal.aborted) onError(error);
  });

  return {
    pace: () => pace,
    setPace(next) {
      pace = next;
      wake();
    },
    async close() {
      closing.abort();
      wake();
      await playing;
    },
  };

  async function play(): Promise<void> {
    const config = await callApi(origin, configCall);
    if (config.kind !== 'acknowledged') throw new Error(`no game to play: ${config.words}`);
    const { contracts } = config.answer;
    let rivals: Rival[] | null = null;
    const turn = createRandom(seed).fork(-1);
    while (!closing.signal.aborted) {
      await pause();
      if (pace === 'off') continue;
      rivals ??= await recruit({
        origin,
        rpcUrl,
        config: config.answer,
        count,
        firstAccount: FIRST_ACCOUNT,
        seed,
      });
      const rival = rivals[turn.int(0, rivals.length - 1)];
      if (rival) await act(rival, contracts);
    }
  }

  /** Until the next deed is due, or the pace changes. */
  async function pause(): Promise<void> {
    const every = PACES[pace];
    const woken = new AbortController();
    wake = () => {
      woken.abort();
    };
    await sleep(every ?? 2 ** 30, undefined, { signal: woken.signal }).catch(() => undefined);
  }
}
