/** Development's pages: Vite in the server's own process and on its own port, including HMR. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { createServer, normalizePath, type Plugin } from 'vite';
import { originPolicy } from '../../server/http/origin.ts';
import { filled } from '../../server/http/page-template.ts';
import { beginPage, pageAt, type Pages } from '../../server/http/pages.ts';
import { ownPagesOnly, thisMachineOnly, VITE_TOOLS } from '../routes/guards.ts';
import { isServerSource } from '../server-sources.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** @param publicOrigin where the pages are opened, if that is not a loopback address. */
export async function devPages(http: Server, publicOrigin: string | null): Promise<Pages> {
  const vite = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    plugins: [devScripts()],
    server: {
      middlewareMode: true,
      warmup: { clientFiles: ['src/main.tsx'] },
      ws: { server: http },
      // An edit of these starts the whole server again (main.ts), and then the page reloads.
      watch: { ignored: isServerSource },
      allowedHosts: publicOrigin === null ? [] : [new URL(publicOrigin).hostname],
    },
  });
  const index = join(vite.config.root, 'index.html');

  const page: RequestHandler = async (request, response) => {
    const source = withFirstPaint(await readFile(index, 'utf8'));
    const html = await vite.transformIndexHtml(request.originalUrl, source);
    const policy = response.getHeader('Content-Security-Policy');
    if (typeof policy === 'string') {
      response.set('Content-Security-Policy', forDevelopment(policy));
    }
    response.send(filled(html, beginPage(response, pageAt(request.path))));
  };
  return {
    mount(app) {
      app.use(VITE_TOOLS, thisMachineOnly);
      app.use(ownPagesOnly(originPolicy(publicOrigin)), vite.middlewares);
      // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 hands rejections on itself.
      app.get('/{*path}', page);
    },
    takes: isOfVite,
    close: () => vite.close(),
  };
}

/** Vite's client: its WebSocket, and its questions whether the server is back. */
function isOfVite({ url = '', headers }: IncomingMessage): boolean {
  const protocol = headers['sec-websocket-protocol'];
  return /^\/(\?|$)/.test(url) && (protocol === 'vite-hmr' || protocol === 'vite-ping');
}

/**
 * The NFTs' picture URLs contain the printed address; the page may be open under another name.
 * Vite's client waits for a server that restarts in a worker of a blob.
 */
function forDevelopment(policy: string): string {
  const pictures = "img-src 'self' http://127.0.0.1:* http://localhost:*";
  return `${policy.replace("img-src 'self'", pictures)};worker-src blob:`;
}

const DEV = join(import.meta.dirname, '..');
/**
 * At the head of development's pages. The wallet first: it must be there before the game looks for
 * one.
 */
const SCRIPTS = ['wallet/demo-wallet.ts', 'bar/tab.ts'].map((script) => join(DEV, script));
/** The folders a browser may read: only what these scripts need. */
const READABLE = ['wallet', 'bar'].map((folder) => join(DEV, folder));

function devScripts(): Plugin {
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

const PAGE_ROOT = '<div id="root"></div>';

/**
 * Shown while Vite compiles the page, which takes seconds at first; a built page's HTML has the
 * page itself.
 */
const FIRST_PAINT = `
    <div id="first-paint" role="status">
      <strong>${PRODUCT_NAME}</strong>
      <span>Compiling the page. The first time takes a few seconds.</span>
    </div>
    <style>
      #root:not(:empty) + #first-paint { display: none; }
      #first-paint {
        position: fixed;
        inset: 0;
        display: grid;
        place-content: center;
        justify-items: center;
        gap: var(--space-3);
        padding: var(--space-5);
        text-align: center;
        background: var(--surface);
        color: var(--ink-muted);
      }
      #first-paint strong {
        color: var(--ink);
        font: 480 var(--text-title) var(--font-display);
      }
    </style>`;

/** @throws Error if index.html has no place for it. */
function withFirstPaint(html: string): string {
  if (!html.includes(PAGE_ROOT)) throw new Error(`index.html has no ${PAGE_ROOT}`);
  return html.replace(PAGE_ROOT, PAGE_ROOT + FIRST_PAINT);
}
