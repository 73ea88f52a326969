import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageTemplate } from './page-template.ts';

test('gunzipped it equals the text, whatever fills its places', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', '<b>', '🇮🇹', '[N]', '[O]', '\n') });
  fc.assert(
    fc.property(anyText, anyText, anyText, (html, nonce, origin) => {
      const template = PageTemplate.from(html, ['[N]', '[O]']);
      const filling = { '[N]': nonce, '[O]': origin };
      const text = template.plain(filling).toString();
      expect(gunzipSync(template.gzip(filling)).toString()).toBe(text);
      const [once, ...rest] = html.split(/(\[N\]|\[O\])/);
      const expected = [once, ...rest]
        .map((part) => (part === '[N]' ? nonce : part === '[O]' ? origin : part))
        .join('');
      expect(text).toBe(expected);
    }),
  );
});

test('a page of many kB becomes a fraction of that', () => {
  const html = `<p>${'a paragraph of the page, '.repeat(2000)}</p>`;
  const template = PageTemplate.from(`${html}NONCE${html}`, ['NONCE']);
  const gzip = template.gzip({ NONCE: 'abc' });
  expect(gzip.length).toBeLessThan(html.length / 10);
  expect(gunzipSync(gzip).toString()).toBe(`${html}abc${html}`);
});
