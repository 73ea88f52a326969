/**
 * The code that runs in the development server's process, and edits of it: each starts the server
 * again. An edit of anything else is Vite's. No file is both's: Vite would reload the page while
 * its server is down.
 */
import { readdirSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Tests are in the same folders. `client/*.ts` are Vite's plugins. */
const SOURCES = /^(?:(?:common|server|dev)\/.*|client\/[^/]+|vite\.config)\.ts$/;
const FOR_TESTS = /\.test\.ts$|\/test(?:ing)?\//;

/** Where those files are, with and without the folders below. */
const DEEP = ['common', 'server', 'dev'];
const SHALLOW = ['.', 'client'];

/** Git and formatters write many files at a time. */
const QUIET_MS = 100;

export function isServerSource(path: string): boolean {
  const file = relative(ROOT, path).replaceAll(sep, '/');
  return SOURCES.test(file) && !FOR_TESTS.test(file);
}

/**
 * Resolves with the file of the next edit, as soon as nothing more is written. Folders are watched
 * one by one: Node's recursive mode on Linux loses a file once it is replaced by renaming, as
 * editors and git do.
 */
export function nextEdit(): Promise<string> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const noteEdit = (path: string) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        for (const watcher of watchers) watcher.close();
        resolve(relative(ROOT, path));
      }, QUIET_MS);
    };
    const watchers = foldersOfSources().map((folder) =>
      watch(folder, (_event, name) => {
        const path = join(folder, name ?? '');
        if (isServerSource(path)) noteEdit(path);
        // Windows can't watch a folder that is deleted.
      }).on('error', () => noteEdit(folder)),
    );
  });
}

function foldersOfSources(): string[] {
  const deep = DEEP.map((folder) => join(ROOT, folder));
  const below = deep.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [...SHALLOW.map((folder) => join(ROOT, folder)), ...deep, ...below];
}
