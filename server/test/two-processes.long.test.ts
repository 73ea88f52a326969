/** Two processes on one MongoDB, and the death of one under load. */
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SERVER_MESSAGES } from '../../common/protocol/live.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import type { Store } from '../store/store.ts';
import { allStakes } from '../store/testing/observe.ts';
import { ask } from './support/http-client.ts';
import { balance } from './support/ledger.ts';
import { startLoad } from './support/load.ts';
import { metricAt, startTwoProcesses, type TwoProcesses } from './support/several-processes.ts';

const mongo = await testMongo();

describe.skipIf(!mongo)('two processes', () => {
  const database = mongo?.database();
  let game: TwoProcesses;
  let store: Store;
  beforeAll(async () => {
    if (!database) return;
    game = await startTwoProcesses(database.uri);
    store = await openMongoStore({ uri: database.uri });
  });
  afterAll(async () => {
    await store.close();
    await game.close();
    await database?.drop();
  });

  test('[CHN1] when one dies under load nothing is lost, the other follows the chain, and counts only its own watchers', async () => {
    const wallet = walletOf(5);
    const players = Array.from({ length: 8 }, (_, n) => walletOf(200 + n));
    for (const player of players) await game.settle(player, { denaWei: dena(100_000) });
    await game.settle(wallet, { national: { china: 1 } }, 'china');
    const held = await Promise.all(
      game.urls.map((url) => metricAt(url, 'denaria_chain_lease_held')),
    );
    expect(new Set(held)).toEqual(new Set([0, 1]));
    const [holder, other] = held[0] === 1 ? [game.first, game.second] : [game.second, game.first];
    // The process that dies has read a part of it that nobody else has.
    const staked = await ask(holder.url, '/api/nft/stake', {
      json: { walletAddress: wallet, tokenId: 4, contractAddress: `0x${'a'.repeat(40)}` },
    });
    expect(staked.status).toBe(201);
    const heard: number[] = [];
    const sockets = [other, holder].map(({ url }) => io(url, { transports: ['websocket'] }));
    for (const socket of sockets) {
      socket.on('connect', () => socket.emit('watch', { nations: 'all' }));
    }
    sockets[0]?.on('watching', (body) => heard.push(SERVER_MESSAGES.watching.parse(body).total));
    await expect.poll(() => heard.at(-1)).toBe(2);
    const load = startLoad({ wallets: players, urls: () => game.urls });
    await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(100);
    holder.signal('SIGKILL');
    await holder.exit;
    await other.give(wallet, { national: { china: 0 } });
    await vi.waitFor(
      async () => {
        const [stake] = await allStakes(store, wallet);
        expect(stake?.state).toMatchObject({ status: 'ended', reason: 'unbacked' });
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(await metricAt(other.url, 'denaria_chain_lease_held')).toBe(1);
    await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toBe(1);
    for (const socket of sockets) socket.disconnect();
    await load.stop();
    const { acknowledged, lost, twice } = await balance(store, players, load);
    console.log(`${acknowledged} calls acknowledged meanwhile, ${lost} lost, ${twice} done twice`);
    expect({ lost, twice, refused: load.refused }).toEqual({ lost: 0, twice: 0, refused: [] });
  });
});
