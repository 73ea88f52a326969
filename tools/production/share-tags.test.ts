import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withShareTags } from './share-tags.ts';

const INDEX = readFileSync(join(import.meta.dirname, '..', '..', 'client', 'index.html'), 'utf8');
const contentOf = (html: string, tag: string) =>
  new RegExp(`(?:name|property)="${tag}"\\s+content="([^"]*)"`).exec(html)?.[1];

describe('what a shared link says', () => {
  test('is the nation’s own for a nation, with its own card', () => {
    const html = withShareTags(INDEX, '/nation/italy');
    expect(contentOf(html, 'og:title')).toBe('Italy in Denaria');
    expect(contentOf(html, 'og:image')).toBe('__OWN_ORIGIN__/share-card-italy.png');
    expect(contentOf(html, 'description')).toContain('Italy');
    expect(contentOf(html, 'og:description')).toBe(contentOf(html, 'description'));
  });

  test('is the same for all players, with the general card', () => {
    const html = withShareTags(INDEX, '/player');
    expect(contentOf(html, 'og:title')).toBe('A player of Denaria');
    expect(contentOf(html, 'og:image')).toBe(contentOf(INDEX, 'og:image'));
  });

  test('is the game’s for any other page', () => {
    expect(withShareTags(INDEX, '/ranking')).toBe(INDEX);
    expect(withShareTags(INDEX, '/nation')).toBe(INDEX);
  });

  test('throws if the page has no place for it', () => {
    expect(() => withShareTags('<head></head>', '/nation/usa')).toThrow('description');
  });
});
