/** What SQLite's errors mean for the store. */
import { SqliteError } from 'libsql';

/** Primary result codes; the low byte of an extended one. */
const CODE = { busy: 5, readonly: 8, ioError: 10, corrupt: 11, full: 13, notADatabase: 26 };
/** No room for the log's index: another form of a full disk. */
const IO_ERROR_SHM_SIZE = 4874;

function primaryCodeOf(error: unknown): number | null {
  if (!(error instanceof SqliteError) || error.rawCode === undefined) return null;
  return error.rawCode & 0xff;
}

function isOneOf(error: unknown, codes: readonly number[]): boolean {
  const code = primaryCodeOf(error);
  return code !== null && codes.includes(code);
}

/** Another program holds the file. */
export function isBusy(error: unknown): boolean {
  return isOneOf(error, [CODE.busy]);
}

/** The file is not a database, or not a whole one. */
export function isDamage(error: unknown): boolean {
  return isOneOf(error, [CODE.corrupt, CODE.notADatabase]);
}

/** The disk is full: nothing was written, and there may be room again later. */
export function isFull(error: unknown): boolean {
  const isIndex = error instanceof SqliteError && error.rawCode === IO_ERROR_SHM_SIZE;
  return isIndex || isOneOf(error, [CODE.full]);
}

/** The files of an open store were removed or replaced: writes to them are lost. */
export class FilesGone extends Error {
  override readonly name = 'FilesGone';
}

/** The file, or the disk under it, has changed: continuing could make it worse. */
export function isBeyondRepair(error: unknown): boolean {
  if (error instanceof FilesGone) return true;
  // Failing to open another file says nothing about those that are open.
  return !isFull(error) && (isDamage(error) || isOneOf(error, [CODE.readonly, CODE.ioError]));
}
