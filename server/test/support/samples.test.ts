import { expect, test } from 'vitest';
import { oembedCall } from '../../../common/protocol/builders.ts';
import { samplePath } from './samples.ts';

test('a path takes from what is known only what its call needs, also what no schema can make up', () => {
  const known = { url: 'http://127.0.0.1/ranking', walletAddress: 'another call’s', maxwidth: 3 };
  expect(samplePath(oembedCall, known)).toBe('/oembed?url=http%3A%2F%2F127.0.0.1%2Franking');
  expect(() => samplePath(oembedCall, {})).toThrow('no sample fits url');
});
