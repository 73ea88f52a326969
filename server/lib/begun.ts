/** Promises that are started now and awaited later. */

/**
 * The same promise. Where it rejects before anybody awaits it, the error is kept for whoever does,
 * instead of ending the process as an unhandled rejection.
 */
export function begun<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
