/**
 * [NAM1] Names over real HTTP and sockets: how they get into rows, and what a bad name service
 * affects.
 */
import { describe, expect } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { dena } from '../../common/testing/fixtures.ts';
import type { Harness } from './support/harness.ts';
import { serverTest as test } from './support/server-test.ts';
import { nationIn } from './support/socket-client.ts';

async function namesOf(server: Harness) {
  const rows = (await server.ask('/api/leaderboard')).json(leaderboardCall.answers[200]);
  return rows.map(({ name }) => name);
}

describe('[NAM1] a name', () => {
  test('reaches every list by push, and is one event', async ({ server }) => {
    const player = await server.player(dena(100));
    server.chain.setName(player.wallet, { name: 'marco.eth' });
    const spectator = await server.socket();
    await spectator.watch({ nations: ['italy'] });
    const own = await server.socket();
    await own.watch({ nations: [], walletAddress: player.wallet });
    await player.post('/api/player-nation', { nationId: 'italy' });
    const push = await spectator.until(
      (message) => nationIn(message, 'italy')?.changed.some((row) => row.name !== null) === true,
    );
    expect(nationIn(push, 'italy')).toMatchObject({
      changed: [{ walletAddress: player.wallet, name: 'marco.eth', rank: 1, gdp: 18_000 }],
    });
    await own.until(({ name, body }) => name === 'player' && body.row?.name === 'marco.eth');
    expect(await namesOf(server)).toEqual(['marco.eth']);

    const events = (await player.get('/api/events')).json(eventsCall.answers[200]);
    expect(events).toMatchObject([
      { kind: 'name-checked', name: 'marco.eth', gdpBefore: 18_000, gdpAfter: 18_000, detail: {} },
      { kind: 'nation-chosen', name: null },
    ]);
    spectator.close();
    own.close();
  });
});

test('[NAM1] a name service that never answers delays no command, no answer and no shutdown', async ({
  server,
}) => {
  server.chain.hangNames();
  const player = await server.player(dena(100));
  await player.post('/api/player-nation', { nationId: 'italy' });
  // Whose row is viewed is looked up, wherever it is.
  await player.get(`/api/player-nation/${player.wallet}`);
  expect((await player.post('/api/dena/stake', { amount: 10 })).status).toBe(201);
  const metrics = await server.stranger().get('/metrics');
  expect(metrics.text).toMatch(/^denaria_names_waiting 1$/m);
  await server.stop();
});
