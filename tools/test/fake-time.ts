/**
 * Time that a test controls: the timers and the clocks of this process. Promises, immediates and
 * I/O stay real, so it is for tests whose parts all live in this process. It tests a rule such as
 * 'within 5 s' to the millisecond, without waiting.
 */
import { vi } from 'vitest';
import { turns } from './turns.ts';

/**
 * Event loop turns after each timer: enough for an in-memory store's answers and the feed that
 * follows.
 */
const TURNS_PER_TIMER = 5;
/** So far at once while no timer is due, so that I/O proceeds too. */
const STEP_MS = 20;
/** Nothing under test takes longer. */
const LIMIT_MS = 120_000;

export interface FakeTime {
  /** Lets this many milliseconds pass. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until the work is done; returns its result and how long it took. */
  finish<T>(work: Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }>;
  /** Lets time pass until the check no longer throws, and returns how long that took. */
  until(check: () => void | Promise<void>): Promise<number>;
  /** Restores real time. Anything still waiting for a fake timer waits forever. */
  stop(): void;
}

/** Stops time until the test moves it. */
export function startFakeTime(): FakeTime {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });

  const settle = () => turns(TURNS_PER_TIMER);

  /** From timer to timer, each with what follows from it, until then or until it is over. */
  async function advance(ms: number, isOver: () => boolean | Promise<boolean> = () => false) {
    const end = { isReached: false };
    const timer = setTimeout(() => (end.isReached = true), ms);
    while (!end.isReached) {
      vi.advanceTimersToNextTimer();
      if (end.isReached) vi.advanceTimersByTime(0); // Others may be due at the end too.
      await settle();
      if (await isOver()) break;
    }
    clearTimeout(timer);
  }

  const time: FakeTime = {
    async pass(ms) {
      await settle();
      if (ms > 0) await advance(ms);
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
        if (performance.now() - from > LIMIT_MS) throw new Error('the work never ends');
        await advance(STEP_MS, () => progress.isOver);
      }
      return { value: await work, tookMs: performance.now() - from };
    },
    async until(check) {
      const from = performance.now();
      const holds = async () => {
        try {
          await check();
          return true;
        } catch (error) {
          if (performance.now() - from > LIMIT_MS) throw error;
          return false;
        }
      };
      await time.pass(0);
      while (!(await holds())) await advance(STEP_MS, holds);
      return performance.now() - from;
    },
    stop() {
      vi.useRealTimers();
    },
  };
  return time;
}
