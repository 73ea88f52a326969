/** Promises that are started now and awaited later. */

/**
 * The same promise. If it rejects before it is awaited, its error is thrown there, instead of ending the
 * process as an unhandled rejection.
 */
export function begun<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
