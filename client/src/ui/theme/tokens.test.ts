import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NATION_IDS } from '../../../../common/values/nations.ts';
import { contrast, difference, type Vision } from './testing/colour.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function coloursOf(theme: 'dark' | 'light'): Map<string, string> {
  const block = new RegExp(`:root\\.${theme} \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  );
}

const SURFACES = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-overlay',
  'surface-hover',
];
const TEXT = ['ink', 'ink-muted', 'ink-faint', 'action', 'rise', 'fall'];
/** Lines and shapes that carry meaning: input borders, focus rings, maps. */
const SHAPES = ['rule-strong', 'focus', 'action-fill', 'button-edge'];
const NATIONS = NATION_IDS.map((id) => `nation-${id}`);
const VISIONS: Vision[] = ['normal', 'protanopia', 'deuteranopia', 'tritanopia'];

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const colours = coloursOf(theme);
  const colour = (name: string): string => {
    const value = colours.get(name);
    if (!value) throw new Error(`--${name} is missing from the ${theme} theme`);
    return value;
  };

  it.each([
    ['text', 4.5, TEXT, SURFACES],
    ['lines and shapes that carry meaning', 3, SHAPES, SURFACES],
    ['the nations', 3, NATIONS, ['surface', 'surface-raised', 'surface-overlay']],
  ])('draws %s at %d:1 and more on the surfaces below', (_, least, drawn, surfaces) => {
    const failing = drawn
      .flatMap((ink) => surfaces.map((surface) => ({ ink, surface })))
      .filter(({ ink, surface }) => contrast(colour(ink), colour(surface)) < least);
    expect(failing).toEqual([]);
  });

  it('reads at AA on its buttons, resting and hovered', () => {
    expect(contrast(colour('on-button'), colour('button'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('on-button'), colour('button-hover'))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(VISIONS)('keeps the nations distinct for %s', (vision) => {
    for (const [i, one] of NATIONS.entries()) {
      for (const other of NATIONS.slice(i + 1)) {
        expect(
          difference(colour(one), colour(other), vision),
          `${one} and ${other}`,
        ).toBeGreaterThan(0.09);
      }
    }
  });
});

it('both themes define the same colours, and print those of the nations', () => {
  expect([...coloursOf('light').keys()]).toEqual([...coloursOf('dark').keys()]);
  const page = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
  for (const nation of NATIONS) expect(page).toContain(`--${nation}: #`);
});
