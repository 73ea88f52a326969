/** The built pages out of a folder: hashed assets for good, compressed where a browser takes it. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { sendIndex, type Pages } from './pages.ts';
import { Problem } from './problem.ts';

const INDEX = '/index.html';
/** Vite puts a hash of its content into the name of every file in here. */
const HASHED = '/assets/';

/** Best first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** @throws Error where the pages have not been built into the folder. */
export async function staticPages(folder: string): Promise<Pages> {
  const files = await filesIn(folder);
  if (!files.has(INDEX)) {
    throw new Error(`There are no pages in ${folder}. Build them first: npm run build`);
  }
  const html = await readFile(join(folder, INDEX), 'utf8');
  return {
    mount(app) {
      app.get('/{*path}', serveFile(folder, files), (request, response) => {
        if (request.path.startsWith(HASHED)) throw new Problem(404, 'There is no such file.');
        sendIndex(response, request.path, html);
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
    if (path === INDEX || !files.has(path)) return next();
    const encoding = encodingFor(request, files);
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

function encodingFor(request: Request, files: ReadonlySet<string>) {
  return ENCODINGS.find(
    ({ name, suffix }) =>
      files.has(`${request.path}${suffix}`) && request.acceptsEncodings(name) === name,
  );
}
