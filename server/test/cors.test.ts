/**
 * What pages of other origins may read, over real HTTP. e2e/foreign-page.spec.ts shows a browser's
 * side of it.
 */
import { describe, expect } from 'vitest';
import { pathWith } from '../../common/protocol/call.ts';
import { BUILDER_CALLS } from '../../common/protocol/builders.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import type { Answer } from './support/answer-check.ts';
import { serverTest as test } from './support/server-test.ts';

const ORIGIN = 'https://builder.example';
const NOBODY = `0x${'1'.repeat(40)}`;

function corsOf({ headers }: Answer): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-')),
  );
}

/** True if it has the headers of a public read and no others. */
function isPublic(answer: Answer): boolean {
  const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['ETag', 'Retry-After', 'RateLimit']));
  expect(exposed.filter((name) => /^x-|^denaria-/i.test(name))).toEqual([
    'X-Total-Count',
    'X-Board-Epoch',
    'X-Board-Rev',
    'X-Refusal-Code',
    'X-Request-Id',
    'Denaria-Version',
    'Denaria-Rules',
  ]);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  return Object.keys(corsOf(answer)).length === 2;
}

const READS = [...CALLS, ...BUILDER_CALLS].filter(({ method }) => method === 'GET');
const READ_PATHS = READS.map((call) =>
  pathWith(call, (name) => (name === 'id' ? '2026-W48' : name === 'rev' ? '0'.repeat(16) : NOBODY)),
);
const OF_SESSIONS = READ_PATHS.filter((path) => path.startsWith('/api/session'));
const OF_OPERATORS = ['/healthz', '/readyz'];
const OPEN = READ_PATHS.filter((path) => ![...OF_SESSIONS, ...OF_OPERATORS].includes(path));

describe('[PRO39] a page of another origin', () => {
  test('may read every GET that has nothing to do with a session, refusals included', async ({
    shared: server,
  }) => {
    expect(OPEN.length).toBeGreaterThan(20);
    for (const path of [...OPEN, '/api/nowhere', '/api/events?limit=0', '/ledger/nowhere']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await server.ask(path, { method, headers: { Origin: ORIGIN } });
        expect([path, isPublic(answer)]).toEqual([path, true]);
        expect(String(answer.headers['vary'])).not.toMatch(/origin/i);
      }
    }
    const player = await server.player();
    await player.post('/api/player-nation', { nationId: 'usa' });
    await expect.poll(async () => (await server.ask('/ledger/checkpoint')).status).toBe(200);
    for (const path of ['/ledger/checkpoint', '/ledger/key', '/ledger/tile/0/000.p/1']) {
      const answer = await server.ask(path);
      expect([path, answer.status, isPublic(answer)]).toEqual([path, 200, true]);
    }
  });

  test('never reads what belongs to a session, however it asks', async ({ shared: server }) => {
    const player = await server.player();
    const spellings = [
      '/API/Session',
      '/api/session/',
      '/api/session?a=/api/nations',
      '/api/sessions',
    ];
    for (const path of [...OF_SESSIONS, ...spellings, ...OF_OPERATORS, '/', '/metrics']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' };
        const answer = await player.get(path, { method, headers });
        expect([method, path, corsOf(answer)]).toEqual([method, path, {}]);
      }
    }
    // These lead nowhere, for its owner, too.
    for (const path of [
      '/api//session',
      '/api/./session',
      '/api/%73ession',
      '/ledger/../api/session',
    ]) {
      const answer = await player.get(path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test('may not send a command, nor be told that it may', async ({ shared: server }) => {
    const player = await server.player();
    const commands = CALLS.filter(({ method }) => method !== 'GET');
    for (const { method, path } of commands) {
      const asked = { Origin: ORIGIN, 'Access-Control-Request-Method': method };
      const preflight = await server.ask(path, { method: 'OPTIONS', headers: asked });
      expect([path, preflight.status, corsOf(preflight)]).toEqual([path, 204, {}]);
      const sent = await player.get(path, { method, headers: { Origin: ORIGIN } });
      expect([path, sent.status, corsOf(sent)]).toEqual([path, 403, {}]);
    }
  });

  test('is told which headers its reads may have', async ({ shared: server }) => {
    for (const path of ['/api/leaderboard', '/ledger/key']) {
      const answer = await server.ask(path, {
        method: 'OPTIONS',
        headers: {
          Origin: ORIGIN,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'denaria-at-least,denaria-version,if-none-match',
        },
      });
      expect([path, answer.status, corsOf(answer)]).toEqual([
        path,
        204,
        {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': 'If-None-Match, Denaria-Version, Denaria-At-Least',
          'access-control-max-age': '7200',
        },
      ]);
      expect(answer.headers['ratelimit']).toBeDefined();
    }
  });
});
