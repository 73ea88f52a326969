import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadLate, loadOnce } from './late-code.ts';

let http: Server;
/** How often each path was requested. */
let asked: Record<string, number>;
/** How many more requests of each path fail: by breaking off, or with a status. */
let failing: Record<string, number>;
let status: number | null;
/** Lets the pauses between tries pass at once. */
let hurry: ReturnType<typeof setInterval>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  hurry = setInterval(() => vi.advanceTimersByTime(250), 1);
  asked = {};
  failing = {};
  status = null;
  http = createServer(({ url = '' }, response) => {
    asked[url] = (asked[url] ?? 0) + 1;
    const left = failing[url] ?? 0;
    failing[url] = left - 1;
    if (left <= 0) response.end('export {};');
    else if (status === null) response.destroy();
    else response.writeHead(status).end('gone');
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${bound.port}`));
});

afterEach(async () => {
  clearInterval(hurry);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  http.closeAllConnections();
  await new Promise((resolve) => {
    http.close(resolve);
  });
});

const load = vi.fn(() => Promise.resolve('the code'));
afterEach(() => load.mockClear());

test('code loads once its files have arrived, each requested once in the lifetime of a page', async () => {
  load.mockImplementationOnce(() => {
    expect(asked).toEqual({ '/a.js': 1, '/shared.js': 1 });
    return Promise.resolve('the code');
  });
  expect(await loadLate(load, ['a.js', 'shared.js'])).toBe('the code');
  await loadLate(load, ['b.js', 'shared.js']);
  expect(asked).toEqual({ '/a.js': 1, '/shared.js': 1, '/b.js': 1 });
});

test('a failed file is requested again, and the import waits for it', async () => {
  failing = { '/c.js': 2, '/shared-c.js': 1 };
  expect(await loadLate(load, ['c.js', 'shared-c.js'])).toBe('the code');
  expect(asked).toEqual({ '/c.js': 3, '/shared-c.js': 2 });
  expect(load).toHaveBeenCalledTimes(1);
});

test('after four tries it gives up without an import; the next call starts over', async () => {
  failing = { '/d.js': 4 };
  status = 404;
  await expect(loadLate(load, ['d.js'])).rejects.toThrow('/d.js answered 404');
  expect(asked).toEqual({ '/d.js': 4 });
  expect(load).not.toHaveBeenCalled();
  expect(await loadLate(load, ['d.js'])).toBe('the code');
});

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
