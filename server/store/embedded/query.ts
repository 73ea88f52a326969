/** Read statements, with the shape of their rows. */
import type Database from 'libsql';

export interface Query<Row extends readonly unknown[]> {
  get(...parameters: readonly SqlValue[]): Row | undefined;
  all(...parameters: readonly SqlValue[]): Row[];
  /** Row by row: the statement is not run to its end before the first. Read it to its end. */
  each(...parameters: readonly SqlValue[]): Iterable<Row>;
}

export type SqlValue = string | number;

/** A statement whose rows are tuples of its columns; its text must match `Row`. */
export function prepareQuery<Row extends readonly unknown[]>(
  connection: Database.Database,
  sql: string,
): Query<Row> {
  const statement = connection.prepare(sql).raw();
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables are STRICT, and the statement lists the columns next to the type
    get: (...parameters) => statement.get(parameters) as Row | undefined,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    all: (...parameters) => statement.all(parameters) as Row[],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    each: (...parameters) => statement.iterate(parameters) as Iterable<Row>,
  };
}
