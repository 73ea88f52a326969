/** The headers of answers, and the origins that may act. */
import { describe, expect } from 'vitest';
import { serverTest as test } from './support/server-test.ts';
import { openSocket } from './support/socket-client.ts';

describe('the headers', () => {
  test('say how a page may behave, and nothing about what serves it', async ({
    shared: server,
  }) => {
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

  test('keep every answer of the API out of caches', async ({ shared: server }) => {
    const player = await server.player();
    for (const path of ['/api/nations', '/api/config', '/api/session', '/api/nowhere']) {
      expect((await player.get(path)).headers['cache-control']).toBe('no-store');
    }
    const choice = await player.post('/api/player-nation', { nationId: 'usa' });
    expect(choice.headers['cache-control']).toBe('no-store');
  });
});

describe('a public origin', () => {
  test('is the only one that may act, by HTTP and by socket, and holds players to https', async ({
    startServer,
  }) => {
    const server = await startServer({ env: { PUBLIC_ORIGIN: 'https://play.example.org' } });
    const { headers } = await server.ask('/');
    expect(headers['strict-transport-security']).toMatch(/max-age=/);
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(headers['content-security-policy']).toContain('wss://play.example.org');
    const stranger = server.stranger();
    const act = (Origin: string) => stranger.post('/api/session', {}, { Origin });
    expect((await act('https://play.example.org')).status).toBe(400);
    expect((await act(server.url)).status).toBe(403);
    const socket = await openSocket(server.url, 'https://play.example.org');
    socket.close();
    await expect(openSocket(server.url, server.url)).rejects.toThrow();
  });
});
