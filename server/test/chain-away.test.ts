/**
 * [CHN2] The game over HTTP on a chain that goes away: what needs it says so, everything else
 * continues.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { territoryCall } from '../../common/protocol/nfts.ts';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { dena, rules } from '../../common/testing/fixtures.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { expectSound, recordsOf } from './support/soundness.ts';

const NATIONAL = { tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };

/** What needs the chain, and its status once it is back. */
const NEEDS_CHAIN = [
  ['/api/dena/stake', { amount: 10 }, 201],
  ['/api/nft/stake', NATIONAL, 201],
  ['/api/trade', { resourceType: 'wood', quantity: 10 }, 200],
  ['/api/nft/verify', NATIONAL, 200],
] as const;

let server: Harness;

beforeAll(async () => {
  server = await Harness.start({ chainPollMs: 100 });
});
afterAll(() => server.close());

/** Of Italy, with 1000 DENA, a national NFT and a cultural one, none of it staked. */
async function italian(): Promise<TestPlayer> {
  const player = await server.player(dena(1000));
  server.chain.give(player.wallet, { national: { italy: 1 }, cultural: { italy: 1 } });
  await player.post('/api/player-nation', { nationId: 'italy' });
  return player;
}

/** Whether each NFT stake of a wallet is active. */
async function activity({ wallet }: TestPlayer): Promise<number[]> {
  const answer = await server.ask(`/api/territory/${wallet}`);
  return answer.json(territoryCall.answers[200]).map(({ isActive }) => isActive);
}

test('[CHN2] nothing is recorded or ended while the chain is away, and everything recovers', async () => {
  const asking = await Promise.all(
    NEEDS_CHAIN.map(async ([path, body, status]) => ({
      path,
      body,
      status,
      player: await italian(),
    })),
  );
  const [owner, mover, newcomer] = [await italian(), await italian(), await server.player()];
  const made = await owner.post('/api/dena/stake', { amount: 500 });
  const { id: stakeId } = made.json(stakeDenaCall.answers[201]);
  await mover.post('/api/nft/stake', NATIONAL);
  await server.clock.advance(rules.lockMs);
  const records = () =>
    Promise.all(asking.map(({ player }) => recordsOf(server.store, player.wallet)));
  const key = { 'Idempotency-Key': 'when-it-is-back' };
  const ask = () =>
    Promise.all(asking.map(({ path, body, player }) => player.post(path, body, key)));
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
  const before = await records();

  server.chain.goDown();
  // Sent away meanwhile; nobody can know.
  server.chain.give(mover.wallet, { national: { italy: 0 } });
  for (const { status, headers, text } of await ask()) {
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(text).toMatch(/Ethereum cannot be reached right now, and nothing was changed\. Try/);
  }
  expect(await records()).toEqual(before);
  const { wallet } = owner;
  const free = [
    await owner.post('/api/dena/unstake', { stakeId }),
    await owner.post('/api/resources/update', {}),
    await server.ask('/api/player-nation/refresh', { json: { walletAddress: mover.wallet } }),
    await server.ask(`/api/dena/stakes/${wallet}`),
    await server.ask(`/api/leaderboard/around/${wallet}`),
  ];
  expect(statuses(free)).toEqual(free.map(() => 200));
  expect((await newcomer.post('/api/player-nation', { nationId: 'usa' })).status).toBe(201);
  const own = (await owner.get(`/api/player-nation/${wallet}`)).json(playerNationCall.answers[200]);
  expect(own.playerNation.denaBalance).toBe('1000');
  expect(await activity(mover)).toEqual([1]);
  const ready = await server.ask('/readyz');
  expect([ready.status, JSON.parse(ready.text)]).toEqual([
    503,
    { status: 'degraded', store: 'ok', chain: 'unavailable', feed: 'ok' },
  ]);
  // A balancer keeps a process on which players can read and unstake.
  expect((await server.ask('/readyz?exclude=chain')).status).toBe(200);
  expect((await server.ask('/healthz')).status).toBe(200);

  server.chain.comeBack();
  // The very same requests, under the same keys: a refusal was not remembered.
  expect(statuses(await ask())).toEqual(asking.map(({ status }) => status));
  await expect.poll(() => activity(mover)).toEqual([0]);
  const players = [owner, mover, newcomer, ...asking.map(({ player }) => player)];
  await expectSound(
    server,
    players.map((one) => one.wallet),
  );
});
