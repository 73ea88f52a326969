/** [ORD1] Cluster times as numbers in the order of commits. */
import type { Timestamp } from 'mongodb';
import { ORDER_BASE } from '../../../common/values/order.ts';

/** 2025-01-01, in seconds since 1970: with it the numbers are safe integers until 2058. */
const FIRST_SECOND = 1_735_689_600;
/** More than a server writes in a second. */
const MOST_IN_A_SECOND = 2 ** 22;

/** @param base the data set's; ORDER_BASE if nothing was moved into it. */
export function orderAt({ t, i }: Timestamp, base: number): number {
  return base + (t - FIRST_SECOND) * MOST_IN_A_SECOND + Math.min(i, MOST_IN_A_SECOND - 1);
}

/** The base with which numbers from this moment on are above all moved ones. */
export function orderBaseAbove(highestMoved: number, now: Timestamp): number {
  return Math.max(ORDER_BASE, highestMoved + 1 - orderAt(now, 0));
}
