/**
 * Long answers: those built for one caller are charged by length, on top of their request, and an address
 * may leave only so much unread, since it all stays in memory until then.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressBudget } from '../lib/address-budget.ts';
import { callerKey } from '../lib/caller-address.ts';
import { BYTES_PER_POINT } from './limits.ts';
import { Problem } from './problem.ts';

/** Anything shorter is included in the price of its request. */
const LONG_BYTES = 16 * 1024;
/** Per address: over a hundred lists of a thousand stakes. */
const MOST_UNREAD_BYTES = 32 * 1024 * 1024;

/**
 * Counts an answer of this many bytes that is about to be sent.
 * @param answer.isReady its text is kept for everyone and costs nothing to build.
 * @throws Problem (503) past the limit.
 */
export type CountLongAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: { readonly bytes: number; readonly isReady: boolean },
) => void;

/** @param budget if it has no limit, nothing is counted. */
export function countLongAnswers(budget: AddressBudget, trustProxyHops: number): CountLongAnswer {
  /** Bytes not yet sent, by the caller's key: never more entries than there are connections. */
  const unread = new Map<string, number>();

  return (request, response, { bytes, isReady }) => {
    if (bytes <= LONG_BYTES || budget.perMinute === 0) return;
    const key = callerKey(request, trustProxyHops);
    const already = unread.get(key) ?? 0;
    if (already + bytes > MOST_UNREAD_BYTES) {
      throw new Problem(
        'busy',
        'Your address has many long answers under way. Read them, then ask again.',
        { 'Retry-After': '1' },
      );
    }
    if (!isReady) budget.spend(key, Math.ceil(bytes / BYTES_PER_POINT));
    unread.set(key, already + bytes);
    // Fully sent, or its connection is gone.
    response.once('close', () => {
      const left = (unread.get(key) ?? 0) - bytes;
      if (left > 0) unread.set(key, left);
      else unread.delete(key);
    });
  };
}
