/** The marks of a form in an otherwise empty data folder: by default of an earlier one. */
import Database from 'libsql';
import { join } from 'node:path';
import { DATABASE_FILE } from '../stored-form.ts';
import { APPLICATION_ID } from '../embedded/tables.ts';

export function writeOlderGame(dataDir: string, version = 7, applicationId = APPLICATION_ID): void {
  const older = new Database(join(dataDir, DATABASE_FILE));
  older.exec(
    `CREATE TABLE data_set (epoch TEXT NOT NULL) STRICT;
     PRAGMA application_id = ${applicationId};
     PRAGMA user_version = ${version}`,
  );
  older.close();
}
