/** What tells a data folder of an earlier form, in an otherwise empty one. */
import Database from 'libsql';
import { join } from 'node:path';
import { DATABASE_FILE } from '../stored-form.ts';
import { OLDER_APPLICATION_ID } from '../embedded/migrations.ts';

export function writeOlderGame(dataDir: string, version = 7): void {
  const older = new Database(join(dataDir, DATABASE_FILE));
  older.exec(
    `CREATE TABLE data_set (epoch TEXT NOT NULL) STRICT;
     PRAGMA application_id = ${OLDER_APPLICATION_ID};
     PRAGMA user_version = ${version}`,
  );
  older.close();
}
