/** Two servers on one MongoDB are one game: whatever one accepts, the other shows and respects. */
import { Wallet } from 'ethers';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { SERVER_MESSAGES, type WatchingMessage } from '../../common/protocol/live.ts';
import { nonceCall, signInMessage } from '../../common/protocol/session.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { tally, type Answer } from './support/answer-check.ts';
import { ask, insist } from './support/http-client.ts';
import { startMongoServers, type MongoServers } from './support/mongo-servers.ts';
import { expectConsistent, recordsOf } from './support/soundness.ts';
import { spectate } from './support/spectator.ts';

const mongo = await testMongo();
const ORIGIN = 'http://localhost:3149';

describe.skipIf(!mongo)('two servers', () => {
  const database = mongo?.database();
  let game: MongoServers;
  beforeAll(async () => {
    if (database) game = await startMongoServers(database.uri, { PUBLIC_ORIGIN: ORIGIN });
  });
  afterAll(async () => {
    await game.close();
    await database?.drop();
  });

  /** The same request, half of the copies sent to each. */
  function atOnce(count: number, path: string, json: object, key?: string): Promise<Answer[]> {
    const { first, second } = game;
    return Promise.all(
      Array.from({ length: count }, (_, n) =>
        insist((n % 2 ? first : second).url, path, json, key),
      ),
    );
  }

  test('[NFT4] of 30 stakes of one NFT, half of them at each, exactly one succeeds', async () => {
    const walletAddress = walletOf(2);
    await game.settle(walletAddress, { national: { italy: 1 } }, 'italy');
    const json = { walletAddress, tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };
    expect(tally(await atOnce(30, '/api/nft/stake', json))).toEqual({ 201: 1, 400: 29 });
    const records = await recordsOf(game.first.store, walletAddress);
    expectConsistent(records);
    expect(records.stakes).toHaveLength(1);
  });

  test('[PRO28] one Idempotency-Key at both acts once', async () => {
    const walletAddress = walletOf(4);
    await game.settle(walletAddress, { denaWei: dena(1000) });
    const json = { walletAddress, amount: 100 };
    const answers = await atOnce(20, '/api/dena/stake', json, 'one-for-both');
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await recordsOf(game.first.store, walletAddress)).stakes).toHaveLength(1);
  });

  test('[PRO19] what is pushed live is what GET /api/events says later', async () => {
    const wallet = walletOf(1);
    const spectator = await spectate({ socket: game.second.url, list: game.first.url });
    await game.settle(wallet, { denaWei: dena(10_000) }, 'argentina');
    for (const amount of [100, 5000]) {
      const json = { walletAddress: wallet, amount };
      expect((await ask(game.first.url, '/api/dena/stake', { json })).status).toBe(201);
    }
    const heard = () =>
      spectator.heard
        .flatMap(({ message }) => message.events)
        .filter(({ walletAddress }) => walletAddress === wallet);
    await expect.poll(() => heard().length).toBe(3);
    const { text } = await ask(game.first.url, `${eventsCall.path}?walletAddress=${wallet}`);
    const events = eventsCall.answers[200].parse(JSON.parse(text));
    const sent = heard().map(({ rankBefore: _before, rankAfter: _after, ...event }) => event);
    expect(sent.toReversed()).toEqual(events);
    await spectator.close();
  });

  test('[PRO19] count those who watch at either', async () => {
    const heard: WatchingMessage[] = [];
    const watch = (url: string, nations: 'all' | string[]): Socket => {
      const socket = io(url, { transports: ['websocket'], forceNew: true });
      socket.on('connect', () => socket.emit('watch', { nations }));
      socket.on('watching', (body) => heard.push(SERVER_MESSAGES.watching.parse(body)));
      return socket;
    };
    const [first, second] = [game.first.url, game.second.url];
    const sockets = [watch(first, 'all'), watch(first, ['usa']), watch(second, ['usa', 'italy'])];
    await expect
      .poll(() => heard.at(-1))
      .toEqual({ total: 3, nations: { usa: 3, italy: 2, argentina: 1, china: 1 } });
    for (const socket of sockets) socket.disconnect();
  });

  test('a session that began at one is known to the other, as are its spent nonce and its end', async () => {
    const signer = Wallet.createRandom();
    const [first, second] = [game.first.url, game.second.url];
    const { nonce } = (await ask(first, nonceCall.path)).json(nonceCall.answers[200]);
    const message = signInMessage({
      domain: new URL(ORIGIN).host,
      uri: ORIGIN,
      walletAddress: address(signer.address),
      chainId: 1,
      nonce,
      issuedAt: new Date(),
    });
    const json = { message, signature: await signer.signMessage(message) };
    const signedIn = await ask(second, '/api/session', { json });
    expect(signedIn.status).toBe(200);
    expect((await ask(first, '/api/session', { json })).status).toBe(401);
    const Cookie = String(signedIn.headers['set-cookie']).split(';')[0];
    const statusAt = async (url: string) =>
      (await ask(url, '/api/session', { headers: { Cookie } })).status;
    expect([await statusAt(first), await statusAt(second)]).toEqual([200, 200]);
    const ended = await ask(first, '/api/session', { method: 'DELETE', headers: { Cookie } });
    expect(ended.status).toBe(204);
    expect(await statusAt(first)).toBe(401);
    await expect.poll(() => statusAt(second), { interval: 50 }).toBe(401);
  });
});
