/** Vite's manifest of a client build (`build.manifest`): which files each source file became. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** By source file, relative to `client/`. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
  }),
);
export type ClientManifest = z.output<typeof manifestSchema>;

/** @throws Error if the folder contains no build. */
export function readClientManifest(distFolder: string): ClientManifest {
  const file = join(distFolder, 'client-manifest.json');
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * The source of the page at this path (`/ranking`, `/nation/italy`); null if it is part of the
 * entry.
 */
export function pageSource(manifest: ClientManifest, path: string): string | null {
  const [, name = ''] = path.split('/');
  const suffix = `app/pages/${name.replace('-', '') || 'home'}page.tsx`;
  return Object.keys(manifest).find((source) => source.toLowerCase().endsWith(suffix)) ?? null;
}

export function entrySource(manifest: ClientManifest): string {
  const entry = Object.keys(manifest).find((source) => manifest[source]?.isEntry);
  if (entry === undefined) throw new Error('the build has no entry');
  return entry;
}

/** The files that a source file became and statically imports, excluding those it loads later. */
export function filesOf(manifest: ClientManifest, source: string): ReadonlySet<string> {
  const sources = new Set([source]);
  const files = new Set<string>();
  // Files may import each other.
  for (const one of sources) {
    const chunk = manifest[one];
    if (!chunk) throw new Error(`the build has no ${one}`);
    files.add(chunk.file);
    for (const imported of chunk.imports) sources.add(imported);
  }
  return files;
}
