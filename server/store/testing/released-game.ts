/** The games that released versions wrote, compressed, in `released/VERSION/`. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

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
