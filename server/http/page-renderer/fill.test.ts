import { expect, test } from 'vitest';
import type { PageFacts } from '../../../common/protocol/page-facts.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { filled } from '../page-template.ts';
import { fillFrame, ROOT_PLACE, STYLES_PLACE } from './fill.ts';

const FRAME = `<head>${STYLES_PLACE}</head><body>${ROOT_PLACE}</body>`;
const ETAG = '</script><script>alert(1)</script><!-- __CSP_NONCE__ \u2028';
const FACTS: PageFacts = {
  epoch: epochSchema.parse('e1'),
  rev: revSchema.parse('0000000000000001'),
  etag: ETAG,
  totalCount: 0,
  rows: [],
  standings: [],
  works: [],
};
const sent = (html: string) =>
  filled(html, { __CSP_NONCE__: 'secret', __OWN_ORIGIN__: 'http://own' });

test('no text among the facts ends their element, and all of it comes back', () => {
  const html = sent(fillFrame(FRAME, { html: '', styles: '' }, FACTS));
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  const [, json = ''] = /id="page-facts">(.*)<\/script>/s.exec(html) ?? [];
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual(FACTS);
});

test('a name that spells a placeholder gets no nonce', () => {
  const named = { html: '<p title="__CSP_NONCE__">__CSP_NONCE__ $&</p>', styles: '' };
  const html = sent(fillFrame(FRAME, named, FACTS));
  expect(html).not.toContain('secret');
  // A browser reads the entity as the underscore that it is.
  expect(html.replaceAll('&#95;', '_')).toContain(named.html);
});

test('the styles get the nonce', () => {
  const html = fillFrame(FRAME, { html: '', styles: '<style data-styled="">a{}</style>' }, null);
  expect(sent(html)).toBe(
    '<head><style nonce="secret" data-styled="">a{}</style></head><body><div id="root"></div></body>',
  );
});
