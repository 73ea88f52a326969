/** Games of other versions: what released ones wrote, compressed, is in `released/VERSION/`. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'libsql';
import { APPLICATION_ID } from '../embedded/tables.ts';
import { DATABASE_FILE } from '../stored-form.ts';

const FOLDER = join(import.meta.dirname, 'released');

export const releasedVersions = (): Promise<string[]> => readdir(FOLDER);

export async function unpacked(version: string, name: string): Promise<Buffer> {
  return brotliDecompressSync(await readFile(join(FOLDER, version, `${name}.br`)));
}

/** Puts the embedded store's game into a directory, as a killed server left it. */
export async function unpackInto(dataDir: string, version: string): Promise<void> {
  for (const name of ['denaria.db', 'denaria.db-wal']) {
    await writeFile(join(dataDir, name), await unpacked(version, name));
  }
}

/** The marks of a form in an otherwise empty data folder: by default of one that is not read. */
export function writeOlderGame(dataDir: string, version = 7, applicationId = APPLICATION_ID): void {
  const older = new Database(join(dataDir, DATABASE_FILE));
  older.exec(
    `CREATE TABLE data_set (epoch TEXT NOT NULL) STRICT;
     PRAGMA application_id = ${applicationId};
     PRAGMA user_version = ${version}`,
  );
  older.close();
}
