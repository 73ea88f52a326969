/**
 * A page of another origin, in a real browser: what it may read of the game, and that it can do
 * nothing else.
 */
import { createServer, type Server } from 'node:http';
import { expect, test, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { Harness } from '../server/test/support/harness.ts';
import { listening } from '../tools/test/listening.ts';
import { ROOT } from './prepared.ts';

let server: Harness;
let elsewhere: Server;
let foreign: Page;

test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ browser }) => {
  server = await Harness.start();
  const player = await server.player();
  await player.post('/api/player-nation', { nationId: 'italy' });
  elsewhere = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A page</title>');
  });
  const port = await listening(elsewhere);
  const context = await browser.newContext();
  // Another port is the same site: the cookie is sent wherever the browser lets it.
  const [name = '', value = ''] = player.cookie.split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  foreign = await context.newPage();
  await foreign.goto(`http://127.0.0.1:${port}`);
});

test.afterAll(async () => {
  await foreign.context().close();
  elsewhere.close();
  await server.close();
});

/** What a page sees of an answer; null if its browser keeps it from it. */
function seen(path: string, init: RequestInit = {}) {
  return foreign.evaluate(
    async ({ url, asked }) => {
      try {
        const response = await fetch(url, asked);
        const { status, headers } = response;
        return { status, headers: Object.fromEntries(headers), text: await response.text() };
      } catch {
        return null;
      }
    },
    { url: server.url + path, asked: init },
  );
}

test('[PRO39] it reads the ranking, learns nothing of a session, sends no command and opens no socket; @denaria/client polls there and says so', async () => {
  const list = await seen('/api/leaderboard');
  expect(list).toMatchObject({
    status: 200,
    text: expect.stringContaining('"rank":1'),
    headers: { etag: expect.stringMatching(/^W\//), 'denaria-version': expect.any(String) },
  });
  const { etag = '', 'x-board-epoch': epoch, 'x-board-rev': rev } = list?.headers ?? {};
  const again = await seen('/api/leaderboard', {
    headers: { 'If-None-Match': etag, 'Denaria-At-Least': `${epoch} ${rev}` },
  });
  expect(again).toMatchObject({ status: 304, headers: { 'x-board-rev': rev } });
  // Even where the browser sends the cookie.
  for (const path of ['/api/session', '/']) {
    expect([path, await seen(path, { credentials: 'include' })]).toEqual([path, null]);
  }
  expect(await seen('/api/leaderboard', { credentials: 'include' })).toBeNull();

  const body = JSON.stringify({ walletAddress: `0x${'1'.repeat(40)}` });
  const headers = { 'Content-Type': 'application/json' };
  expect(await seen('/api/resources/update', { method: 'POST', body, headers })).toBeNull();
  expect(await seen('/api/session', { method: 'DELETE', credentials: 'include' })).toBeNull();
  const ended = await foreign.evaluate(
    (url) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`);
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      }),
    server.url.replace('http', 'ws'),
  );
  expect(ended).toBe('refused');

  const program = `
    import { createClient } from './client-kit/client.ts';
    const later = window.setTimeout.bind(window);
    // Ten seconds pass in a fifth of one.
    Object.assign(window, { setTimeout: (run, ms = 0) => later(run, ms / 50) });
    const heard = Object.assign(window, { heard: { statuses: [], players: [], errors: [] } }).heard;
    createClient({ origin: '${server.url}' }).watch({}, {
      onBoard: ({ rows, totalCount }) => heard.players.push([rows.length, totalCount]),
      onStatus: (status) => heard.statuses.push(status),
      onError: ({ message }) => heard.errors.push(message),
    });
  `;
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    write: false,
  });
  const requests: string[] = [];
  foreign.on('request', (request) => requests.push(new URL(request.url()).pathname));
  foreign.on('websocket', () => requests.push('a socket'));
  const polls: number[] = [];
  foreign.on('response', (response) => polls.push(response.status()));
  await foreign.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  const heard = () => foreign.evaluate((): unknown => Reflect.get(window, 'heard'));
  await expect.poll(heard).toEqual({ statuses: ['polling'], players: [[1, 1]], errors: [] });
  await expect.poll(() => polls).toContain(304);
  const another = await server.player();
  await another.post('/api/player-nation', { nationId: 'usa' });
  await expect.poll(async () => JSON.stringify(await heard())).toContain('[2,2]');
  expect(await heard()).toMatchObject({ statuses: ['polling'], errors: [] });
  expect(new Set(requests)).toEqual(new Set(['/api/leaderboard']));
});
