/**
 * What needs no session can't be used to burden others: neither a stranger's wallet, nor the chain's node,
 * nor the server. Past a limit the answer is 429 with the time to retry.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { ChainSim } from '../chain/testing/chain-sim.ts';
import { FakeNode, transport } from '../chain/testing/fake-node.ts';
import { openTestChain } from '../chain/testing/open-chain.ts';
import { LIMITS } from '../http/limits.ts';
import { deferRejection } from '../lib/deadline.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, TEST_CONTRACTS, type TestPlayer } from './support/harness.ts';

/** Test addresses (RFC 5737): the callers that the server sees behind its one proxy. */
const addressOf = (caller: number) => `203.0.113.${caller}`;

const REFRESH = '/api/player-nation/refresh';
const UPDATE = '/api/resources/update';
const VERIFY = '/api/nft/verify';
const NFT = { tokenId: 1, contractAddress: `0x${'a'.repeat(40)}` };
const OWN_NFT = { tokenId: 1, contractAddress: TEST_CONTRACTS.nationalNft };

let server: Harness;
let victim: TestPlayer;
let other: TestPlayer;

beforeAll(async () => {
  server = await Harness.start({
    env: { TRUST_PROXY_HOPS: '1' },
    limits: { ...LIMITS, upkeepPerWallet: 4, anonymousPerAddress: 6 },
  });
  victim = await server.player(dena(100));
  other = await server.player();
  for (const player of [victim, other])
    await player.post('/api/player-nation', { nationId: 'usa' });
});
afterAll(() => server.close());

/** Sends requests as a stranger at this address: about any wallet, without a session. */
function from(caller: number, path: string, of: TestPlayer): Promise<Answer> {
  return server.ask(path, {
    json: { walletAddress: of.wallet, ...(path === VERIFY ? NFT : {}) },
    headers: { 'X-Forwarded-For': addressOf(caller) },
  });
}

async function inARow(asks: readonly (() => Promise<Answer>)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const ask of asks) {
    const answer = await ask();
    statuses.push(answer.status);
    if (answer.status !== 429) continue;
    expect(answer.text).toBe('That is too many requests at once. Wait a little and try again.');
    const waitS = Number(answer.headers['retry-after']);
    expect(waitS).toBeGreaterThan(0);
    expect(waitS).toBeLessThanOrEqual(60);
  }
  return statuses;
}

test('upkeep is counted per wallet, no matter who sends it, and separately from the wallet’s own commands', async () => {
  const statuses = await inARow([
    () => from(1, UPDATE, victim),
    () => from(2, REFRESH, victim),
    () => from(3, UPDATE, victim),
    () => from(4, REFRESH, victim),
    () => from(5, UPDATE, victim),
    () => from(6, REFRESH, victim),
    () => from(1, UPDATE, other),
  ]);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 200]);
  expect((await victim.post('/api/dena/stake', { amount: 10 })).status).toBe(201);
  const read = await server.ask(`/api/player-nation/${victim.wallet}`);
  expect(read.json(playerNationCall.answers[200]).playerNation.denaAvailable).toBe('90');
});

test('refreshes, settlements and verifications of one address are counted together', async () => {
  const [first, second] = [server.stranger(), server.stranger()];
  const statuses = await inARow(
    [VERIFY, REFRESH, UPDATE, VERIFY, REFRESH, UPDATE, VERIFY, REFRESH, UPDATE].map(
      (path, i) => () => from(40, path, i % 2 ? first : second),
    ),
  );
  expect(statuses).toEqual([200, 404, 404, 200, 404, 404, 429, 429, 429]);
});

test('[CHN1] five addresses that ask about strangers’ wallets leave the provider’s calls to signed commands', async () => {
  const node = new FakeNode(new ChainSim());
  const chain = openTestChain({
    endpoints: ['http://node.test/'],
    connect: (_url, limits) => transport(node, limits),
  });
  const game = await Harness.start({
    env: { TRUST_PROXY_HOPS: '1' },
    rpcChain: chain,
    limits: LIMITS,
  });
  onTestFinished(async () => {
    await game.close();
    chain.close();
  });
  const players: TestPlayer[] = [];
  for (let n = 0; n < 8; n += 1) {
    const player = await game.player();
    node.sim.give(player.wallet, { denaWei: dena(100) });
    await player.post('/api/player-nation', { nationId: 'usa' });
    players.push(player);
  }
  // As the plan of a game this size has it.
  node.set({ callsPerSecond: 10 });
  node.resetCounts();
  const asked: Promise<Answer>[] = [];
  const flood = setInterval(() => {
    for (const caller of [1, 2, 3, 4, 5]) {
      const wallet = players[asked.length % players.length]?.wallet;
      const refresh = { path: REFRESH, json: { walletAddress: wallet } };
      const verify = { path: VERIFY, json: { ...OWN_NFT, walletAddress: walletOf(asked.length) } };
      const { path, json } = asked.length % 2 ? verify : refresh;
      const headers = { 'X-Forwarded-For': addressOf(caller) };
      asked.push(deferRejection(game.ask(path, { json, headers })));
    }
  }, 60_000 / LIMITS.anonymousPerAddress);
  const statuses: number[] = [];
  for (const player of players) {
    statuses.push((await player.post('/api/dena/stake', { amount: 10 })).status);
    await sleep(100);
  }
  clearInterval(flood);
  expect(statuses).toEqual(players.map(() => 201));
  for (const { status, headers } of await Promise.all(asked)) {
    // What the game knows itself, or the time to retry.
    const isRefused = status === 503 && headers['retry-after'] === '2';
    expect([isRefused, status]).toEqual(isRefused ? [true, 503] : [false, 200]);
  }
  expect(node.counts()['eth_call']).toBeLessThan(40);
});
