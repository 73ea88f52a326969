/** Puts development's own scripts at the head of its pages; never part of a build. */
import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

const DEV = join(import.meta.dirname, '..');
/** The wallet first: it must be there before the game looks for one. */
const SCRIPTS = ['wallet/demo-wallet.ts', 'bar/dev-bar.ts'].map((script) => join(DEV, script));
/** The folders a browser may read: only what these scripts need. */
const READABLE = ['wallet', 'bar'].map((folder) => join(DEV, folder));

export function devScripts(): Plugin {
  return {
    name: 'denaria:dev-scripts',
    apply: 'serve',
    config: () => ({ server: { fs: { allow: READABLE } } }),
    transformIndexHtml: () =>
      SCRIPTS.map((script) => ({
        tag: 'script',
        attrs: { type: 'module', src: `/@fs/${normalizePath(script).replace(/^\//, '')}` },
        injectTo: 'head-prepend' as const,
      })),
  };
}
