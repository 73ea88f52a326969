/**
 * The weight of a page of the built client before it renders: the JavaScript of the entry and the page with
 * all their imports, gzipped. What loads afterwards (the live client, the wallet, dialogs) is not included.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { entrySource, filesOf, pageSource, readClientManifest } from './client-manifest.ts';

/** Budget for the first page, in bytes. */
export const FIRST_ROUTE_BUDGET = 120_000;

/**
 * @param path of the page: `/`, `/ranking`.
 * @throws Error if the folder contains no build with such a page.
 */
export function firstRouteBytes(distFolder: string, path: string): number {
  const manifest = readClientManifest(distFolder);
  const page = pageSource(manifest, path);
  if (page === null) throw new Error(`the build has no page ${path} of its own`);
  const files = new Set([...filesOf(manifest, entrySource(manifest)), ...filesOf(manifest, page)]);
  return [...files]
    .map((file) => gzipSync(readFileSync(join(distFolder, 'client', file)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}
