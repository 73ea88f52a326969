/** A client that shares no code with the game, only docs/protocol.md, follows its ranking. */
import { io } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { dena } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { TEST_CONTRACTS, type Harness } from '../../server/test/support/harness.ts';
import { serverTest as test } from '../../server/test/support/server-test.ts';
import { LiveClient } from '../world/client/live-client.ts';
import { rowSchema } from '../world/model/wire.ts';

const ART = { contractAddress: TEST_CONTRACTS.culturalNft, nftType: 'museum' };
const PLAYERS = 12;

/** The n-th player joins a nation, stakes of all kinds, trades and contributes. */
async function play(server: Harness, n: number): Promise<void> {
  const nation = n % NATION_IDS.length;
  const { [nation]: nationId = 'usa' } = NATION_IDS;
  const player = await server.player(dena(100_000));
  server.chain.give(player.wallet, { cultural: { [nationId]: 3 } });
  const acts = [
    ['/api/player-nation', { nationId }],
    ['/api/dena/stake', { amount: `${1000 + 37 * n}.5` }],
    ['/api/nft/stake', { ...ART, tokenId: nation + 1, quantity: 1 + (n % 3) }],
    ['/api/trade', { resourceType: 'wood', quantity: 10 }],
    ['/api/works', { resourceType: 'wood', quantity: 5 }],
    ['/api/dena/stake', { amount: '2000' }],
  ] as const;
  for (const [path, body] of acts) {
    const { status, text } = await player.post(path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  }
}

async function listOf(server: Harness) {
  return z.array(rowSchema).parse(JSON.parse((await server.ask('/api/leaderboard')).text));
}

test('[DIG1, PRO14, PRO15] it has the server’s ranking after every tick, by its digest', async ({
  server,
}) => {
  const complaints: string[] = [];
  const watcher = await server.player(dena(50));
  const clients = [watcher.wallet, null].map(
    (wallet) => new LiveClient(server.url, wallet, (words) => complaints.push(words)),
  );
  onTestFinished(() => clients.forEach((client) => client.close()));
  await watcher.post('/api/player-nation', { nationId: 'china' });
  for (let n = 0; n < PLAYERS; n += 1) {
    await play(server, n);
    const rows = await listOf(server);
    expect(rows).toHaveLength(n + 2);
    // All that this player did may be in one tick.
    for (const client of clients) await expect.poll(() => client.rows()).toEqual(rows);
  }
  const rows = await listOf(server);
  expect(new Set(rows.map(({ presidentWallet }) => presidentWallet)).size).toBe(4);
  for (const client of clients) {
    await expect.poll(() => client.otherDifferences(rows)).toEqual([]);
    expect(client.counts.merged).toBeGreaterThanOrEqual(PLAYERS);
  }
  expect(complaints).toEqual([]);
});

test('[PRO1, PRO11] one that says no version, and an Origin as python-socketio does, is sent the same', async ({
  server,
}) => {
  const socket = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { Origin: server.url },
  });
  onTestFinished(() => void socket.close());
  const received: unknown[] = [];
  socket.onAny((name: string, body: object) => received.push({ name, ...body }));
  const answer: unknown = await socket.emitWithAck('watch', { nations: 'all' });
  expect(answer).toMatchObject({ ok: true, version: expect.any(Number) });
  const snapshot = { name: 'tick', room: 'all', since: null, digest: '0'.repeat(16) };
  await expect.poll(() => received).toContainEqual(expect.objectContaining(snapshot));
  const player = await server.player(dena(50));
  await player.post('/api/player-nation', { nationId: 'usa' });
  const tick = { name: 'tick', room: 'all', since: '0'.repeat(16) };
  await expect.poll(() => received).toContainEqual(expect.objectContaining(tick));
});
