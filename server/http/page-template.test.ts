import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NONCE_PLACEHOLDER, ORIGIN_PLACEHOLDER, PageTemplate } from './page-template.ts';

test('gunzipped it equals the text, whatever fills its slots', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('a', '<b>', '🇮🇹', NONCE_PLACEHOLDER, ORIGIN_PLACEHOLDER, '\n'),
  });
  fc.assert(
    fc.property(anyText, anyText, anyText, (html, nonce, origin) => {
      const template = PageTemplate.from(html);
      const filling = { __CSP_NONCE__: nonce, __OWN_ORIGIN__: origin };
      const text = template.plain(filling).toString();
      expect(gunzipSync(template.gzip(filling)).toString()).toBe(text);
      const expected = html.replaceAll(/__CSP_NONCE__|__OWN_ORIGIN__/g, (slot) =>
        slot === NONCE_PLACEHOLDER ? nonce : origin,
      );
      expect(text).toBe(expected);
    }),
  );
});
