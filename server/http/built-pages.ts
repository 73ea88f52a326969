/**
 * What `npm run build` made: the pages and their files, and beside them what renders the pages that
 * show the game, and all of them where the rules in force are not the specification's. Hashed files
 * are cached forever; files and pages are sent compressed to clients that accept it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import type { PageFacts } from '../../common/protocol/page-facts.ts';
import { changesBetween } from '../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../common/rules/specified.ts';
import { epochSchema, REV_ZERO } from '../../common/values/ids.ts';
import { rulesHash } from '../../common/values/rules-hash.ts';
import { accepts } from './compress.ts';
import { createFilledPage, type FilledPage, type PageFactsSource } from './filled-page.ts';
import { createPageRenderer, type PageRenderer } from './page-renderer/renderer.ts';
import { filled, rehearsed, slotted } from './page-template.ts';
import {
  beginPage,
  FILLED_PAGES,
  type PageGame,
  pageAt,
  pageFile,
  PAGES,
  type PagePath,
  type Pages,
} from './pages.ts';
import { Problem } from './problem.ts';
import { sendCompressed } from './send.ts';
import { FILE_STREAM, holdUnread } from './unread.ts';

/** Vite puts a content hash into the name of every file in here. */
const HASHED = '/assets/';

/** For a picture that is opened directly: it has its own styles and font, and runs nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

const HTML_TYPE = 'text/html; charset=utf-8';

/** Of pages that show no game. */
const NO_FACTS: PageFactsSource<null> = {
  board: { epoch: epochSchema.parse('none'), rev: REV_ZERO },
  read: () => null,
};

/** How the build compressed the files, best first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * @param folder of the pages.
 * @throws Error if the pages have not been built into the folder.
 */
export async function builtPages(folder: string): Promise<Pages> {
  const renderer = createPageRenderer(join(folder, '..', 'page-renderer'));
  const files = await filesIn(folder);
  if (!PAGES.every((page) => files.has(`/${pageFile(page)}`))) {
    throw new Error(`There are no pages in ${folder}. Build them first: npm run build`);
  }
  const templates = new Map<PagePath, string>();
  for (const page of PAGES) {
    templates.set(page, await readFile(join(folder, pageFile(page)), 'utf8'));
  }
  return {
    mount(app, game) {
      const filledPages = game ? fillPages(renderer, game) : null;
      // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 hands rejections on itself.
      app.get('/{*path}', serveFile(folder, files), async (request, response) => {
        if (request.path.startsWith(HASHED)) {
          throw new Problem('not-found', 'There is no such file.');
        }
        const found = pageAt(request.path);
        // What a query selects of the ranking is only known to the page's scripts.
        const shown = request.url.includes('?') ? null : await filledPages?.shown(found.page);
        const built =
          shown ?? (await filledPages?.byRules(found.page)) ?? templates.get(found.page);
        if (built === undefined) throw new Error(`the page ${found.page} was not read`);
        const head = (await game?.heads(request.path, request.query)) ?? null;
        const own = head ? slotted(built) : built;
        const html = game?.isRehearsal ? rehearsed(own) : own;
        const text = Buffer.from(filled(html, beginPage(response, found, head)));
        holdUnread(response, text.length);
        await sendCompressed(request, response, text, HTML_TYPE);
      });
    },
    close: () => renderer.close(),
  };
}

/** The pages that are not as they were built; null for one that is. */
function fillPages(renderer: PageRenderer, { facts, rules, log }: PageGame) {
  renderer.start();
  const changedRules = () => (changesBetween(SPECIFIED_RULES, rules()).length > 0 ? rules() : null);
  const pageOf = <Facts extends PageFacts | null>(
    page: PagePath,
    source: PageFactsSource<Facts>,
  ): FilledPage =>
    createFilledPage({
      source,
      rulesHash: () => rulesHash(rules()),
      render: (now) => renderer.render({ page, facts: now, rules: changedRules() }),
      log,
    });
  const filledPages = new Map<PagePath, FilledPage>(
    FILLED_PAGES.map((page) => [page, pageOf(page, facts)]),
  );
  const pagesByRules = new Map(PAGES.map((page) => [page, pageOf(page, NO_FACTS)]));
  return {
    /** With the game as of the moment. */
    shown: async (page: PagePath) => filledPages.get(page)?.take() ?? null,
    /** By the rules in force. */
    byRules: async (page: PagePath) =>
      changedRules() ? (pagesByRules.get(page)?.take() ?? null) : null,
  };
}

/** The path of every file below the folder: only these are ever opened. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .map((path) => `/${path.split(sep).join('/')}`),
  );
}

function serveFile(folder: string, files: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    if (path.endsWith('.html') || !files.has(path)) return next();
    const encoding = ENCODINGS.find(
      ({ name, suffix }) =>
        files.has(`${path}${suffix}`) && accepts(name, request.headers['accept-encoding']),
    );
    response.type(extname(path));
    if (extname(path) === '.svg') response.set('Content-Security-Policy', PICTURE_POLICY);
    response.vary('Accept-Encoding');
    if (encoding) response.set('Content-Encoding', encoding.name);
    response.sendFile(`${path}${encoding?.suffix ?? ''}`, {
      ...FILE_STREAM,
      root: folder,
      cacheControl: false,
      headers: {
        'Cache-Control': path.startsWith(HASHED)
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      },
    });
  };
}
