/** The polled list, answered before express, behaves like every other route. */
import { once } from 'node:events';
import { IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { dena } from '../../common/testing/fixtures.ts';
import type { Harness } from './support/harness.ts';
import { serverTest as test } from './support/server-test.ts';

const LIST = '/api/leaderboard';
/** The same call in forms that only express reads. */
const BY_EXPRESS = ['/API/Leaderboard', '/api/leaderboard/', '/api/leaderboard?offset=0'];

async function crowd(server: Harness): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const player = await server.player(dena(100));
    await player.post('/api/player-nation', { nationId: n % 2 ? 'usa' : 'italy' });
  }
}

/** The answer's bytes as they arrived, encoded or not. */
async function raw(server: Harness, accepted: string) {
  const sent = httpRequest(`${server.url}${LIST}`, { headers: { 'Accept-Encoding': accepted } });
  sent.end();
  const [answer] = await once(sent, 'response');
  if (!(answer instanceof IncomingMessage)) throw new Error('no answer');
  return {
    coding: answer.headers['content-encoding'],
    length: Number(answer.headers['content-length']),
    body: await buffer(answer),
  };
}

test('equals express’s answer, headers included', async ({ shared: server }) => {
  await crowd(server);
  const { headers, text } = await server.ask(LIST);
  const own = new Set(['date', 'x-request-id', 'ratelimit', 'content-security-policy', 'vary']);
  for (const path of BY_EXPRESS) {
    const other = await server.ask(path);
    expect(other.text).toBe(text);
    for (const [name, value] of Object.entries(other.headers)) {
      if (own.has(name)) expect(headers[name]).toBeDefined();
      else expect(headers[name]).toBe(value);
    }
    const policy = String(other.headers['content-security-policy']);
    expect(headers['content-security-policy']).toBe(policy.replaceAll(/ 'nonce-[^']+'/g, ''));
  }
  expect(headers['vary']).toBe('Accept-Encoding');
  expect(headers['x-request-id']).toMatch(/^[\w.-]{20,}$/);
});

test('[PRO26] is compressed for clients that accept it, and is one list under one tag in every coding', async ({
  shared: server,
}) => {
  await crowd(server);
  const plain = await server.ask(LIST);
  const [br, gzip, identity, refused] = await Promise.all(
    ['gzip, deflate, br, zstd', 'gzip', 'identity', 'br;q=0, *;q=0'].map((accepted) =>
      raw(server, accepted),
    ),
  );
  expect(br?.coding).toBe('br');
  expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(plain.text);
  expect(gzip?.coding).toBe('gzip');
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(plain.text);
  for (const answer of [identity, refused]) {
    expect(answer?.coding).toBeUndefined();
    expect(answer?.body.toString()).toBe(plain.text);
  }
  for (const answer of [br, gzip, identity]) expect(answer?.length).toBe(answer?.body.length);
  const etag = String(plain.headers['etag']);
  for (const known of [etag, etag.replace(/^W\//, ''), `"other", ${etag}`, '*']) {
    const again = await server.ask(LIST, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': known },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(again.headers['content-encoding']).toBeUndefined();
    for (const name of [...Object.values(BOARD_HEADERS), 'ETag', 'Cache-Control']) {
      expect(again.headers[name.toLowerCase()]).toBe(plain.headers[name.toLowerCase()]);
    }
  }
});

test('HEAD returns only the headers of GET; other methods and foreign Hosts are refused as everywhere', async ({
  shared: server,
}) => {
  await crowd(server);
  const get = await server.ask(LIST);
  const head = await server.ask(LIST, { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, text: '' });
  const foreign = await server.ask(LIST, { headers: { Host: 'evil.example' } });
  expect(foreign.status).toBe(403);
  for (const name of ['etag', 'content-length', 'content-type', 'x-total-count', 'x-board-rev']) {
    expect(head.headers[name]).toBe(get.headers[name]);
  }
  const post = await server.ask(LIST, { json: {} });
  expect(post.status).toBe(405);
  expect(post.headers['allow']).toBe('GET, HEAD');
});

test('[PRO9] shows a caller’s own write, no matter who else asks meanwhile', async ({ server }) => {
  const player = await server.player(dena(100));
  await player.post('/api/player-nation', { nationId: 'usa' });
  for (let gdp = 25_001; gdp <= 25_010; gdp += 1) {
    const others = [raw(server, 'br'), raw(server, 'gzip')];
    await player.post('/api/dena/stake', { amount: 10 });
    const { body } = await raw(server, 'gzip');
    const rows = leaderboardCall.answers[200].parse(JSON.parse(gunzipSync(body).toString()));
    expect(rows[0]?.gdp).toBe(gdp);
    await Promise.all(others);
  }
});
