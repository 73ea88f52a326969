/** The newcomer's path over real HTTP and real sockets, and what is left of it after a restart. */
import { describe, expect } from 'vitest';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { chooseNationCall, playerNationCall } from '../../common/protocol/player-nation.ts';
import { sessionCall } from '../../common/protocol/session.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { serverTest as test } from './support/server-test.ts';
import { nationIn, type Received } from './support/socket-client.ts';

describe('the newcomer’s path', () => {
  test('a stake raises GDP and rank, and a spectator sees it', async ({ server }) => {
    const rival = await server.player();
    await rival.post('/api/player-nation', { nationId: 'italy' });
    const player = await server.player(dena(100_000));

    const spectator = await server.socket();
    expect(await spectator.watch({ nations: 'all' })).toMatchObject({ ok: true });

    const choice = await player.post('/api/player-nation', { nationId: 'italy' });
    expect(choice.status).toBe(201);
    expect(choice.json(chooseNationCall.answers[201])).toMatchObject({
      playerNation: {
        walletAddress: player.wallet,
        nationId: 'italy',
        gdp: 18_000,
        rank: 2,
        denaBalance: '100000',
        denaAvailable: '100000',
        change24h: {
          gdp: null,
          denaBalance: null,
          population: null,
          rank: null,
          rankDayAgo: null,
        },
      },
      nation: { id: 'italy', name: 'Italy', startingGdp: 18_000 },
      resources: { wood: 0, perHour: { wood: 7.5, oil: 2 } },
    });

    const staked = await player.post('/api/dena/stake', { amount: '10000' });
    expect(staked.status).toBe(201);
    expect(staked.json(stakeDenaCall.answers[201])).toMatchObject({
      walletAddress: player.wallet,
      stakedAmount: '10000',
      gdpBonus: 1000,
      isActive: 1,
    });
    const isStake = (message: Received) =>
      nationIn(message, 'italy')?.changed.some((row) => row.gdp === 19_000) === true;
    expect(nationIn(await spectator.until(isStake), 'italy')).toMatchObject({
      gdp: 37_000,
      changed: expect.arrayContaining([
        expect.objectContaining({ walletAddress: player.wallet, gdp: 19_000 }),
      ]),
    });

    const read = await player.get(`/api/player-nation/${player.wallet.toLowerCase()}`);
    expect(read.json(playerNationCall.answers[200])).toMatchObject({
      playerNation: { gdp: 19_000, rank: 1, denaBalance: '100000', denaAvailable: '90000' },
    });
    spectator.close();
  });

  test('all of it is still there after a restart, even the session', async ({ startServer }) => {
    const server = await startServer();
    const player = await server.player(dena(500));
    await player.post('/api/player-nation', { nationId: 'argentina' });
    await player.post('/api/dena/stake', { amount: '123.456' });
    await server.clock.advance(60_000);
    // The player's view shows how far the chain is processed.
    await server.quiet();
    const paths = [
      `/api/player-nation/${player.wallet}`,
      `/api/dena/stakes/${player.wallet}`,
      '/api/leaderboard',
      '/api/session',
    ];
    const before = await Promise.all(paths.map((path) => player.get(path)));
    const now = server.clock.now();
    await server.restart();
    const after = await Promise.all(paths.map((path) => player.get(path)));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(after[2]?.headers['etag']).toBe(before[2]?.headers['etag']);
    expect(server.clock.now()).toBeGreaterThanOrEqual(now);
    expect((await player.post('/api/dena/stake', { amount: 1 })).status).toBe(201);
  });
});

describe('the session', () => {
  test('[PRO30] begins with a signature and ends on request', async ({ shared: server }) => {
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

  test('ends with all others of its wallet on request', async ({ shared: server }) => {
    const player = await server.player();
    const sessions = [player, await server.signedIn(player)];
    expect((await server.ask('/api/session?all=1', { method: 'DELETE' })).status).toBe(401);
    expect((await player.get('/api/session?all=yes', { method: 'DELETE' })).status).toBe(400);
    const ended = await player.get('/api/session?all=1', { method: 'DELETE' });
    expect(ended.status).toBe(204);
    for (const session of sessions) expect((await session.get('/api/session')).status).toBe(401);
  });
});
