/** [PRO30] A player's sessions: what they see of them, and how they end. */
import { describe, expect } from 'vitest';
import { sessionCall } from '../../common/protocol/session.ts';
import {
  endOtherSessionsCall,
  sessionsCall,
  type ListedSession,
} from '../../common/protocol/sessions.ts';
import type { TestPlayer } from './support/harness.ts';
import { serverTest as test } from './support/server-test.ts';
import { signIn } from './support/sign-in.ts';

async function listed(player: Pick<TestPlayer, 'get'>): Promise<ListedSession[]> {
  const answer = await player.get(sessionsCall.path);
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  return answer.json(sessionsCall.answers[200]);
}

const isIn = async (player: Pick<TestPlayer, 'get'>) =>
  (await player.get(sessionCall.path)).status === 200;

/** The id of the session that the player uses. */
async function ownId(player: Pick<TestPlayer, 'get'>): Promise<string> {
  const own = (await listed(player)).filter(({ isCurrent }) => isCurrent);
  expect(own).toHaveLength(1);
  return own[0]?.id ?? '';
}

const end = (player: Pick<TestPlayer, 'get'>, id: string) =>
  player.get(`${sessionsCall.path}/${id}`, { method: 'DELETE' });

describe('[PRO30] the sessions of a wallet', () => {
  test('are its owner’s to see, the newest first, by device and network, never by what was sent', async ({
    startServer,
  }) => {
    const server = await startServer({ env: { TRUST_PROXY_HOPS: '1' } });
    const player = server.stranger();
    const from = async (address: string, agent: string) => ({
      ...player,
      cookie: await signIn(server.url, player, {
        'X-Forwarded-For': address,
        'User-Agent': agent,
      }),
    });
    const before = Date.now();
    const older = await from('203.0.113.77', 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0');
    await server.clock.advance(2);
    const newer = await from('2001:db8:7:55:1::9', '<b>a robot</b>');
    const sessions = await server.ask(sessionsCall.path, { headers: { Cookie: older.cookie } });
    const rows = sessions.json(sessionsCall.answers[200]);
    expect(rows.map(({ network, device, isCurrent }) => [network, device, isCurrent])).toEqual([
      ['2001:db8:7::/48', 'Unknown device', false],
      ['203.0.113.0/24', 'Firefox on Windows', true],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    for (const { signedInAt, lastUsedAt } of rows) {
      expect(Date.parse(signedInAt)).toBeGreaterThanOrEqual(before);
      expect(lastUsedAt).toBe(signedInAt);
    }
    for (const { id } of rows) {
      // Not even with the cookie's name is it a credential.
      const Cookie = `denaria-session=${id}`;
      expect((await server.ask(sessionCall.path, { headers: { Cookie } })).status).toBe(401);
      expect(older.cookie + newer.cookie).not.toContain(id);
    }
    expect((await server.ask(sessionsCall.path)).status).toBe(401);
  });

  test('end one by one; those of others are nobody’s to know', async ({ shared: server }) => {
    const player = await server.player();
    const other = await server.signedIn(player);
    const stranger = await server.player();
    const theirs = await ownId(stranger);
    for (const id of [theirs, 'no-such-id', '{"$gt":""}']) {
      const answer = await end(player, encodeURIComponent(id));
      expect([id, answer.status, answer.headers['x-refusal-code']]).toEqual([
        id,
        404,
        'no-such-session',
      ]);
    }
    expect(await isIn(stranger)).toBe(true);
    expect((await server.ask(`${sessionsCall.path}/${theirs}`, { method: 'DELETE' })).status).toBe(
      401,
    );
    const ended = await end(player, await ownId(other));
    expect([ended.status, ended.headers['set-cookie']]).toEqual([204, undefined]);
    expect([await isIn(player), await isIn(other)]).toEqual([true, false]);
    const own = await end(player, await ownId(player));
    expect(own.status).toBe(204);
    expect(String(own.headers['set-cookie'])).toMatch(/^denaria-session=; Max-Age=0/);
    expect(await isIn(player)).toBe(false);
    // Nor of a page that is elsewhere.
    const foreign = await stranger.get(`${sessionsCall.path}/${theirs}`, {
      method: 'DELETE',
      headers: { Origin: 'https://elsewhere.example.org' },
    });
    expect(foreign.status).toBe(403);
    expect(await isIn(stranger)).toBe(true);
  });

  test('end together, apart from the one that asks', async ({ shared: server }) => {
    const player = await server.player();
    const others = [await server.signedIn(player), await server.signedIn(player)];
    const stranger = await server.player();
    const path = endOtherSessionsCall.path;
    expect((await server.ask(path, { method: 'DELETE' })).status).toBe(401);
    expect((await player.get(path, { method: 'DELETE' })).status).toBe(204);
    expect(await Promise.all([player, ...others, stranger].map(isIn))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await listed(player)).toMatchObject([{ isCurrent: true }]);
  });

  test('begin with a signature and end on request', async ({ shared: server }) => {
    const player = await server.player();
    const session = await player.get('/api/session');
    expect(session.json(sessionCall.answers[200])).toEqual({ walletAddress: player.wallet });
    const ended = await player.get('/api/session', { method: 'DELETE' });
    expect(ended.status).toBe(204);
    expect(String(ended.headers['set-cookie'])).toMatch(/^denaria-session=; Max-Age=0; .*HttpOnly/);
    expect((await server.ask('/api/session')).status).toBe(401);
    // Even by a copied cookie.
    expect((await player.post('/api/dena/stake', { amount: 10 })).status).toBe(401);
    expect((await player.get('/api/session', { method: 'DELETE' })).status).toBe(204);
  });

  test('end with all others of its wallet on request', async ({ shared: server }) => {
    const player = await server.player();
    const sessions = [player, await server.signedIn(player)];
    expect((await server.ask('/api/session?all=1', { method: 'DELETE' })).status).toBe(401);
    expect((await player.get('/api/session?all=yes', { method: 'DELETE' })).status).toBe(400);
    const ended = await player.get('/api/session?all=1', { method: 'DELETE' });
    expect(ended.status).toBe(204);
    for (const session of sessions) expect((await session.get('/api/session')).status).toBe(401);
  });

  test('outlast a restart, and so does their end', async ({ server }) => {
    const player = await server.player();
    const other = await server.signedIn(player);
    await other.get('/api/session', { method: 'DELETE' });
    await server.restart();
    expect([await isIn(player), await isIn(other)]).toEqual([true, false]);
  });
});
