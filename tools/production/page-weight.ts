/**
 * The weight of a page of the built client, gzipped: the JavaScript of the entry and the page with
 * all their imports, before it renders; and with what it loads by itself afterwards, until it is
 * idle. What a press loads is not included.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  entrySource,
  filesOf,
  pageSource,
  readClientManifest,
  type ClientManifest,
} from './client-manifest.ts';

export const WEIGHED_PAGES = ['/', '/ranking'] as const;
type WeighedPage = (typeof WEIGHED_PAGES)[number];

/** Budget for each page before it renders, in bytes. */
export const FIRST_ROUTE_BUDGET = 122_600;
/** Budgets until it is idle, in bytes. */
export const IDLE_BUDGETS: Readonly<Record<WeighedPage, number>> = {
  '/': 218_000,
  '/ranking': 250_400,
};

/**
 * What loads by itself, by the name of the file (vite.config.ts) or a part of its source's path.
 */
const LATE = ['live-client', 'wallet', 'overlays', '/socket.io-client/'];
const LATE_FILES: Readonly<Record<WeighedPage, readonly string[]>> = {
  '/': [...LATE, 'home-live'],
  '/ranking': [...LATE, 'ranking-live'],
};

/** @throws Error if the folder contains no build with such a page. */
export function firstRouteBytes(distFolder: string, path: WeighedPage): number {
  return bytesOf(distFolder, firstFiles(readClientManifest(distFolder), path));
}

/** @throws Error if the folder contains no build with such a page and what it loads. */
export function idleBytes(distFolder: string, path: WeighedPage): number {
  return bytesOf(distFolder, idleFiles(readClientManifest(distFolder), path));
}

function bytesOf(distFolder: string, files: ReadonlySet<string>): number {
  return [...files]
    .map((file) => gzipSync(readFileSync(join(distFolder, 'client', file)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

function firstFiles(manifest: ClientManifest, path: WeighedPage): ReadonlySet<string> {
  const page = pageSource(manifest, path);
  if (page === null) throw new Error(`the build has no page ${path} of its own`);
  return new Set([...filesOf(manifest, entrySource(manifest)), ...filesOf(manifest, page)]);
}

export function idleFiles(manifest: ClientManifest, path: WeighedPage): ReadonlySet<string> {
  const late = LATE_FILES[path].flatMap((part) => [...filesOf(manifest, sourceOf(manifest, part))]);
  return new Set([...firstFiles(manifest, path), ...late]);
}

function sourceOf(manifest: ClientManifest, part: string): string {
  const found = Object.keys(manifest).find((source) =>
    part.startsWith('/') ? source.includes(part) : manifest[source]?.name === part,
  );
  if (found === undefined) throw new Error(`the build has no ${part}`);
  return found;
}
