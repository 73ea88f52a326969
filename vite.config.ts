/** How the client is built and served, and where the tests are found. The client lives in `client/`. */
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { preloadFonts } from './client/preload-fonts.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./client'),
  plugins: [react(), preloadFonts()],
  // The server puts a fresh nonce in its place with every page it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    target: 'es2023',
    // Everything small is a file of its own: an inlined font or picture would need `data:` in the CSP.
    assetsInlineLimit: 0,
  },
  server: {
    // Beyond the client itself, the page reads the shared rules and its packages, nothing else.
    fs: { allow: ['client', 'common', 'node_modules'].map((folder) => here(`./${folder}`)) },
  },
  test: {
    root: here('.'),
    exclude: ['**/node_modules/**', 'dist/**', 'e2e/**'],
  },
});
