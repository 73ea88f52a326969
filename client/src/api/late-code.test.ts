import { expect, test } from 'vitest';
import { loadOnce } from './late-code.ts';

test('loadOnce loads once, for any number of callers', async () => {
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

test('a failure of loadOnce goes to its current callers: the next call loads it again', async () => {
  let loads = 0;
  const load = loadOnce(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(loads);
  });
  const early = [load(), load()];
  for (const failed of early) await expect(failed).rejects.toThrow('away');
  expect(await load()).toBe(2);
  expect(await load()).toBe(2);
});
