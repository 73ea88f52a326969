/** What `npm run build` made: the pages, and beside them what renders those that show the game. */
import { join } from 'node:path';
import { createPageRenderer } from './page-renderer/renderer.ts';
import type { Pages } from './pages.ts';
import { staticPages } from './static-pages.ts';

/**
 * @param folder of the pages.
 * @throws Error if the pages have not been built into the folder.
 */
export async function builtPages(folder: string): Promise<Pages> {
  return staticPages(folder, createPageRenderer(join(folder, '..', 'page-renderer')));
}
