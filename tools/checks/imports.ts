/** The source files of the house, and what each of them imports, as it is written. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));

export interface Import {
  readonly from: string;
  readonly specifier: string;
}

/** Every .ts and .tsx file below a folder, as paths from the root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules'));
}

export function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])([^'"\n]+)\1/gm;
  return [...text.matchAll(pattern)].map((match) => ({ from: file, specifier: match[2] ?? '' }));
}

/** The file that a relative import means. */
export function targetOf(from: string, specifier: string): string {
  return relative(ROOT, resolve(ROOT, dirname(from), specifier));
}
