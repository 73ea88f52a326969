/** What SQLite's errors mean for the store. */
import { SqliteError } from 'libsql';

/** Primary result codes; the low byte of an extended one. */
const CODE = { busy: 5, readonly: 8, ioError: 10, corrupt: 11, cantOpen: 14, notADatabase: 26 };

function primaryCodeOf(error: unknown): number | null {
  if (!(error instanceof SqliteError) || error.rawCode === undefined) return null;
  return error.rawCode & 0xff;
}

function isOneOf(error: unknown, codes: readonly number[]): boolean {
  const code = primaryCodeOf(error);
  return code !== null && codes.includes(code);
}

/** Someone else holds the file. */
export function isBusy(error: unknown): boolean {
  return isOneOf(error, [CODE.busy]);
}

/** The file is not a database, or not a whole one. */
export function isDamage(error: unknown): boolean {
  return isOneOf(error, [CODE.corrupt, CODE.notADatabase]);
}

/** The file, or the disk under it, is not what it was: going on could make it worse. */
export function isBeyondRepair(error: unknown): boolean {
  return isDamage(error) || isOneOf(error, [CODE.readonly, CODE.ioError, CODE.cantOpen]);
}
