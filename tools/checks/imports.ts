/** The imports written in a source file. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from './files.ts';

export interface Import {
  readonly from: string;
  readonly specifier: string;
}

export function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const pattern = /(?:(?<!['"])\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])([^'"\n]+)\1/gm;
  return [...text.matchAll(pattern)].map((match) => ({ from: file, specifier: match[2] ?? '' }));
}

/** The file that a relative import resolves to. */
export function targetOf(from: string, specifier: string): string {
  return relative(ROOT, resolve(ROOT, dirname(from), specifier));
}
