import { expect, test } from 'vitest';
import { matchesTag } from './answer-headers.ts';

test('a tag is known again as proxies that compress write it, and no other is', () => {
  const its = 'W/"epoch.0a.0.1000"';
  for (const ending of ['', '-gzip', '--gzip', ';gzip', '-br', '-zstd', '-deflate']) {
    const tag = `"epoch.0a.0.1000${ending}"`;
    for (const tags of [tag, `W/${tag}`, `"other", W/${tag} ,"x"`]) {
      expect([tags, matchesTag(its, tags)]).toEqual([tags, true]);
    }
  }
  for (const tags of [
    '"epoch.0a.0.100-gzip"',
    '"epoch.0a.0.1000-other"',
    '"-gzip"',
    '"gzip"',
    '',
  ]) {
    expect([tags, matchesTag(its, tags)]).toEqual([tags, false]);
  }
  const odd = 'W/"made-of-a-hash-br"';
  expect([matchesTag(odd, odd), matchesTag(odd, '"made-of-a-hash-br-gzip"')]).toEqual([true, true]);
  expect(matchesTag(odd, '"made-of-a-hash"')).toBe(false);
});
