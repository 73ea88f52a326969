/**
 * What an operator reads in the log of a whole visit: every line belongs to its request, and
 * nothing lets a reader impersonate anyone.
 */
import { expect } from 'vitest';
import { z } from 'zod';
import { dena } from '../../common/testing/fixtures.ts';
import { LINES_PER_CALLER } from '../observe/log.ts';
import { captureLog } from './support/captured-log.ts';
import { serverTest as test } from './support/server-test.ts';

const lineSchema = z.looseObject({
  time: z.iso.datetime(),
  level: z.int(),
  msg: z.string().default(''),
  requestId: z.string().optional(),
  req: z.looseObject({ id: z.string(), url: z.string() }).optional(),
});

test('sign-ins and ended sessions of one address have twenty lines a minute each', async ({
  startServer,
}) => {
  const { log, count } = captureLog('info');
  const server = await startServer({ log });
  for (let n = 0; n < LINES_PER_CALLER + 2; n += 1) {
    const { cookie } = await server.player();
    await server.ask('/api/session', { method: 'DELETE', headers: { Cookie: cookie } });
  }
  for (const message of ['a wallet signed in', 'a wallet ended its sessions']) {
    expect(count(message)).toBe(LINES_PER_CALLER);
    expect(count(`${message}; others of this address are not logged`)).toBe(1);
  }
});

test('the log of a visit is JSON, has the request’s id in its lines, and contains no secret', async ({
  startServer,
}) => {
  const sessionSecret = 'a secret of the server that nobody is told of';
  const mongoPassword = 'the-password-of-the-database';
  const { log, text } = captureLog('trace', [sessionSecret, mongoPassword]);
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
