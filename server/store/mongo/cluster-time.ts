/** A rev here is the cluster time of the commit, 64 bits, as 16 hexadecimal digits. */
import { Timestamp } from 'mongodb';
import { revSchema, type Rev } from '../../../common/values/ids.ts';

export function revOf({ t, i }: Timestamp): Rev {
  return revSchema.parse(hexDigits(t) + hexDigits(i));
}

/** In a top-level field of an insert, the server puts its cluster time in this one's place. */
export const FILLED_BY_SERVER = new Timestamp({ t: 0, i: 0 });

function hexDigits(number: number): string {
  return number.toString(16).padStart(8, '0');
}
