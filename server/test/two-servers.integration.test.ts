/** Two servers on one MongoDB are one game: whatever one accepts, the other shows and respects. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { sessionCall } from '../../common/protocol/session.ts';
import { sessionsCall } from '../../common/protocol/sessions.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import type { Gift } from '../chain/testing/chain-sim.ts';
import { tally, type Answer } from './support/answer-check.ts';
import { ask, insist } from './support/http-client.ts';
import { serversOnMongo } from './support/servers-on-mongo.ts';
import { signIn } from './support/sign-in.ts';
import { expectConsistent, recordsOf } from './support/soundness.ts';

const mongo = await testMongo();
const env = {
  WALLET_PROOF: 'off',
  SESSION_SECRET: 'one secret for every process of the game',
};

describe.skipIf(!mongo)('two servers', () => {
  let game: Awaited<ReturnType<typeof serversOnMongo>>;
  let first: string;
  let second: string;
  beforeAll(async () => {
    if (!mongo) return;
    game = await serversOnMongo(mongo, env);
    [first, second] = [game.servers[0].url, game.servers[1].url];
  });
  afterAll(() => game.close());

  /** Gives a wallet tokens, on the one chain that both see, and a nation at the first. */
  async function settle(wallet: Address, tokens: Gift) {
    for (const { chain } of game.servers) chain.give(wallet, tokens);
    const answer = await insist(first, '/api/player-nation', {
      walletAddress: wallet,
      nationId: 'italy',
    });
    expect(answer.status).toBe(201);
  }

  async function soundRecords(wallet: Address) {
    const all = await Promise.all(game.stores.map((store) => recordsOf(store, wallet)));
    for (const records of all) expectConsistent(records);
    return all[0];
  }

  /** The same request, half of the copies sent to each. */
  function atOnce(count: number, path: string, json: object, key?: string): Promise<Answer[]> {
    return Promise.all(
      Array.from({ length: count }, (_, n) => insist(n % 2 ? first : second, path, json, key)),
    );
  }

  test('[NFT4] of 30 stakes of one NFT, half of them at each, exactly one succeeds', async () => {
    const walletAddress = walletOf(2);
    await settle(walletAddress, { national: { italy: 1 } });
    const json = { walletAddress, tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };
    expect(tally(await atOnce(30, '/api/nft/stake', json))).toEqual({ 201: 1, 400: 29 });
    expect((await soundRecords(walletAddress))?.stakes).toHaveLength(1);
  });

  test('[PRO28] one Idempotency-Key at both acts once', async () => {
    const walletAddress = walletOf(4);
    await settle(walletAddress, { denaWei: dena(1000) });
    const json = { walletAddress, amount: 100 };
    const answers = await atOnce(20, '/api/dena/stake', json, 'one-for-both');
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await soundRecords(walletAddress))?.stakes).toHaveLength(1);
  });

  test('[PRO35] what one has answered, the other has read', async () => {
    const walletAddress = walletOf(5);
    await settle(walletAddress, { denaWei: dena(1000) });
    for (let n = 0; n < 30; n += 1) {
      const [here, there] = n % 2 ? [first, second] : [second, first];
      const json = { walletAddress, amount: '10' };
      const { headers } = await ask(here, '/api/dena/stake', { json });
      const placeOf = (name: string) => String(headers[name.toLowerCase()]);
      const since = `${placeOf(BOARD_HEADERS.epoch)} ${placeOf(BOARD_HEADERS.rev)}`;
      const list = await ask(there, leaderboardCall.path, {
        headers: { [AT_LEAST_HEADER]: since },
      });
      const rows = list.json(leaderboardCall.answers[200]);
      const row = rows.find((one) => one.walletAddress === walletAddress);
      expect(row?.gdp).toBe(18_001 + n);
    }
  });

  test('[PRO30] a session that one ends is over at the other', async () => {
    const [here] = game.servers;
    const player = here.stranger();
    const sessions = [await signIn(first, player), await signIn(second, player)];
    const get = (url: string, path: string, Cookie = '') => ask(url, path, { headers: { Cookie } });
    const isIn = async (url: string, cookie?: string) =>
      (await get(url, sessionCall.path, cookie)).status === 200;
    const [one, other] = sessions;
    for (const cookie of sessions) {
      expect([await isIn(first, cookie), await isIn(second, cookie)]).toEqual([true, true]);
    }
    const list = (await get(second, sessionsCall.path, other)).json(sessionsCall.answers[200]);
    const id = list.find(({ isCurrent }) => isCurrent)?.id;
    const headers = { Cookie: one };
    await ask(first, `${sessionsCall.path}/${id}`, { method: 'DELETE', headers });
    expect(await isIn(first, other)).toBe(false);
    await expect.poll(() => isIn(second, other)).toBe(false);
    expect([list.length, await isIn(second, one)]).toEqual([2, true]);
  });
});
