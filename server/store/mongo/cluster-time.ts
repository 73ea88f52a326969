/**
 * A rev here is the cluster time of the commit and the event's place in its transaction, 64 bits as
 * 16 hexadecimal digits: 8 for the second, then 22 bits for the server's count within it, and 10
 * for the place.
 */
import { Timestamp, type MongoClient } from 'mongodb';
import { revSchema, type Rev } from '../../../common/values/ids.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { StoreUnavailable } from '../store.ts';

const ORDINAL_BITS = 10;
const LAST_ORDINAL = 2 ** ORDINAL_BITS - 1;
/** The server counts the writes in a second; no replica set exceeds this. */
const LAST_COUNT = 2 ** (32 - ORDINAL_BITS) - 1;

/** In a top-level field of an insert, the server replaces this with its cluster time. */
export const FILLED_BY_SERVER = new Timestamp({ t: 0, i: 0 });

/** @param ordinal the event's place in its transaction, from 0. */
export function revAt({ t, i }: Timestamp, ordinal: number): Rev {
  return revSchema.parse(hexDigits(t) + hexDigits(i * 2 ** ORDINAL_BITS + ordinal));
}

/** The rev of a stored event: a damaged ordinal counts as 0. */
export function revOfEvent(time: Timestamp, ordinal: unknown): Rev {
  const isWhole = Number.isInteger(ordinal) && Number(ordinal) >= 0;
  return revAt(time, isWhole && Number(ordinal) <= LAST_ORDINAL ? Number(ordinal) : 0);
}

/** True if a commit may have been made at this time: the server always fills in such a time. */
export function isMoment(time: unknown): time is Timestamp {
  return time instanceof Timestamp && time.i <= LAST_COUNT;
}

/** All commits up to a moment have this rev or an earlier one, all later ones a later one. */
export function revUpTo(time: Timestamp): Rev {
  return revAt(time, LAST_ORDINAL);
}

/** Happens for a moment after a member has started, until it has read the set's keys. */
export const NO_TIME = 'MongoDB does not report the time of its replica set yet.';

/**
 * The time of the database's last write, whether or not a majority has it: everything later is yet
 * to come.
 * @throws StoreUnavailable
 */
export async function clusterTime(client: Pick<MongoClient, 'db'>): Promise<Timestamp> {
  const { operationTime } = await client.db('admin').command({ ping: 1 });
  if (!operationTime) throw new StoreUnavailable(NO_TIME);
  return operationTime;
}

/** [ORD1] 2025-01-01, in seconds since 1970: with it the numbers are safe integers until 2058. */
const FIRST_SECOND = 1_735_689_600;

/**
 * [ORD1] A cluster time as a number in the order of commits.
 * @param base the data set's; ORDER_BASE if nothing was moved into it.
 */
export function orderAt({ t, i }: Timestamp, base: number): number {
  return base + (t - FIRST_SECOND) * (LAST_COUNT + 1) + Math.min(i, LAST_COUNT);
}

/** The base with which numbers from this moment on are above all moved ones. */
export function orderBaseAbove(highestMoved: number, now: Timestamp): number {
  return Math.max(ORDER_BASE, highestMoved + 1 - orderAt(now, 0));
}

function hexDigits(number: number): string {
  return number.toString(16).padStart(8, '0');
}
