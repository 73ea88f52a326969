/** Puts the Demo Wallet's script at the head of the development page; never part of a build. */
import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

const WALLET = join(import.meta.dirname, '..', 'wallet');

export function demoWallet(): Plugin {
  const entry = normalizePath(join(WALLET, 'demo-wallet.ts'));
  return {
    name: 'denaria:demo-wallet',
    apply: 'serve',
    config: () => ({ server: { fs: { allow: [WALLET] } } }),
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'module', src: `/@fs/${entry.replace(/^\//, '')}` },
        injectTo: 'head-prepend',
      },
    ],
  };
}
