/**
 * Time that a test moves: the timers of this process and its monotonic clock, those of Node's own
 * modules included. Promises, immediates and I/O go on for real, so it is for tests whose parts all
 * live in this process. A rule such as 'within 5 s' is then tested to the millisecond, in no time.
 */
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { vi } from 'vitest';
import { turns } from './turns.ts';

/** What one millisecond may set off: answers of a store in memory, and the feed that follows them. */
const TURNS_PER_MS = 5;
/** Nothing that is tested takes longer. */
const LIMIT_MS = 120_000;

/** Taken before anything is faked. */
const realSleep = timersPromises.setTimeout;

export interface FakeTime {
  /** Lets so many milliseconds pass. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until the work is done: what it came to, and how long it took. */
  finish<T>(work: Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }>;
  /** Lets time pass until the check no longer throws, and says how long that took. */
  until(check: () => void | Promise<void>): Promise<number>;
  /** Real time again. What still waits for a fake timer waits for ever. */
  stop(): void;
}

/** Makes time stand still until the test moves it. */
export function startFakeTime(): FakeTime {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  replaceSleep(fakeSleep);

  const settle = () => turns(TURNS_PER_MS);

  const time: FakeTime = {
    async pass(ms) {
      await settle();
      for (let passed = 0; passed < ms; passed += 1) {
        await vi.advanceTimersByTimeAsync(1);
        await settle();
      }
    },
    async finish(work) {
      const from = performance.now();
      const progress = { isOver: false };
      const note = async () => {
        await work.catch(() => undefined);
        progress.isOver = true;
      };
      void note();
      await time.pass(0);
      while (!progress.isOver) {
        if (performance.now() - from > LIMIT_MS) throw new Error('the work comes to no end');
        await time.pass(1);
      }
      return { value: await work, tookMs: performance.now() - from };
    },
    async until(check) {
      const from = performance.now();
      await time.pass(0);
      for (;;) {
        try {
          await check();
          return performance.now() - from;
        } catch (error) {
          if (performance.now() - from > LIMIT_MS) throw error;
        }
        await time.pass(1);
      }
    },
    stop() {
      vi.useRealTimers();
      replaceSleep(realSleep);
    },
  };
  return time;
}

/** vitest fakes the globals only; this is for those who import `node:timers/promises` by name. */
function replaceSleep(sleep: typeof fakeSleep | typeof realSleep): void {
  Reflect.set(timersPromises, 'setTimeout', sleep);
  syncBuiltinESMExports();
}

/** As Node's own, by the timers that are faked. */
function fakeSleep(
  ms: number,
  value?: unknown,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
