/** Two processes on one MongoDB are one game: whatever one accepts, the other shows and respects. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nonceCall, signInMessage } from '../../common/protocol/session.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import type { Store } from '../store/store.ts';

import { allStakes } from '../store/testing/observe.ts';
import type { Answer } from './support/answer-check.ts';
import { ask } from './support/http-client.ts';
import { balance } from './support/ledger.ts';
import { startLoad } from './support/load.ts';
import { measurePushes } from './support/measure-pushes.ts';
import { listAt, startTwoProcesses, type TwoProcesses } from './support/several-processes.ts';
import { expectConsistent, expectList, recordsOf } from './support/soundness.ts';
import { spectate } from './support/spectator.ts';

const mongo = await testMongo();

function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

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

  /** The same request, half of the copies sent to each. */
  function atOnce(count: number, path: string, json: object): Promise<Answer[]> {
    return Promise.all(
      Array.from({ length: count }, (_, n) => ask(game.urls[n % 2 ? 0 : 1], path, { json })),
    );
  }

  test('every stake that one accepts is pushed by the other', async () => {
    expect(await measurePushes(game, 20)).toBeGreaterThan(0);
  });

  test('a client that listens to one and polls the other ends with the list of both', async () => {
    const wallets = Array.from({ length: 16 }, (_, n) => walletOf(100 + n));
    for (const wallet of wallets) await game.settle(wallet, { denaWei: dena(100_000) });
    const spectators = await Promise.all([
      spectate({ socket: game.first.url, list: game.second.url }),
      spectate({ socket: game.second.url, list: game.first.url }),
    ]);
    const load = startLoad({ wallets, urls: () => game.urls });
    await sleep(6000);
    await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(100);
    await load.stop();
    expect(load.refused).toEqual([]);
    const list = await listAt(game.first.url);
    await expect.poll(() => listAt(game.second.url)).toEqual(list);
    for (const spectator of spectators) {
      await expect.poll(() => spectator.entries()).toEqual(list);
      await spectator.close();
    }
    const { lost, twice, records } = await balance(store, wallets, load);
    expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
    expectList(list, records);
  });

  test('[NFT4] of 100 stakes of one NFT, half of them at each, exactly one succeeds', async () => {
    const wallet = walletOf(2);
    await game.settle(wallet, { national: { italy: 1 } }, 'italy');
    const answers = await atOnce(100, '/api/nft/stake', {
      walletAddress: wallet,
      tokenId: 2,
      contractAddress: `0x${'a'.repeat(40)}`,
    });
    expect(tally(answers)).toEqual({ 201: 1, 400: 99 });
    const records = await recordsOf(store, wallet);
    expectConsistent(records);
    expect(records.stakes).toHaveLength(1);
  });

  test('[DEN1] of 100 trades with the last DENA, half of them at each, as many succeed as it pays for', async () => {
    const wallet = walletOf(3);
    await game.settle(wallet, { denaWei: dena(800) }, 'usa');
    const answers = await atOnce(100, '/api/trade', {
      walletAddress: wallet,
      resourceType: 'wood',
      quantity: 10,
    });
    expect(tally(answers)).toEqual({ 200: 8, 400: 92 });
    const records = await recordsOf(store, wallet);
    expectConsistent(records);
    expect(records.player?.spentWei).toBe(dena(800));
  });

  test('[PRO28] one Idempotency-Key at both acts once', async () => {
    const walletAddress = walletOf(4);
    await game.settle(walletAddress, { denaWei: dena(1000) });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        ask(game.urls[n % 2 ? 0 : 1], '/api/dena/stake', {
          json: { walletAddress, amount: 100 },
          headers: { 'Idempotency-Key': 'one-for-both' },
        }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 40 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await allStakes(store, walletAddress)).toHaveLength(1);
  });
});

describe.skipIf(!mongo)('a session', () => {
  test('that began at one process is known to the other, as are its spent nonce and its end', async () => {
    if (!mongo) return;
    const { uri, drop } = mongo.database();
    const origin = 'http://localhost:3149';
    const game = await startTwoProcesses(uri, { PUBLIC_ORIGIN: origin, WALLET_PROOF: 'required' });
    try {
      const signer = Wallet.createRandom();
      const walletAddress = address(signer.address);
      const [first, second] = game.urls;
      const { nonce } = (await ask(first, nonceCall.path)).json(nonceCall.answers[200]);
      const message = signInMessage({
        domain: new URL(origin).host,
        uri: origin,
        walletAddress,
        chainId: 1,
        nonce,
        issuedAt: new Date(),
      });
      const json = { message, signature: await signer.signMessage(message) };
      const signedIn = await ask(second, '/api/session', { json });
      expect(signedIn.status).toBe(200);
      expect((await ask(first, '/api/session', { json })).status).toBe(401);
      const Cookie = String(signedIn.headers['set-cookie']).split(';')[0];
      await game.give(walletAddress, { denaWei: dena(10) });
      const chosen = await ask(first, '/api/player-nation', {
        json: { walletAddress, nationId: 'usa' },
        headers: { Cookie },
      });
      expect(chosen.status).toBe(201);
      const statusAt = async (url: string) =>
        (await ask(url, '/api/session', { headers: { Cookie } })).status;
      expect(await statusAt(second)).toBe(200);
      const ended = await ask(first, '/api/session', { method: 'DELETE', headers: { Cookie } });
      expect(ended.status).toBe(204);
      expect(await statusAt(first)).toBe(401);
      await expect.poll(() => statusAt(second), { timeout: 1000, interval: 50 }).toBe(401);
    } finally {
      await game.close();
      await drop();
    }
  });
});
