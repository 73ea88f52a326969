/**
 * Writes an HTML page for every route, from the built index.html: with the markup shown before anything has
 * loaded, its CSS, and a preload of its own code alongside the entry. The server picks the file by path
 * (server/http/static-pages.ts).
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { NONCE_PLACEHOLDER, pageFile, PAGES, type PagePath } from '../../server/http/pages.ts';
import {
  entrySource,
  filesOf,
  pageSource,
  readClientManifest,
  type ClientManifest,
} from './client-manifest.ts';
import { withShareTags } from './share-tags.ts';

const EMPTY_ROOT = '<div id="root"></div>';
const TITLE = '<title>Denaria</title>';
const HEAD_END = '</head>';
const NONCED_STYLE = `<style nonce="${NONCE_PLACEHOLDER}"`;
/** The page renders without scripts, so they load after what it is painted with. */
const SCRIPTS = /<script type="module"|<link rel="(?:modulepreload"|preload" as="fetch")/g;
/** The entry's CSS, needed by every page, is inlined. */
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g;

interface Prerenderer {
  readonly prerenderPage: (
    path: string,
  ) => Promise<{ readonly title: string; readonly html: string; readonly styles: string }>;
}

/** @param distFolder with the built client in `client/` and its manifest beside it. */
export async function writePages(configFile: string, distFolder: string): Promise<void> {
  const client = join(distFolder, 'client');
  const template = await withStyleSheetsInside(
    await readFile(join(client, pageFile('/')), 'utf8'),
    client,
  );
  for (const part of [TITLE, EMPTY_ROOT, HEAD_END]) {
    if (template.split(part).length !== 2)
      throw new Error(`index.html does not have exactly one ${part}`);
  }
  const manifest = readClientManifest(distFolder);
  const folder = join(distFolder, 'prerender');
  try {
    const { prerenderPage } = await buildPrerenderer(configFile, folder);
    for (const path of PAGES) {
      const { title, html, styles } = await prerenderPage(path);
      const head = preloads(manifest, path) + styles.replaceAll('<style ', `${NONCED_STYLE} `);
      const page = withShareTags(template, path)
        .replace(TITLE, () => title)
        .replace(HEAD_END, () => head + HEAD_END)
        .replace(SCRIPTS, '$& fetchpriority="low"')
        .replace(EMPTY_ROOT, () => EMPTY_ROOT.replace('><', () => `>${html}<`));
      await writeFile(join(client, pageFile(path)), page);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A separate file would delay the first paint by a request; the rules are only a few kB. */
async function withStyleSheetsInside(html: string, client: string): Promise<string> {
  let inside = html;
  for (const [link, href = ''] of html.matchAll(STYLE_SHEET)) {
    const file = join(client, href);
    const rules = await readFile(file, 'utf8');
    inside = inside.replace(link, () => `${NONCED_STYLE}>${rules}</style>`);
    await rm(file);
  }
  return inside;
}

async function buildPrerenderer(configFile: string, folder: string): Promise<Prerenderer> {
  await build({
    configFile,
    logLevel: 'warn',
    build: { ssr: 'src/prerender.tsx', outDir: folder, manifest: false, copyPublicDir: false },
  });
  const built: unknown = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  if (!isPrerenderer(built)) throw new Error('client/src/prerender.tsx exports no prerenderPage');
  return built;
}

function isPrerenderer(module: unknown): module is Prerenderer {
  return (
    typeof module === 'object' &&
    module !== null &&
    'prerenderPage' in module &&
    typeof module.prerenderPage === 'function'
  );
}

/** The page's own code, which the entry would otherwise only request once it runs. */
function preloads(manifest: ClientManifest, path: PagePath): string {
  const source = pageSource(manifest, path);
  if (source === null) return '';
  const brought = filesOf(manifest, entrySource(manifest));
  return (
    [...filesOf(manifest, source)]
      .filter((file) => !brought.has(file))
      // Fetched, not preloaded as a module: a browser caches a module's failure (api/late-code.ts).
      .map((file) => `<link rel="preload" as="fetch" crossorigin href="/${file}">`)
      .join('')
  );
}
