/** How the client is built and served. It lives in `client/`. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lateCode } from './client/late-code-plugin.ts';
import { preloadFonts } from './client/preload-fonts.ts';
import { lighter, pureSchemas } from './tools/production/lighter.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Modules {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

/** A module, what is on one side of it, and what is on that side of those. */
function withAll(
  moduleId: string,
  modules: Modules,
  side: 'importers' | 'importedIds',
): readonly string[] {
  const found = new Set([moduleId]);
  for (const id of found) {
    for (const next of modules.getModuleInfo(id)?.[side] ?? []) found.add(next);
  }
  return [...found];
}

/** The two pages that people come to. */
const FIRST_PAGES: Readonly<Record<string, string>> = {
  home: 'pages/HomePage',
  ranking: 'pages/RankingPage',
};

/** What they load once they stand, by the file that it comes in. */
const LATE_PARTS: Readonly<Record<string, readonly string[]>> = {
  'home-live': ['home/Ledger', 'world/WorldMap'],
  'ranking-live': ['pages/RankingLive', 'nations-chart/NationsChart'],
  'live-client': ['live/live-client'],
  wallet: ['wallet/wallet-parts'],
  // A failure must be reported, not least when nothing more can be loaded.
  overlays: ['app/Overlays', 'live-status/OperatorLines'],
};

/**
 * The code of these pages, and the small packages that it shows. What both pages import is a file,
 * each late part is one, and what several of these import is another; what other pages import too
 * is a file beside its part's, so that they don't load the part. A request costs more than most
 * modules weigh: the call, and the answer's headers.
 */
function onFirstPages(moduleId: string, modules: Modules): string | null {
  if (COMMON_TYPES.test(moduleId) && withSchemas(moduleId, modules) !== null) return null;
  const users = withAll(moduleId, modules, 'importers');
  const isIn = (part: string) => users.some((user) => user.includes(`/${part}.ts`));
  const pages = Object.keys(FIRST_PAGES).filter((file) => isIn(FIRST_PAGES[file] ?? ''));
  const late = Object.keys(LATE_PARTS).filter((file) => LATE_PARTS[file]?.some(isIn));
  const all = [...pages, ...late];
  if (pages.length > 1) return 'shared';
  if (late.length > 1 && pages.length === 0) return 'live';
  const [file = null] = all;
  const known = [...Object.values(FIRST_PAGES), ...Object.values(LATE_PARTS).flat()];
  const isElsewhere = users.some(
    (user) =>
      (modules.getModuleInfo(user)?.dynamicImporters.length ?? 0) > 0 &&
      !known.some((part) => user.includes(`/${part}.ts`)),
  );
  if (file !== null && (isElsewhere || all.length > 1)) return `${file}-more`;
  // A page is a file by itself.
  return late[0] ?? null;
}

/**
 * The schemas that answers and messages are parsed by are two files: what everyone's page asks for,
 * and what players' do. To make a schema takes a phone a while.
 */
function withSchemas(moduleId: string, modules: Modules): string | null {
  const used = withAll(moduleId, modules, 'importedIds');
  if (!used.some((id) => /[\\/]node_modules[\\/](zod|@noble)[\\/]/.test(id))) return null;
  const users = withAll(moduleId, modules, 'importers');
  // What only verifies the ledger loads with it.
  if (!users.some((id) => COMMON_TYPES.test(id))) return null;
  return users.some((id) => EVERYONES.test(id)) ? 'schemas' : 'player-schemas';
}
const EVERYONES =
  /[\\/]common[\\/]protocol[\\/](config|events|leaderboard|live|nations|page-facts)\.ts$/;
const COMMON_TYPES = /[\\/]common[\\/](protocol|values)[\\/]/;

/**
 * Ed25519 needs SHA-512, which is in one module with the SHA-256 that every page loads: what
 * verifies the ledger has a copy of that module.
 */
function hashesOfCurves(): Plugin {
  return {
    name: 'denaria:hashes-of-curves',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /@noble\/hashes\/sha2/ },
      async handler(source, importer) {
        if (!importer?.includes('/@noble/curves/')) return null;
        const resolved = await this.resolve(source, importer, { skipSelf: true });
        return resolved && `${resolved.id}?of-curves`;
      },
    },
  };
}

/**
 * The compiler names styled components by the absolute path of their file; by the path within the
 * project, a build is the same in every folder.
 */
function componentIds(): Plugin {
  return {
    name: 'denaria:component-ids',
    enforce: 'post',
    transform: {
      filter: { code: /componentId: "sc-/ },
      handler: (code, id) => {
        const path = relative(here('.'), id).replaceAll('\\', '/');
        const hash = BigInt(`0x${createHash('sha256').update(path).digest('hex')}`).toString(36);
        const ids = /(?<=componentId: "sc-)[a-z0-9]+(?=-\d+")/g;
        // It moves no line: the source map stays as it is.
        return { code: code.replaceAll(ids, hash.slice(0, 6)), map: null };
      },
    },
  };
}

export default defineConfig({
  root: here('./client'),
  cacheDir: here('./.cache/vite'),
  plugins: [react(), preloadFonts(), lateCode(), lighter, hashesOfCurves(), componentIds()],
  // Names for the styled components that are the same in the built pages and in the browser.
  oxc: { plugins: { styledComponents: { displayName: false } } },
  // The server puts a fresh nonce in its place with every page it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    // The oldest browsers that README.md names. It lowers syntax, not what a browser must have
    // built in.
    target: ['chrome109', 'edge109', 'firefox115', 'safari16.4'],
    // Everything small is a file of its own: an inlined font or picture would need `data:` in the
    // CSP.
    assetsInlineLimit: 0,
    // One style sheet, which the pages have inside (tools/production/prerender.ts): no part asks
    // for it later.
    cssCodeSplit: false,
    // For the tools that write and weigh the pages: tools/production/client-manifest.ts.
    manifest: true,
    // All of these preload modules by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: pureSchemas,
      output: {
        codeSplitting: {
          groups: [
            // What the entry imports comes in two files: the packages, which stay in browsers'
            // caches from one version to the next, and our own.
            { name: 'packages', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            {
              name: onFirstPages,
              debugName: 'on the first pages',
              test: /[\\/](client|client-kit|common)[\\/](?!.*node_modules)|[\\/]node_modules[\\/](lucide-react|country-flag-icons|react-hot-toast|goober)[\\/]/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: withSchemas,
              debugName: 'schemas',
              test: /[\\/]node_modules[\\/](zod|@noble)[\\/]|[\\/]common[\\/](protocol|values)[\\/]/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    // Beyond the client itself, the page reads what it shares with others and its packages, nothing
    // else.
    fs: {
      allow: [
        ...['client', 'client-kit', 'common', '.cache/vite'].map((folder) => here(`./${folder}`)),
        // Packages have their real paths, wherever they are linked from.
        realpathSync(here('./node_modules')),
      ],
    },
  },
});
