import { expect, test } from 'vitest';
import { byNation } from '../../../../../common/values/nations.ts';
import { upTo } from './up-to.ts';

const at = (atMs: number, gdp: number) => ({ atMs, totals: byNation(() => gdp) });
const moments = [at(100, 1), at(200, 2), at(300, 3)];

test('the lines end at the moment, with its totals, wherever it is in their time', () => {
  expect(upTo(at(250, 9))(moments)).toEqual([at(100, 1), at(200, 2), at(250, 9)]);
  expect(upTo(at(200, 9))(moments)).toEqual([at(100, 1), at(200, 9)]);
  // Before them, and without any.
  expect(upTo(at(50, 9))(moments)).toEqual([at(50, 9)]);
  expect(upTo(at(50, 9))([])).toEqual([at(50, 9)]);
});
