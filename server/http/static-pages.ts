/** The built pages out of a folder, and their files: hashed ones for good, all compressed for whoever takes it. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { beginPage, pageAt, pageFile, PAGES, type PagePath, type Pages } from './pages.ts';
import { Problem } from './problem.ts';

/** Vite puts a hash of its content into the name of every file in here. */
const HASHED = '/assets/';

/** Best first. The build compresses the files; a page, new with each answer, takes a millisecond. */
const ENCODINGS = [
  {
    name: 'br',
    suffix: '.br',
    compress: (text: string) =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  },
  { name: 'gzip', suffix: '.gz', compress: (text: string) => promisify(gzip)(text) },
] as const;

/** @throws Error where the pages have not been built into the folder. */
export async function staticPages(folder: string): Promise<Pages> {
  const files = await filesIn(folder);
  if (!PAGES.every((page) => files.has(`/${pageFile(page)}`))) {
    throw new Error(`There are no pages in ${folder}. Build them first: npm run build`);
  }
  const htmlByPage = new Map<PagePath, string>();
  for (const page of PAGES) {
    htmlByPage.set(page, await readFile(join(folder, pageFile(page)), 'utf8'));
  }
  return {
    mount(app) {
      // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 hands rejections on itself.
      app.get('/{*path}', serveFile(folder, files), async (request, response) => {
        if (request.path.startsWith(HASHED)) {
          throw new Problem('not-found', 'There is no such file.');
        }
        const page = pageAt(request.path);
        const html = beginPage(response, page, htmlByPage.get(page) ?? '');
        response.vary('Accept-Encoding');
        const encoding = ENCODINGS.find(({ name }) => accepts(request, name));
        if (!encoding) return void response.send(html);
        response.set('Content-Encoding', encoding.name).send(await encoding.compress(html));
      });
    },
    async close() {
      // Files need no closing.
    },
  };
}

/** Every file's address below the folder: only these are ever opened. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
      .map((path) => path.split(sep).join('/')),
  );
}

function serveFile(folder: string, files: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    if (path.endsWith('.html') || !files.has(path)) return next();
    const encoding = ENCODINGS.find(
      ({ name, suffix }) => files.has(`${path}${suffix}`) && accepts(request, name),
    );
    response.type(extname(path));
    response.vary('Accept-Encoding');
    if (encoding) response.set('Content-Encoding', encoding.name);
    response.sendFile(`${path}${encoding?.suffix ?? ''}`, {
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

function accepts(request: Request, encoding: string): boolean {
  return request.acceptsEncodings(encoding) === encoding;
}
