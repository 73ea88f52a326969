/**
 * Writes an HTML page for every route, from the built index.html: with the markup shown before
 * anything has loaded, its CSS, and the names of its own code. The server picks the file by path
 * (server/http/built-pages.ts). The server also gets their frames, and the renderer that fills them
 * (server/http/page-renderer/).
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import {
  fillFrame,
  ROOT_PLACE,
  STYLES_PLACE,
  loadPrerenderer,
  type Prerenderer,
} from '../../server/http/page-renderer/fill.ts';
import { NONCE_PLACEHOLDER } from '../../server/http/page-template.ts';
import { pageFile, PAGES, type PagePath } from '../../server/http/pages.ts';
import {
  entrySource,
  filesOf,
  pageSource,
  readClientManifest,
  type ClientManifest,
} from './client-manifest.ts';
import { withLateScripts } from './late-scripts.ts';
import { headLinks, withShareTags } from './share-tags.ts';

const EMPTY_ROOT = '<div id="root"></div>';
const TITLE = '<title>Denaria</title>';
const HEAD_END = '</head>';
const NONCED_STYLE = `<style nonce="${NONCE_PLACEHOLDER}"`;
/** The entry's CSS, needed by every page, is inlined. */
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g;

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
  const folder = join(distFolder, 'page-renderer');
  const { prerenderPage } = await buildPrerenderer(configFile, folder);
  // The order of CSS rules is that of the code's arrival, in files and in React, which would depend
  // on how long each takes.
  const lazy = join(folder, 'assets');
  for (const file of (await readdir(lazy)).toSorted())
    await import(pathToFileURL(join(lazy, file)).href);
  for (const path of PAGES) await prerenderPage(path);
  await mkdir(folder, { recursive: true });
  for (const path of PAGES) {
    const rendered = await prerenderPage(path);
    const frame = withLateScripts(withShareTags(template, path), ownCode(manifest, path))
      .replace('<html', path === '/ranking' ? '<html data-wide' : '<html')
      .replace(TITLE, () => rendered.title)
      .replace(HEAD_END, () => headLinks(path) + STYLES_PLACE + HEAD_END)
      .replace(EMPTY_ROOT, () => ROOT_PLACE);
    await writeFile(join(client, pageFile(path)), fillFrame(frame, rendered, null));
    await writeFile(join(folder, pageFile(path)), frame);
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
    // One folder with everything in it: the server has it loaded on a thread of its own.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      manifest: false,
      copyPublicDir: false,
      // Without it the branches that only development has stay in the files.
      minify: true,
    },
  });
  return loadPrerenderer(folder);
}

/** The files of a page that its entry does not bring. */
function ownCode(manifest: ClientManifest, path: PagePath): readonly string[] {
  const source = pageSource(manifest, path);
  if (source === null) return [];
  const brought = filesOf(manifest, entrySource(manifest));
  return [...filesOf(manifest, source)]
    .filter((file) => !brought.has(file))
    .map((file) => `/${file}`);
}
