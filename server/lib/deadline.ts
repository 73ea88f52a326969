/** Waiting for work that must end in time. */
import { after, type Timer } from './machine.ts';

/**
 * The promise's result, or the error that `timedOut` creates if it does not settle within `ms`. Its
 * later result is ignored.
 */
export async function within<T>(
  ms: number,
  promise: Promise<T>,
  timedOut: () => Error = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = after(ms, () => reject(timedOut()));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer?.stop();
  }
}

/**
 * A promise that is awaited later. If it rejects before that, its error is thrown where it is
 * awaited, instead of ending the process as an unhandled rejection.
 */
export function deferRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
