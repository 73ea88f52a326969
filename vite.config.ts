/** How the client is built and served. It lives in `client/`. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lateCode } from './client/late-code-plugin.ts';
import { preloadFonts } from './client/preload-fonts.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./client'),
  cacheDir: here('./.cache/vite'),
  plugins: [react(), preloadFonts(), lateCode()],
  // Names for the styled components that are the same in the built pages and in the browser.
  oxc: { plugins: { styledComponents: { displayName: false } } },
  // The server puts a fresh nonce in its place with every page it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    // The oldest browsers that README.md names. It lowers syntax, not what a browser must have built in.
    target: ['chrome109', 'edge109', 'firefox115', 'safari16.4'],
    // Everything small is a file of its own: an inlined font or picture would need `data:` in the CSP.
    assetsInlineLimit: 0,
    // One style sheet, which the pages have inside (tools/production/prerender.ts): no part asks for it later.
    cssCodeSplit: false,
    // For the tools that write and weigh the pages: tools/production/client-manifest.ts.
    manifest: true,
    // All of these preload modules by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the entry imports comes in two files: the packages, which stay in browsers' caches
            // from one version to the next, and our own.
            { name: 'packages', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            {
              name: 'schemas',
              test: /[\\/]node_modules[\\/](zod|@noble)[\\/]|[\\/]common[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    // Beyond the client itself, the page reads the shared rules and its packages, nothing else.
    fs: {
      allow: [
        ...['client', 'common', '.cache/vite'].map((folder) => here(`./${folder}`)),
        // Packages have their real paths, wherever they are linked from.
        realpathSync(here('./node_modules')),
      ],
    },
  },
});
