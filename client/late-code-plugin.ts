/**
 * A Vite plugin that makes the built pages load their lazy code through `src/api/late-code.ts`.
 * Vite wraps each `import()` of a build in a call of its own helper, with the files that the import
 * needs; the helper would only preload them, and a browser that fails to preload a module remembers
 * that too.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Vite's name for the helper's module. */
const HELPER_ID = /^\0vite\/preload-helper\.js$/;
const LATE_CODE = fileURLToPath(new URL('./src/api/late-code.ts', import.meta.url));

export function lateCode(): Plugin {
  return {
    name: 'denaria:late-code',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: HELPER_ID },
      handler: () => `export { loadLate as __vitePreload } from ${JSON.stringify(LATE_CODE)};`,
    },
  };
}
