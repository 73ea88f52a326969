/**
 * What the page takes for the ledger's word, and what it keeps of it; e2e/ledger.spec.ts has the
 * rest.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import type { ReadFile } from '../../../../common/ledger/log-reader.ts';
import { LOG_NAME, logFiles, logSigner, someLeaves } from '../../../../common/testing/log-files.ts'; // prettier-ignore
import { testStorage } from '../../testing/wallet.ts';
import { checkLedger } from './check-ledger.ts';

/**
 * `fresh`: past the caches. What it answers is the file, null for the server's own 404, or a
 * status.
 */
type Serve = (path: string, fresh: boolean) => Promise<Uint8Array | null | number>;

const EPOCH = 'e'.repeat(16);

beforeEach(() => {
  // The wait before it looks again.
  vi.stubGlobal('setTimeout', setImmediate);
  vi.stubGlobal('localStorage', testStorage());
  vi.stubGlobal('location', new URL('https://play.example'));
  return () => void vi.unstubAllGlobals();
});

/** The lie that is found, what can't be read, or what is said of a log that is believed. */
async function found(serve: Serve): Promise<unknown> {
  vi.stubGlobal('fetch', async (url: URL) => {
    const path = url.pathname.replace('/ledger/', '');
    const answer = await serve(path, url.search !== '');
    if (typeof answer === 'number') return new Response('no', { status: answer });
    if (answer) return new Response(Uint8Array.from(answer));
    const code = path === 'key' ? 'no-ledger' : 'not-found';
    return new Response('no', { status: 404, headers: { 'X-Refusal-Code': code } });
  });
  return checkLedger(EPOCH).then(
    (checked) => ('evidence' in checked ? checked.evidence : checked),
    (error: unknown) => error,
  );
}

const BELIEVED = { state: 'grew' };

const savedText = () => localStorage.getItem('ledger') ?? '';

/** Visits it, as this browser did before. */
async function seen(size: number): Promise<ReadFile> {
  const files = await logFiles(someLeaves(size));
  expect(await found(files)).toMatchObject(BELIEVED);
  expect(savedText()).toContain(`\\n${size}\\n`);
  return files;
}

test('a proxy’s 404 says nothing of the ledger; the server’s own says that it is gone', async () => {
  const files = await seen(9);
  const without =
    (file: string, answer: null | number): Serve =>
    (path) =>
      path === file ? Promise.resolve(answer) : files(path);
  for (const file of ['key', 'checkpoint']) {
    expect(await found(without(file, 404))).toMatchObject({ name: 'ApiError', status: 404 });
    expect(await found(without(file, null))).toMatchObject({ lie: 'gone' });
  }
});

test('a cache’s older checkpoint is asked for again, past the cache', async () => {
  const [older, now] = [await seen(8), await seen(9)];
  expect(await found((path, fresh) => (fresh ? now : older)(path))).toMatchObject(BELIEVED);
  expect(await found(older)).toMatchObject({ lie: 'shorter' });
});

test.each(['"never"', '1e300', 'null'])('one that was saved since %s is none', async (since) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await seen(9);
  localStorage.setItem('ledger', savedText().replace(/"since":\d+/, `"since":${since}`));
  await seen(8);
});

test('another address’s log is not this one’s, but on the own machine', async () => {
  for (const name of ['else.example/denaria', `${LOG_NAME}s`, 'play.example:8443/denaria']) {
    const files = await logFiles(someLeaves(3), logSigner(name));
    expect(await found(files)).toMatchObject({ name: 'LogUnreadable' });
    expect(savedText()).toBe('');
  }
  vi.stubGlobal('location', new URL('http://localhost:3000'));
  expect(await found(await logFiles(someLeaves(3), logSigner('localhost/denaria')))).toMatchObject(BELIEVED); // prettier-ignore
});
