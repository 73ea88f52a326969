import { expect, test } from 'vitest';
import { weekOf } from '../../../common/values/week.ts';
import { weekOfPage } from './paths.ts';

const [W47 = 0, W48 = 0] = ['2026-W47', '2026-W48'].map((id) => weekOf(id) ?? 0);

test('[SCR58, SCR73] a page of the week is its ranking, its page and the list of weeks', () => {
  const of = (pathname: string, search = '') => weekOfPage(pathname, search, W48);
  expect(of('/season')).toBe(W48);
  expect(of('/Season/')).toBe(W48);
  expect(of('/season/2026-w47/')).toBe(W47);
  expect(of('/ranking', '?season=2026-W47&nation=usa')).toBe(W47);
  expect(of('/ranking', '?screen=tv&season=2026-W47')).toBe(W47);
  for (const [path, search] of [
    ['/'],
    ['/ranking'],
    ['/ranking', '?screen=tv'],
    ['/ranking', '?at=2026-11-23T20:00:00.000Z&season=2026-W47'],
    ['/ranking', '?season=2026-W99'],
    ['/season/last'],
    ['/player/2026-W47', '?season=2026-W47'],
  ] as const) {
    expect(of(path, search)).toBeNull();
  }
});
