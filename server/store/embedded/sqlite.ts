/** SQLite's statements, with the shape of their rows, and what its errors mean for the store. */
import { SqliteError } from 'libsql';
import type Database from 'libsql';

export type SqlValue = string | number | null;

/**
 * A connection's statements by their text, each prepared once. A text must match the `Row` beside
 * it.
 */
export class Statements {
  readonly #connection: Database.Database;
  readonly #reads = new Map<string, Database.Statement>();
  readonly #writes = new Map<string, Database.Statement>();

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  /** How many rows it changed. */
  run(sql: string, ...parameters: readonly SqlValue[]): number {
    const statement = this.#writes.get(sql) ?? this.#connection.prepare(sql);
    this.#writes.set(sql, statement);
    return statement.run(parameters).changes;
  }

  // The tables are STRICT, and the statement lists the columns next to the type.
  /* oxlint-disable typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters */
  all<Row extends readonly unknown[]>(sql: string, ...parameters: readonly SqlValue[]): Row[] {
    return this.#read(sql).all(parameters) as Row[];
  }

  get<Row extends readonly unknown[]>(
    sql: string,
    ...parameters: readonly SqlValue[]
  ): Row | undefined {
    return this.#read(sql).get(parameters) as Row | undefined;
  }

  /** Row by row: the statement is not run to its end before the first. Read it to its end. */
  each<Row extends readonly unknown[]>(
    sql: string,
    ...parameters: readonly SqlValue[]
  ): Iterable<Row> {
    return this.#read(sql).iterate(parameters) as Iterable<Row>;
  }
  /* oxlint-enable typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters */

  #read(sql: string): Database.Statement {
    const statement = this.#reads.get(sql) ?? this.#connection.prepare(sql).raw();
    this.#reads.set(sql, statement);
    return statement;
  }
}

/** The result of a statement with one row and one column. */
export function one(connection: Database.Database, sql: string): SqlValue {
  const row = new Statements(connection).get<[SqlValue]>(sql);
  if (!row) throw new Error(`no answer to ${sql}`);
  return row[0];
}

/**
 * Closes a connection and ends its transaction, which would last until the connection is garbage.
 */
export function closeNow(connection: Database.Database): void {
  if (connection.inTransaction) connection.exec('ROLLBACK');
  connection.close();
}

/** Carries out all of it, or nothing. @throws what it throws */
export function atomically<Answer>(connection: Database.Database, work: () => Answer): Answer {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const answer = work();
    connection.exec('COMMIT');
    return answer;
  } catch (error) {
    // A full disk has ended the transaction, and a rollback's failure would hide why.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

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

/**
 * Moves the log into the file; TRUNCATE empties it. If the disk is full it stays until there is
 * room, and is read as it is.
 */
export function checkpoint(connection: Database.Database, mode: 'PASSIVE' | 'TRUNCATE'): void {
  try {
    connection.pragma(`wal_checkpoint(${mode})`);
  } catch (error) {
    if (!isFull(error)) throw error;
  }
}

/**
 * Moves the log into the file and deletes it; a server makes a new one. Connections that are closed
 * may be there until they are garbage, and would then delete the log that they knew by its name.
 * @returns false if another connection uses the log, which may be empty.
 */
export function intoOneFile(connection: Database.Database): boolean {
  checkpoint(connection, 'TRUNCATE');
  try {
    connection.pragma('journal_mode = delete');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
