/** No style rule has a browser restyle a whole page for one change in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, ROOT } from './files.ts';

/**
 * Its subject is the page: each insertion then computes the style of every element, 10 ms for the
 * ranking's.
 */
const PAGE_WIDE = /(?:^|[\s,}])(?:html|body|#root|:root|main)\S*:has\(/m;

test('no rule about the whole page depends on what is in it', () => {
  const files = filesIn('client', /\.(?:css|tsx?|html)$/);
  expect(files).toContain('client/src/ui/theme/page.css');
  const found = files.filter((file) => PAGE_WIDE.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual([]);
});
