/**
 * What an operator reads in the log of a whole visit: every line belongs to its request, and
 * nothing lets a reader impersonate anyone.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { clientFrame, upgradeRequest } from '../live/testing/raw-websocket.ts';
import { LINES_PER_CALLER } from '../observe/log.ts';
import { keptLog } from './support/kept-log.ts';
import { serverTest as test } from './support/server-test.ts';

const lineSchema = z.looseObject({
  time: z.iso.datetime(),
  level: z.int(),
  msg: z.string().default(''),
  requestId: z.string().optional(),
  req: z.looseObject({ id: z.string(), url: z.string() }).optional(),
});

describe('behind proxies', () => {
  const CALLER = { 'X-Forwarded-For': '198.51.100.9, 2001:db8:7::1' };

  test('every line names the caller’s full address, not the proxy’s', async ({ startServer }) => {
    const { log, text } = keptLog('info');
    const server = await startServer({ log, env: { TRUST_PROXY_HOPS: '1' } });
    await server.ask('/api/trade', { headers: CALLER, json: {} });
    await server.ask('/no-such-page', { headers: CALLER });
    server.store.player = () => Promise.reject(new TypeError('a bug in the store'));
    const { wallet } = server.stranger();
    await server.ask(`/api/player-nation/${wallet}`, { headers: CALLER });
    await expect.poll(text).toContain('a request failed');
    const addresses = text()
      .trim()
      .split('\n')
      .map((line) => lineSchema.parse(JSON.parse(line)))
      .filter(({ req }) => req !== undefined)
      .map(({ msg, req }) => [msg, req?.['remoteAddress']]);
    expect(addresses).toEqual([
      ['request completed', '2001:db8:7::1'],
      ['request completed', '2001:db8:7::1'],
      ['a request failed', '2001:db8:7::1'],
    ]);
  });

  test('so do a socket’s lines', async ({ startServer }) => {
    const { log, lineWith } = keptLog('info');
    const server = await startServer({ log, env: { TRUST_PROXY_HOPS: '1' } });
    const connected = async () => {
      const socket = io(server.url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: CALLER,
      });
      await new Promise<void>((resolve) => {
        socket.once('connect', () => resolve());
      });
      const gone = new Promise<void>((resolve) => {
        socket.once('disconnect', () => resolve());
      });
      return { socket, gone };
    };
    const breaking = await connected();
    breaking.socket.io.engine.write('0/admin,');
    await breaking.gone;
    expect(lineWith('broke the protocol')).toMatchObject({ remoteAddress: '2001:db8:7::1' });
    const flooding = await connected();
    for (let n = 0; n < 150; n += 1) flooding.socket.emit('watch', { nations: [] });
    await flooding.gone;
    expect(lineWith('flooded')).toMatchObject({ remoteAddress: '2001:db8:7::1' });
    const { socket } = await connected();
    await socket.emitWithAck('watch', { nations: 'all' });
    await socket.emitWithAck('corrected');
    expect(lineWith('was put right')).toMatchObject({
      remoteAddress: '2001:db8:7::1',
      version: PROTOCOL_VERSION,
    });
  });
});

test('one address makes few lines, whatever it sends without a session: a line is for a commit, a sign-in or an ended session', async ({
  startServer,
}) => {
  const { log, text, count, lineWith } = keptLog('info');
  const server = await startServer({ log, env: { TRUST_PROXY_HOPS: '1' } });
  const headers = { 'X-Forwarded-For': '198.51.100.9' };
  const player = await server.player(dena(100));
  const stake = { amount: 10 };
  const key = { 'Idempotency-Key': 'the-same-one', ...headers };
  await player.post('/api/player-nation', { nationId: 'italy' }, headers);
  await player.post('/api/dena/stake', stake, key);
  const port = Number(new URL(server.url).port);
  const sent = async (...parts: readonly (string | Buffer)[]) => {
    const socket = connect(port, '127.0.0.1').resume();
    for (const part of parts) socket.write(part);
    socket.end();
    await once(socket, 'close');
  };
  const caller = 'X-Forwarded-For: 198.51.100.9';
  const leaving = `POST /api/trade HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${caller}\r\nContent-Length: 9\r\n\r\n{`;
  const withSession = { ...headers, Cookie: player.cookie };
  for (let n = 0; n < 2 * LINES_PER_CALLER; n += 1) {
    await server.ask('/api/trade', { method: 'OPTIONS', headers });
    await server.ask('/api/session', { method: 'DELETE', headers });
    await server.ask(`/no-such-page-${n}`, { method: n % 2 ? 'GET' : 'PATCH', headers });
    await server.ask('/ledger/no-such-file', { headers });
    await server.ask('/api/trade', { json: {}, headers });
    await player.post('/api/dena/stake', stake, key);
    await server.ask('/api/sessions', { method: 'DELETE', headers: withSession });
    await sent(leaving);
    await sent(upgradeRequest(port, undefined, [caller]), clientFrame('40/admin,'));
  }
  const itsOwn = 10;
  expect(text().trim().split('\n').length).toBeLessThan(2 * LINES_PER_CALLER + itsOwn);
  for (const [words, lines] of [
    ['a wallet signed in', 1],
    ['/api/dena/stake', 1],
    ['a wallet ended its sessions', 0],
  ] as const) {
    expect(count(words)).toBe(lines);
  }
  await server.signedIn(player);
  await server.ask('/api/session?all=1', { method: 'DELETE', headers: withSession });
  expect(lineWith('a wallet ended its sessions')).toMatchObject({ count: 2 });
});

test('sign-ins and ended sessions of one address have twenty lines a minute each', async ({
  startServer,
}) => {
  const { log, count } = keptLog('info');
  const server = await startServer({ log });
  for (let n = 0; n < LINES_PER_CALLER + 2; n += 1) {
    const { cookie } = await server.player();
    await server.ask('/api/session', { method: 'DELETE', headers: { Cookie: cookie } });
  }
  for (const words of ['a wallet signed in', 'a wallet ended its sessions']) {
    expect(count(words)).toBe(LINES_PER_CALLER);
    expect(count(`${words}; others of this address are not logged`)).toBe(1);
  }
});

test('the log of a visit is JSON, has the request’s id in its lines, and contains no secret', async ({
  startServer,
}) => {
  const sessionSecret = 'a secret of the server that nobody is told of';
  const mongoPassword = 'the-password-of-the-database';
  const { log, text } = keptLog('trace', [sessionSecret, mongoPassword]);
  const server = await startServer({ log, env: { SESSION_SECRET: sessionSecret } });

  const player = await server.player(dena(100));
  const stranger = server.stranger();
  const message = await server.signInText(stranger.wallet);
  const signature = await stranger.signer.signMessage(message);
  await server.ask('/api/session', { json: { message, signature } });
  await player.post('/api/player-nation', { nationId: 'italy' }, { Authorization: 'Bearer hush' });
  const answer = await player.post(
    '/api/dena/stake',
    { amount: 10 },
    { 'X-Request-Id': 'visit-42' },
  );
  expect(answer.headers['x-request-id']).toBe('visit-42');
  await player.get('/api/session');
  await server.ask('/api/session', { method: 'DELETE', headers: { Cookie: player.cookie } });
  const socket = await server.socket();
  await socket.watch({ nations: 'all', walletAddress: player.wallet });
  socket.close();
  const asked = { tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };
  server.chain.sim.uris.set('national 2', 'data:nothing');
  await player.post('/api/nft/verify', asked);
  server.store.player = () => Promise.reject(new TypeError('a bug in the store'));
  await player.get(`/api/player-nation/${player.wallet}`, {
    headers: { 'X-Request-Id': 'visit-43' },
  });
  const odd = await server.ask('/api/no-such-call', {
    headers: { 'X-Request-Id': 'not "fit" to log' },
  });
  expect(odd.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  // Whatever an error quotes.
  log.error({
    err: new Error(`mongodb://denaria:${mongoPassword}@db/ refused "${sessionSecret}"`),
  });

  const token = player.cookie.split('=')[1] ?? '';
  expect(token.length).toBeGreaterThan(20);
  for (const secret of [token, signature, sessionSecret, mongoPassword, 'hush']) {
    expect(text()).not.toContain(secret);
  }
  expect(text()).toContain('mongodb://denaria:[redacted]@db/');

  const lines = text()
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  const ofRequest = (id: string) =>
    lines.filter(({ requestId, req }) => requestId === id || req?.id === id).map(({ msg }) => msg);
  expect(ofRequest('visit-42')).toEqual(['request completed']);
  // Read once for all callers, so it belongs to no single request.
  const unread = lines.filter(({ msg }) => msg === 'no token metadata');
  expect(unread).toEqual([expect.objectContaining({ collection: 'national', tokenId: '2' })]);
  expect(unread[0]).not.toHaveProperty('requestId');
  expect(ofRequest('visit-43')).toEqual(['a request failed']);
  expect(ofRequest(String(odd.headers['x-request-id']))).toEqual(['request completed']);
});
