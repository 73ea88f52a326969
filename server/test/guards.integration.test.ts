/** What protects the game: headers, limits, the log, and the way the server ends. */
import { describe, expect } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import { LIMITS } from '../http/limits.ts';
import { Harness } from './support/harness.ts';
import { keptLog } from './support/kept-log.ts';
import { startRunTime } from './support/run-time.ts';
import { serverTest as test } from './support/server-test.ts';
import { openSocket } from './support/socket-client.ts';

describe('the headers', () => {
  test('say how a page may behave, and nothing about what serves it', async ({ server }) => {
    const { headers } = await server.ask('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: https:");
    expect(policy).toContain(`connect-src 'self' ${server.url.replace('http', 'ws')}`);
    expect(policy).not.toMatch(/unsafe|upgrade-insecure/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('keep every answer of the API out of caches', async ({ server }) => {
    const player = await server.player();
    for (const path of ['/api/nations', '/api/config', '/api/session', '/api/nowhere']) {
      expect((await player.get(path)).headers['cache-control']).toBe('no-store');
    }
    const choice = await player.post('/api/player-nation', { nationId: 'usa' });
    expect(choice.headers['cache-control']).toBe('no-store');
  });

  test('hold players to https if they use it', async ({ startServer }) => {
    const server = await startServer({ env: { PUBLIC_ORIGIN: 'https://play.example.org' } });
    const { headers } = await server.ask('/');
    expect(headers['strict-transport-security']).toMatch(/max-age=/);
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(headers['content-security-policy']).toContain('wss://play.example.org');
  });
});

describe('a public origin', () => {
  test('is the only one that may act, by HTTP and by socket', async ({ startServer }) => {
    const server = await startServer({ env: { PUBLIC_ORIGIN: 'https://play.example.org' } });
    const stranger = server.stranger();
    const act = (Origin: string) => stranger.post('/api/session', {}, { Origin });
    expect((await act('https://play.example.org')).status).toBe(400);
    expect((await act(server.url)).status).toBe(403);
    const socket = await openSocket(server.url, 'https://play.example.org');
    socket.close();
    await expect(openSocket(server.url, server.url)).rejects.toThrow();
  });
});

describe('a socket of another page', () => {
  test('is not let in', async ({ server }) => {
    await expect(openSocket(server.url, 'http://evil.example')).rejects.toThrow();
    const own = await openSocket(server.url, server.url);
    own.close();
  });
});

describe('[PRO25] the limits', () => {
  const limits = { ...LIMITS, signInsPerAddress: 5, commandsPerWallet: 3, anonymousPerAddress: 4 };

  test('stop sign-ins of one address, in words and with the time to wait', async ({
    startServer,
  }) => {
    const server = await startServer({ limits });
    const answers = [];
    for (let i = 0; i < 6; i += 1) answers.push(await server.ask('/api/session/nonce'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const last = answers.at(-1);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(last?.text).toBe('That is too many requests at once. Wait a little and try again.');
    expect((await server.ask('/api/nations')).status).toBe(200);
  });

  test('stop requests without a session, not those with one', async ({ startServer }) => {
    const server = await startServer({ limits });
    // Its sign-in is the first of four.
    const player = await server.player();
    await player.post('/api/player-nation', { nationId: 'usa' });
    const refresh = () => player.post('/api/player-nation/refresh', {});
    const answers = [await refresh(), await refresh(), await refresh(), await refresh()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const again = await player.post('/api/player-nation', { nationId: 'usa' });
    expect(again.status).toBe(200);
  });

  test('stop the commands of one wallet, not those of another', async ({ startServer }) => {
    const server = await startServer({ limits });
    const [eager, calm] = [await server.player(), await server.player()];
    const choose = () => eager.post('/api/player-nation', { nationId: 'usa' });
    const answers = [await choose(), await choose(), await choose(), await choose()];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 429]);
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
    const other = await calm.post('/api/player-nation', { nationId: 'usa' });
    expect(other.status).toBe(201);
  });
});

describe('the log', () => {
  test('has a line for each request, without anything that would open a session', async ({
    startServer,
  }) => {
    const { log, text } = keptLog();
    const server = await startServer({ log });
    const player = await server.player();
    const headers = { Authorization: 'Bearer hush', 'X-Request-Id': 'request-of-mine' };
    const answer = await player.get('/api/session', {
      headers: { Cookie: player.cookie, ...headers },
    });
    expect(answer.headers['x-request-id']).toBe('request-of-mine');
    const token = player.cookie.split('=')[1] ?? 'none';
    await expect.poll(text).toContain('request-of-mine');
    expect(text()).not.toContain(token);
    expect(text()).not.toContain('hush');
  });

  test('has the stack of a bug; the caller learns nothing about it', async ({ startServer }) => {
    const { log, text } = keptLog();
    const server = await startServer({ log });
    const player = await server.player(dena(1));
    server.store.player = () => Promise.reject(new TypeError('a bug in the store'));
    const answer = await player.get(`/api/player-nation/${player.wallet}`);
    expect(answer.status).toBe(500);
    expect(answer.text).toBe('Something went wrong on our side. Try again in a moment.');
    await expect.poll(text).toMatch(/TypeError: a bug in the store\\n\s+at /);
  });
});

describe('the end of a server', () => {
  test('answers requests in progress, closes sockets, and refuses new ones', async () => {
    const server = await Harness.start();
    const player = await server.player(dena(100));
    await player.post('/api/player-nation', { nationId: 'usa' });
    const socket = await server.socket();
    await socket.watch({ nations: 'all' });
    const { url } = server;
    const underWay = player.post('/api/dena/stake', { amount: 100 });
    await new Promise((resolve) => setTimeout(resolve, 2));
    const runTime = startRunTime();
    await Promise.all([server.stop(), underWay]);
    expect((await underWay).status).toBe(201);
    expect(runTime()).toBeLessThan(2500);
    await expect(openSocket(url)).rejects.toThrow();
    await server.close();
  });
});
