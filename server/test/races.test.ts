/**
 * Races over real HTTP: of everything requested in parallel, as much succeeds as there is room for,
 * the rest get their 4xx, and nothing is half done.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { stakeNftCall } from '../../common/protocol/nfts.ts';
import { dena, rules } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { tally, type Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { expectSound } from './support/soundness.ts';

let server: Harness;

beforeAll(async () => {
  server = await Harness.start();
});
afterAll(() => server.close());

/** Of Italy, with 1000 DENA and one national NFT. */
async function italian(): Promise<TestPlayer> {
  const player = await server.player(dena(1000));
  server.chain.give(player.wallet, { national: { italy: 1 } });
  await player.post('/api/player-nation', { nationId: 'italy' });
  return player;
}

const NATIONAL = { tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };

function atOnce(count: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
}

describe('for the same resource', () => {
  test('[NAT3] of four nations chosen in parallel one is chosen, the others are refused', async () => {
    const player = await server.player();
    const answers = await atOnce(40, (n) =>
      player.post('/api/player-nation', { nationId: NATION_IDS[n % NATION_IDS.length] }),
    );
    // The chosen one's other nine requested what was already there.
    expect(tally(answers)).toEqual({ 201: 1, 200: 9, 409: 30 });
    const [records] = await expectSound(server, [player.wallet]);
    expect(records?.events).toHaveLength(1);
  });
});

describe('parallel stakes and unstakes', () => {
  test('[LCK2] a stake ends once, and what it frees is staked once', async () => {
    const player = await italian();
    const nft = await player.post('/api/nft/stake', NATIONAL);
    const all = await player.post('/api/dena/stake', { amount: 1000 });
    await server.clock.advance(rules.lockMs);
    const nftStakeId = nft.json(stakeNftCall.answers[201]).id;
    const denaStakeId = all.json(stakeDenaCall.answers[201]).id;

    const [unstakes, stakes] = await Promise.all([
      atOnce(20, (n) =>
        n % 2
          ? player.post('/api/nft/unstake', { stakeId: nftStakeId })
          : player.post('/api/dena/unstake', { stakeId: denaStakeId }),
      ),
      atOnce(60, (n) =>
        n % 2
          ? player.post('/api/nft/stake', NATIONAL)
          : player.post('/api/dena/stake', { amount: 1000 }),
      ),
    ]);
    expect(tally(unstakes)).toEqual({ 200: 2, 409: 18 });
    const { 201: staked = 0 } = tally(stakes);
    expect(tally(stakes)).toEqual({ ...(staked ? { 201: staked } : {}), 400: 60 - staked });
    const [records] = await expectSound(server, [player.wallet]);
    expect(records?.stakes).toHaveLength(2 + staked);
  });
});

describe('one Idempotency-Key', () => {
  const deeds = [
    ['POST /api/dena/stake', 201, '/api/dena/stake', { amount: '100' }],
    ['POST /api/nft/stake', 201, '/api/nft/stake', NATIONAL],
    ['POST /api/trade', 200, '/api/trade', { resourceType: 'food', quantity: 20 }],
  ] as const;

  test.each(deeds)(
    '[PRO28] sent 20 times in parallel acts once: %s',
    async (_name, status, path, body) => {
      const player = await italian();
      const key = { 'Idempotency-Key': 'one-and-only' };
      const answers = await atOnce(20, () => player.post(path, body, key));
      expect(tally(answers)).toEqual({ [status]: 20 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const [records] = await expectSound(server, [player.wallet]);
      // The choice of the nation and this.
      expect(records?.events.filter(({ kind }) => kind !== 'holdings-verified')).toHaveLength(2);
    },
  );

  test('[PRO29] of a refused request is free: nothing happened under it', async () => {
    const player = await italian();
    const key = { 'Idempotency-Key': 'second-try' };
    const refused = await player.post('/api/dena/stake', { amount: 1001 }, key);
    expect(refused.status).toBe(400);
    const first = await player.post('/api/dena/stake', { amount: 1000 }, key);
    expect(first.status).toBe(201);
    // Another spelling of the same amount is the same request; another call is not.
    const again = await player.post('/api/dena/stake', { amount: '1000' }, key);
    expect(again).toMatchObject({ status: 201, text: first.text });
    const unstake = { stakeId: first.json(stakeDenaCall.answers[201]).id };
    expect((await player.post('/api/dena/unstake', unstake, key)).status).toBe(409);
  });
});
