/** The files of the repository, for checks that read them all. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..', '..');

/** Those below a folder whose names match, by their paths from the root; a file is itself. */
export function filesIn(place: string, pattern: RegExp): string[] {
  const path = join(ROOT, place);
  if (statSync(path).isFile()) return [place];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules'));
}

/** Every .ts and .tsx file below a folder. */
export const sourceFiles = (folder: string): string[] => filesIn(folder, /\.tsx?$/);
