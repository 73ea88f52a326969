import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import { address } from '../../common/values/address.ts';
import { playerAlternates } from '../../common/values/alternates.ts';
import { originPolicy } from './origin.ts';
import { beginPage, pageAt, pageFile, PAGES } from './pages.ts';
import { answerErrors } from './problem.ts';
import { securityHeaders } from './security.ts';
import { builtPages } from './built-pages.ts';

const SCRIPT = 'console.log("the game");'.repeat(60);
const HTML =
  '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">' +
  '<meta property="og:image" content="__OWN_ORIGIN__/share-card.png">__PAGE_LINKS__';
/** What a player may be called. */
const HOSTILE = '"></title><img src=x onerror=alert(1)>';

let home: string;
let folder: string;
let http: Server;
let url: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'denaria-pages-'));
  folder = join(home, 'pages');
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const page of PAGES) await writeFile(join(folder, pageFile(page)), `${HTML}${page}`);
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets', 'main-abc123.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(home, 'denaria-outside.txt'), 'not yours');
  const app = express();
  app.disable('etag');
  app.use(...securityHeaders({ origin: originPolicy(null), secure: false }));
  app.get('/hostile', (_request, response) => {
    const head = {
      title: HOSTILE,
      description: HOSTILE,
      links: playerAlternates(address(`0x${'1'.repeat(40)}`), HOSTILE),
    };
    response.send(Object.values(beginPage(response, pageAt('/player'), head)).join('\n'));
  });
  // However it is written.
  (await builtPages(`${folder}/./`)).mount(app);
  app.use(answerErrors);
  http = createServer(app);
  url = `http://127.0.0.1:${await listening(http)}`;
});

afterAll(async () => {
  http.close();
  http.closeAllConnections();
  await rm(home, { recursive: true });
});

describe('the built pages', () => {
  test.each([
    ['/', '/'],
    ['/ranking?tab=1', '/ranking'],
    ['/Nation/USA/', '/nation/usa'],
    [`/PLAYER/0X${'A'.repeat(40)}/`, '/player'],
  ])('[SCR3] answer %s with the page of %s', async (path, page) => {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(200);
    expect((await answer.text()).endsWith(`>${page}`)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/nowhere', '/ranking.html', '/%2e%2e/denaria-outside.txt'])(
    'answer %s with the page that says so, and the status',
    async (path) => {
      const answer = await fetch(url + path);
      expect(answer.status).toBe(404);
      expect((await answer.text()).endsWith('>/not-found')).toBe(true);
    },
  );

  test.each([
    ['/nation/atlantis', '/nation'],
    ['/player/0x12', '/player'],
    ['/nation/italy/rome', '/not-found'],
  ])('answer %s, where there is nothing, with the page of %s', async (path, page) => {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(404);
    expect((await answer.text()).endsWith(`>${page}`)).toBe(true);
  });

  test.each([
    ['/ranking?season=2026-w48&nation=ITALY&utm_source=a', '?nation=italy&season=2026-W48'],
    ['/ranking?nation="><script>&season=2026-W99', ''],
  ])('say where what %s shows can be embedded from', async (path, selected) => {
    const page = encodeURIComponent(`${url}/ranking${selected}`);
    expect(await (await fetch(url + path)).text()).toContain(
      `<link rel="alternate" type="application/json+oembed" href="${url}/oembed?url=${page}" title="Denaria ranking">/`,
    );
  });

  test('say nothing of it where nothing can be embedded', async () => {
    for (const path of ['/ranking?at=2026-11-23T20:00:00.000Z', '/learn']) {
      expect(await (await fetch(url + path)).text()).not.toMatch(/oembed|__PAGE_LINKS/);
    }
  });

  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['deflate', 'identity'],
  ])('are sent to a browser that accepts %s as %s', async (taken, coding) => {
    const answer = await fetch(`${url}/learn`, { headers: { 'Accept-Encoding': taken } });
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(coding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect((await answer.text()).endsWith('>/learn')).toBe(true);
  });

  test('contain a different nonce in each answer, the one that its policy names', async () => {
    const [first, second] = await Promise.all([fetch(url), fetch(url)]);
    const nonces = [];
    for (const answer of [first, second]) {
      const [, nonce = 'none'] = /nonce="([^"]+)"/.exec(await answer.text()) ?? [];
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain(`connect-src 'self' ${url.replace('http', 'ws')}`);
      expect(policy).not.toContain('unsafe');
      // A cached page would have an old nonce next to a new policy.
      expect(answer.headers.get('etag')).toBeNull();
      nonces.push(nonce);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('are left by nothing that a player is called', async () => {
    const text = await (await fetch(`${url}/hostile`)).text();
    const link = /<link rel="alternate" type="[a-z+/]+" href="[^<>"]+" title="[^<>"]+">/g;
    expect(text.match(link)).toHaveLength(2);
    expect(text.replaceAll(link, '')).not.toMatch(/[<>"]/);
  });

  test('cache hashed files forever and send them compressed to clients that accept it', async () => {
    const path = `${url}/assets/main-abc123.js`;
    const packed = await fetch(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(await packed.text()).toBe(SCRIPT);
    const plain = await fetch(path, { headers: { 'Accept-Encoding': 'gzip;q=0' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
  });

  test('have other files revalidated', async () => {
    const answer = await fetch(`${url}/favicon.svg`);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    // A picture that is opened directly has its own styles, and runs nothing.
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
    );
  });

  test('report a missing asset, instead of sending a page as a script', async () => {
    const answer = await fetch(`${url}/assets/gone-000.js`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  test.each([
    ['Range', 'bytes=999999-', 416, 'range-not-satisfiable'],
    ['If-Match', '"another"', 412, 'precondition-failed'],
  ])('refuse a %s that a file can’t satisfy, with a code', async (name, value, status, code) => {
    const answer = await fetch(`${url}/favicon.svg`, { headers: { [name]: value } });
    expect([answer.status, answer.headers.get('x-refusal-code')]).toEqual([status, code]);
  });

  test('say how to build them if there are none', async () => {
    await expect(builtPages(join(folder, 'assets'))).rejects.toThrow('npm run build');
    await expect(builtPages(join(folder, 'missing'))).rejects.toThrow('npm run build');
  });
});
