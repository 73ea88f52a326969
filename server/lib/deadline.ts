/** The moment by which all work for one caller must end. */

export interface Deadline {
  /** Milliseconds left, never below 0. */
  leftMs(): number;
}

export function deadlineIn(ms: number): Deadline {
  const at = performance.now() + ms;
  return { leftMs: () => Math.max(0, at - performance.now()) };
}

/**
 * The promise's result, or the error that `late` creates if it does not settle within `ms`. Its later
 * result is ignored.
 */
export async function within<T>(
  ms: number,
  promise: Promise<T>,
  late: () => Error = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
