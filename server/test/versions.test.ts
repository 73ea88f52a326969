/** Versions over HTTP: the server says its own, and a page below the lowest is told to reload. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configCall } from '../../common/protocol/config.ts';
import { MIN_PROTOCOL_VERSION, PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { Harness } from './support/harness.ts';

let server: Harness;

beforeAll(async () => {
  server = await Harness.start();
});
afterAll(() => server.close());

/** The polled list is answered before express, every other path by it. */
const PATHS = ['/api/nations', '/api/leaderboard', '/api/leaderboard?limit=7', '/api/nothing'];
const TOO_OLD = String(MIN_PROTOCOL_VERSION - 1);

test.each(PATHS)(
  '[PRO3] a page that is too old is refused at %s, and told to reload',
  async (path) => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS']) {
      const answer = await server.ask(path, { method, headers: { 'Denaria-Version': TOO_OLD } });
      expect([method, answer.status]).toEqual([method, 426]);
      expect(answer.headers['x-refusal-code']).toBe('page-too-old');
      if (method !== 'HEAD') expect(answer.text).toMatch(/older than the game\. Reload/);
    }
  },
);

test.each<[string, Record<string, string>]>([
  ['of the lowest version', { 'Denaria-Version': String(MIN_PROTOCOL_VERSION) }],
  ['of a version to come', { 'Denaria-Version': String(PROTOCOL_VERSION + 1) }],
  ['of no version', {}],
  ['of a nonsense version', { 'Denaria-Version': '0x1' }],
])('a client %s is served', async (_what, headers) => {
  for (const path of ['/api/nations', '/api/leaderboard', '/api/leaderboard?limit=7']) {
    expect((await server.ask(path, { headers })).status).toBe(200);
  }
});

test('[PRO2] every answer below /api names the server’s version, even refusals and 304', async () => {
  const { headers } = await server.ask('/api/leaderboard');
  const asked = [
    await server.ask('/api/leaderboard', { headers: { 'If-None-Match': String(headers['etag']) } }),
    await server.ask('/api/leaderboard', { method: 'HEAD' }),
    ...(await Promise.all(PATHS.map((path) => server.ask(path)))),
    await server.ask('/api/nations', { headers: { 'Denaria-Version': TOO_OLD } }),
    await server.ask('/api/nations', { headers: { Host: 'evil.example' } }),
  ];
  expect(asked.map(({ status }) => status)).toEqual([304, 200, 200, 200, 200, 404, 426, 403]);
  for (const answer of asked) {
    expect(answer.headers['denaria-version']).toBe(String(PROTOCOL_VERSION));
  }
  const { rulesHash } = (await server.ask('/api/config')).json(configCall.answers[200]);
  expect(rulesHash).toMatch(/^[0-9a-f]{16}$/);
  // Every answer that has a body says by which rules the server decides.
  for (const { status, headers } of asked.slice(1)) {
    expect([status, headers['denaria-rules']]).toEqual([status, rulesHash]);
  }
});

test('[SCR68] the configuration says whether the game is a rehearsal', async () => {
  const rehearsal = await Harness.start({ env: { REHEARSAL: '1' } });
  const saysOf = async (asked: Harness) =>
    (await asked.ask(configCall.path)).json(configCall.answers[200]).isRehearsal;
  try {
    expect([await saysOf(server), await saysOf(rehearsal)]).toEqual([undefined, true]);
  } finally {
    await rehearsal.close();
  }
});
