/**
 * What the server asks of its machine: the time, timers, chance and ids, each in this one place. A
 * simulated game puts its own machine here (`useMachine`), and then repeats to the bit.
 */
import { setMaxListeners } from 'node:events';
import { randomBytes, randomUUID } from 'node:crypto';

/** A run that is still to come. */
export interface Timer {
  /** It will not run; does nothing if it ran. */
  stop(): void;
  /** Does not keep the process alive. */
  unref(): void;
}

export interface Machine {
  /** Milliseconds since 1970 UTC, a whole number, by a clock that may be set. */
  now(): number;
  /** Milliseconds by a clock that only moves forward; its zero means nothing. */
  monotonic(): number;
  /** Runs once, after at least `ms`. */
  after(ms: number, run: () => void): Timer;
  /** Runs in a later turn of the event loop, after all that is queued. */
  defer(run: () => void): void;
  /** From 0 up to 1. */
  chance(): number;
  newId(): string;
  randomBytes(count: number): Buffer;
  /** Work that another thread does. */
  offThread<T>(work: () => Promise<T>): Promise<T>;
}

/** Looks every function up at its call, so that a test's fake timers serve as well. */
export const REAL_MACHINE: Machine = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { stop: () => clearTimeout(timer), unref: () => void timer.unref() };
  },
  defer: (run) => void setImmediate(run),
  chance: () => Math.random(),
  newId: () => randomUUID(),
  randomBytes: (count) => randomBytes(count),
  offThread: (work) => work(),
};

let machine = REAL_MACHINE;

/** Everything that the server asks from now on, it asks of this machine. Null: of the real one. */
export function useMachine(other: Machine | null): void {
  machine = other ?? REAL_MACHINE;
}

/** Milliseconds since 1970 UTC by this machine's clock, which may be set. */
export const wallNow = (): number => machine.now();

/** Milliseconds by a clock that only moves forward. */
export const monotonicNow = (): number => machine.monotonic();

/** Runs once, after at least `ms`. */
export const after = (ms: number, run: () => void): Timer => machine.after(ms, run);

/** Runs every `ms`, for the first time after `ms`. */
export function repeatedly(ms: number, run: () => void): Timer {
  let isReferenced = true;
  let next = after(ms, again);
  return {
    stop: () => next.stop(),
    unref() {
      isReferenced = false;
      next.unref();
    },
  };

  function again(): void {
    next = after(ms, again);
    if (!isReferenced) next.unref();
    run();
  }
}

/** Resolves after `ms`. @throws the signal's reason, once it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  // A hundred may wait for the same end.
  if (signal) setMaxListeners(0, signal);
  return new Promise((resolve, reject) => {
    // A reason is whatever was given to `abort`, by default a DOMException.
    const fail = () => {
      timer.stop();
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      reject(signal?.reason);
    };
    const timer = after(ms, () => {
      signal?.removeEventListener('abort', fail);
      resolve();
    });
    if (signal?.aborted) fail();
    else signal?.addEventListener('abort', fail, { once: true });
  });
}

/** Aborted after `ms`, as `AbortSignal.timeout` is. */
export function timeoutSignal(ms: number): AbortSignal {
  const aborter = new AbortController();
  const timedOut = () =>
    new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  after(ms, () => aborter.abort(timedOut())).unref();
  return aborter.signal;
}

/** Resolves in a later turn of the event loop. */
export const yieldToLoop = (): Promise<void> =>
  new Promise((resolve) => {
    machine.defer(resolve);
  });

/** Runs in a later turn of the event loop. */
export const defer = (run: () => void): void => machine.defer(run);

/** A random number from 0 up to 1; never for secrets. */
export const chance = (): number => machine.chance();

/** Bytes that nobody can guess. */
export const unguessableBytes = (count: number): Buffer => machine.randomBytes(count);

/** The result of work that another thread does, such as compressing. */
export const offThread = <T>(work: () => Promise<T>): Promise<T> => machine.offThread(work);

/** A random UUID (RFC 9562, version 4). */
export const newId = (): string => machine.newId();
