/** The client's routes, the server's pages and the files of their code name the same pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '../../server/http/pages.ts';
import { pageSource } from '../production/client-manifest.ts';
import { filesIn, ROOT } from './files.ts';

const ROUTES = 'client/src/app/routes.tsx';

/** `/nation/:id?` and `/nation/usa` are both `/nation`. */
const firstOf = (path: string) => (path === '*' ? '/not-found' : `/${path.split('/')[1] ?? ''}`);

const unique = (paths: readonly string[]) => [...new Set(paths.map(firstOf))].toSorted();

test('every route has its page, without which it is answered with 404, and every page its route', () => {
  const routes = readFileSync(join(ROOT, ROUTES), 'utf8').matchAll(/^ *'([^']+)': /gm);
  expect(
    unique([...routes].map(([, path = '']) => path)),
    `${ROUTES}, and PAGES of server/http/pages.ts`,
  ).toEqual(unique(PAGES));
});

test('every page is named after its path, without which its code is not preloaded', () => {
  const sources = filesIn('client/src/app/pages', /Page\.tsx$/);
  const manifest = Object.fromEntries(sources.map((file) => [file, { file, imports: [] }]));
  const lost = PAGES.filter((path) => pageSource(manifest, path) === null);
  expect(lost, '/the-path is client/src/app/pages/ThePathPage.tsx').toEqual([]);
});
