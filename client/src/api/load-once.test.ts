import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('it is loaded once, for however many ask', async () => {
  let loads = 0;
  const load = loadOnce(() => {
    loads += 1;
    return Promise.resolve({});
  });
  expect(loads).toBe(0);
  const [a, b] = await Promise.all([load(), load()]);
  expect(await load()).toBe(a);
  expect(b).toBe(a);
  expect(loads).toBe(1);
});
