/**
 * What a page of the built client weighs before it stands: the JavaScript of the entry and of the page
 * itself with all that they import, gzipped. What loads once the page stands (the live client, the
 * wallet, dialogs) is not in it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** What the first page may weigh, in bytes. */
export const FIRST_ROUTE_BUDGET = 130_000;

/** What Vite tells of a build (`build.manifest`), by source file. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

/** Pages that are no part of the entry, by their paths. */
const PAGES: Readonly<Record<string, string>> = {
  '/ranking': 'src/app/pages/RankingPage.tsx',
  '/dashboard': 'src/app/pages/DashboardPage.tsx',
};

/**
 * @param path of the page: `/`, `/ranking`.
 * @throws Error where the folder holds no build with such a page.
 */
export function firstRouteBytes(distFolder: string, path: string): number {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(distFolder, 'client-manifest.json'), 'utf8')),
  );
  const entry = Object.keys(manifest).find((source) => manifest[source]?.isEntry);
  const sources = [entry, PAGES[path]].filter((source) => source !== undefined);
  const files = new Set(sources.flatMap((source) => filesOf(manifest, source)));
  return [...files]
    .map((file) => gzipSync(readFileSync(join(distFolder, 'client', file)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

function filesOf(manifest: Manifest, source: string): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`the build has no ${source}`);
  return [chunk.file, ...chunk.imports.flatMap((imported) => filesOf(manifest, imported))];
}
