/** What SQLite's errors mean for the store. */
import { SqliteError } from 'libsql';

/** Primary result codes; the low byte of an extended one. */
const CODE = { busy: 5, readonly: 8, ioError: 10, corrupt: 11, full: 13, notADatabase: 26 };
/** No room for the log's index: another form of a full disk. */
const IO_ERROR_SHM_SIZE = 4874;

/** Whether an error's primary code is one of these. */
const isOneOf =
  (...codes: readonly number[]) =>
  (error: unknown): boolean =>
    error instanceof SqliteError &&
    error.rawCode !== undefined &&
    codes.includes(error.rawCode & 0xff);

/** Another program holds the file. */
export const isBusy = isOneOf(CODE.busy);

/** The file is not a database, or not a whole one. */
export const isDamage = isOneOf(CODE.corrupt, CODE.notADatabase);

const isFullFile = isOneOf(CODE.full);
const isBroken = isOneOf(CODE.corrupt, CODE.notADatabase, CODE.readonly, CODE.ioError);

/** The disk is full: nothing was written, and there may be room again later. */
export function isFull(error: unknown): boolean {
  const isIndex = error instanceof SqliteError && error.rawCode === IO_ERROR_SHM_SIZE;
  return isIndex || isFullFile(error);
}

/** The files of an open store were removed or replaced: writes to them are lost. */
export class FilesGone extends Error {
  override readonly name = 'FilesGone';
}

/** The file, or the disk under it, has changed: continuing could make it worse. */
export function isBeyondRepair(error: unknown): boolean {
  if (error instanceof FilesGone) return true;
  // Failing to open another file says nothing about those that are open.
  return !isFull(error) && isBroken(error);
}
