/**
 * When a command whose answer was lost is sent again, under the same key, and what comes of it
 * [PRO29].
 */
import { ApiError, isFinal, isRefusedAs, isSessionLost, isUnread } from './api-error.ts';

/** The server remembers a key for 24 h [PRO28]; the hour is for clocks that were set meanwhile. */
export const REPEAT_FOR_MS = 23 * 60 * 60 * 1000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Longer than any server's need: a proxy's date may be hours away. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** Longer than a deploy, during which older servers may not know all of a command's fields. */
const UNREAD_FOR_MS = 10 * 60 * 1000;

/**
 * For how long another process may still carry out a copy whose answer was lost, though one has
 * refused the next: twice what a server takes for its answer [PRO29].
 */
const UNDER_WAY_MS = 10_000;

/** 128 random bits; `crypto.randomUUID` is unavailable on plain HTTP except on the loopback. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * How long to wait before a repetition, in ms; half of it is jitter.
 * @param n how many there were before. @param askedMs how long the server asks to wait.
 */
export function repeatDelayMs(n: number, askedMs: number): number {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** n, LONGEST_PAUSE_MS);
  return Math.max(Math.min(askedMs, LONGEST_RETRY_AFTER_MS), pauseMs * (0.5 + Math.random() / 2));
}

type Outcome =
  /** By the rules, so that it was not carried out before either; in the server's words. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It was carried out, but without its answer it is not known what it changed. */
  | { readonly kind: 'done' }
  | { readonly kind: 'signed-out' }
  /** The server keeps answering that it can't read it: nobody will know. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'open'; readonly askedMs: number };

/**
 * What the failure of a repetition says of the command.
 * @param since.lostMs how long ago the last answer was lost.
 * @param since.unreadMs how long ago the server first answered that it can't read it.
 */
export function outcomeOf(
  error: unknown,
  since: { readonly lostMs: number; readonly unreadMs: number },
): Outcome {
  if (isFinal(error)) {
    const underWayMs = UNDER_WAY_MS - since.lostMs;
    if (underWayMs > 0) return { kind: 'open', askedMs: underWayMs };
    return { kind: 'refused', reason: error.body };
  }
  if (isRefusedAs(error, 'key-reused')) return { kind: 'done' };
  if (isUnread(error) && since.unreadMs > UNREAD_FOR_MS) return { kind: 'expired' };
  if (isSessionLost(error)) return { kind: 'signed-out' };
  return { kind: 'open', askedMs: (error instanceof ApiError && error.retryAfterMs) || 0 };
}

/**
 * How many ms have passed since: the larger of what two clocks say, since one may be set back and
 * the other stops while the machine sleeps.
 */
export function stopwatch(): () => number {
  const [wallMs, monotonicMs] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wallMs, performance.now() - monotonicMs);
}
