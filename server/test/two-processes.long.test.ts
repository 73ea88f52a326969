/** Two processes on one MongoDB over a longer time: how fast they push, and what the death of one costs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import type { Store } from '../store/store.ts';
import { allStakes } from '../store/testing/observe.ts';
import { ask } from './support/http-client.ts';
import { balance } from './support/ledger.ts';
import { startLoad } from './support/load.ts';
import { measurePushes } from './support/measure-pushes.ts';
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

  test('300 stakes that one accepts are pushed by the other in a quarter of a second', async () => {
    const withinMs = 250;
    expect(await measurePushes(game, 300, { withinMs, rounds: 3 })).toBeLessThan(withinMs);
  });

  test('[CHN1] when one dies under load nothing is lost, and the other follows the chain within 15 s', async () => {
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
    const load = startLoad({ wallets: players, urls: () => game.urls });
    await sleep(3000);
    holder.signal('SIGKILL');
    const diedAt = performance.now();
    await holder.exit;
    await other.give(wallet, { national: { china: 0 } });
    await vi.waitFor(
      async () => {
        const [stake] = await allStakes(store, wallet);
        expect(stake?.state).toMatchObject({ status: 'ended', reason: 'unbacked' });
      },
      { timeout: 20_000, interval: 50 },
    );
    const seconds = (performance.now() - diedAt) / 1000;
    console.log(`The chain was followed again ${seconds.toFixed(1)} s after its follower's death`);
    expect(seconds).toBeLessThan(15);
    expect(await metricAt(other.url, 'denaria_chain_lease_held')).toBe(1);
    await load.stop();
    const { acknowledged, lost, twice } = await balance(store, players, load);
    console.log(`${acknowledged} calls acknowledged meanwhile, ${lost} lost, ${twice} done twice`);
    expect({ lost, twice, refused: load.refused }).toEqual({ lost: 0, twice: 0, refused: [] });
  });
});
