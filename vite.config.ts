/** How the client is built and served, and where the tests are found. The client lives in `client/`. */
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { preloadFonts } from './client/preload-fonts.ts';
import { preloadPage } from './client/preload-page.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./client'),
  plugins: [react(), preloadFonts(), preloadPage()],
  // The server puts a fresh nonce in its place with every page it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    target: 'es2023',
    // Everything small is a file of its own: an inlined font or picture would need `data:` in the CSP.
    assetsInlineLimit: 0,
    // For whoever weighs the pages: dev/tools/page-weight.ts.
    manifest: true,
    // Every browser that runs es2023 preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the entry imports comes in two files: the packages, which stay in browsers' caches
            // from one version to the next, and our own.
            { name: 'packages', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            // The schemas that answers and messages are parsed by, needed together or not at all.
            {
              name: 'schemas',
              test: /[\\/]node_modules[\\/](zod|@noble)[\\/]|[\\/]common[\\/](protocol|values)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    // Beyond the client itself, the page reads the shared rules and its packages, nothing else.
    fs: { allow: ['client', 'common', 'node_modules'].map((folder) => here(`./${folder}`)) },
  },
  test: {
    root: here('.'),
    globalSetup: ['dev/tools/mongo/vitest-setup.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'e2e/**'],
  },
});
