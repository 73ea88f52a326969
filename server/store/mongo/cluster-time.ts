/**
 * A rev here is the cluster time of the commit and the event's place in its transaction, 64 bits as 16
 * hexadecimal digits: 8 for the second, 8 for the server's count within it. From a second that the data set
 * names, the low 10 bits of the count are the place; before it a transaction had one event, and the count
 * has all 32. Seconds come first, so that revs of both kinds compare correctly.
 */
import { Timestamp, type MongoClient } from 'mongodb';
import { revSchema, type Rev } from '../../../common/values/ids.ts';
import { StoreUnavailable } from '../store.ts';

const ORDINAL_BITS = 10;
const LAST_ORDINAL = 2 ** ORDINAL_BITS - 1;
/** The server counts the writes in a second; no replica set exceeds this. */
const LAST_COUNT = 2 ** (32 - ORDINAL_BITS) - 1;

/** In a top-level field of an insert, the server replaces this with its cluster time. */
export const FILLED_BY_SERVER = new Timestamp({ t: 0, i: 0 });

/** A commit that has no place among the revs: a bug in its writer, and no feed can continue past it. */
export class NoSuchRev extends Error {
  override readonly name = 'NoSuchRev';
}

/** The revs of one data set. */
export class Revs {
  /** In seconds since 1970; infinite in a data set from before ordinals existed. */
  #ordinalsFrom: number;

  constructor(dataSet: { readonly ordinalsFrom?: number }) {
    this.#ordinalsFrom = dataSet.ordinalsFrom ?? Infinity;
  }

  /** The database now holds another data set. */
  become(dataSet: { readonly ordinalsFrom?: number }): void {
    this.#ordinalsFrom = dataSet.ordinalsFrom ?? Infinity;
  }

  hasOrdinals({ t }: Timestamp): boolean {
    return t >= this.#ordinalsFrom;
  }

  /**
   * @param ordinal the event's place in its transaction, from 0.
   * @throws NoSuchRev
   */
  of(time: Timestamp, ordinal: number): Rev {
    const { t, i } = time;
    if (!this.hasOrdinals(time)) {
      if (ordinal === 0) return revSchema.parse(hexDigits(t) + hexDigits(i));
      throw new NoSuchRev(
        `event ${ordinal} of a transaction of second ${t}: this data set has one event a transaction before second ${this.#ordinalsFrom}`,
      );
    }
    if (i > LAST_COUNT)
      throw new NoSuchRev(`write ${i} of one second, where ${LAST_COUNT} is last`);
    if (!isOrdinal(ordinal)) {
      throw new NoSuchRev(`event ${ordinal} of one transaction, where ${LAST_ORDINAL} is last`);
    }
    return revSchema.parse(hexDigits(t) + hexDigits(i * 2 ** ORDINAL_BITS + ordinal));
  }

  /** The rev of a stored event: a damaged ordinal counts as 0. */
  ofKept(time: Timestamp, ordinal: unknown): Rev {
    const isPlace = this.hasOrdinals(time) && typeof ordinal === 'number' && isOrdinal(ordinal);
    return this.of(time, isPlace ? ordinal : 0);
  }

  /** True if a commit may have been made at this time: the server always fills in such a time. */
  hasMoment(time: unknown): time is Timestamp {
    return time instanceof Timestamp && (!this.hasOrdinals(time) || time.i <= LAST_COUNT);
  }

  /** All commits up to a moment have this rev or an earlier one, all later ones a later one. */
  upTo(time: Timestamp): Rev {
    return this.of(time, this.hasOrdinals(time) ? LAST_ORDINAL : 0);
  }
}

export function isOrdinal(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_ORDINAL;
}

/** Happens for a moment after a member has started, until it has read the set's keys. */
export const NO_TIME = 'MongoDB does not report the time of its replica set yet.';

/**
 * The time of the database's last write, whether or not a majority has it: everything later is yet to come.
 * @throws StoreUnavailable
 */
export async function clusterTime(client: Pick<MongoClient, 'db'>): Promise<Timestamp> {
  const { operationTime } = await client.db('admin').command({ ping: 1 });
  if (!operationTime) throw new StoreUnavailable(NO_TIME);
  return operationTime;
}

function hexDigits(number: number): string {
  return number.toString(16).padStart(8, '0');
}
