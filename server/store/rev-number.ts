/** The rev of adapters that count their commits: the commit's number, as 16 hexadecimal digits. */
import { revSchema, type Rev } from '../../common/values/ids.ts';

export function revOf(number: number): Rev {
  return revSchema.parse(number.toString(16).padStart(16, '0'));
}

export function numberOf(rev: Rev): number {
  return Number.parseInt(rev, 16);
}
