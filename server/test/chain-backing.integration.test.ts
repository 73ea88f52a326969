/**
 * [CHN1, CHN2] The game over HTTP on a chain that goes away, hangs, lags and moves: what needs the chain
 * says so in time and records nothing, everything else continues, and stakes stay backed.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pathOf } from '../../common/protocol/call.ts';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { eventsCall } from '../../common/protocol/events.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { stakeNftCall, territoryCall } from '../../common/protocol/nfts.ts';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { dena } from '../../common/testing/fixtures.ts';
import type { FakeChain } from '../chain/testing/fake-chain.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { startRunTime } from './support/run-time.ts';
import { expectSound, recordsOf } from './support/soundness.ts';

/** [CHN2] A 503 is sent by then. */
const IN_TIME_MS = 5000;
/** Less than anything that waits for the chain takes. */
const QUICK_MS = 1000;
/** On any machine the follower has looked by then. */
const FOLLOWED = { timeout: 30_000, interval: 50 };
const MUSEUM = { tokenId: 2, contractAddress: `0x${'c'.repeat(40)}`, nftType: 'museum' };
const NATIONAL = { tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };

let server: Harness;

beforeAll(async () => {
  server = await Harness.start({ store: 'embedded', chainPollMs: 100 });
});
afterEach(() => server.chain.comeBack());
afterAll(() => server.close());

/** Resolves when the follower has processed the chain's newest block. */
async function followed(): Promise<void> {
  await vi.waitFor(async () => {
    const { text } = await server.ask('/metrics');
    expect(text).toContain(`\ndenaria_chain_block ${server.chain.blockNumber}\n`);
  }, FOLLOWED);
}

/** Of Italy, with 1000 DENA, a national NFT and a cultural one, none of it staked. */
async function italian(): Promise<TestPlayer> {
  const player = await server.player(dena(1000));
  server.chain.give(player.wallet, { national: { italy: 1 }, cultural: { italy: 1 } });
  await player.post('/api/player-nation', { nationId: 'italy' });
  return player;
}

async function timed(asking: Promise<Answer>): Promise<Answer & { readonly ms: number }> {
  const runTime = startRunTime();
  return { ...(await asking), ms: runTime() };
}

/** What needs the chain, by its path. */
const NEEDS_CHAIN = [
  ['/api/dena/stake', { amount: 10 }],
  ['/api/nft/stake', NATIONAL],
  ['/api/trade', { resourceType: 'wood', quantity: 10 }],
  ['/api/nft/verify', NATIONAL],
] as const;

/** Whatever the chain's state, a player with a stake that can end. */
async function withEndingStake(): Promise<{ player: TestPlayer; stakeId: string }> {
  const player = await italian();
  const made = await player.post('/api/dena/stake', { amount: 500 });
  return { player, stakeId: made.json(stakeDenaCall.answers[201]).id };
}

function refresh({ wallet }: TestPlayer): Promise<Answer> {
  return server.ask('/api/player-nation/refresh', { json: { walletAddress: wallet } });
}

/** States of the stakes of a wallet's territory, newest first. */
async function activity(player: TestPlayer): Promise<number[]> {
  const answer = await player.get(`/api/territory/${player.wallet}`);
  return answer.json(territoryCall.answers[200]).map(({ isActive }) => isActive);
}

/** Everything that can be requested while the chain is in a bad state, in parallel, and the outcomes. */
async function scene(breakChain: () => void) {
  const [reader, busy] = [await withEndingStake(), await withEndingStake()];
  const asking = await Promise.all(
    NEEDS_CHAIN.map(async ([path, body]) => ({ path, body, player: await italian() })),
  );
  const [eager, mover, newcomer] = [await italian(), await italian(), await server.player()];
  await mover.post('/api/nft/stake', NATIONAL);
  await server.clock.advance(LOCK_MS);
  await followed();
  const recordsOfAsking = () =>
    Promise.all(asking.map(({ player }) => recordsOf(server.store, player.wallet)));
  const before = await recordsOfAsking();
  breakChain();
  // Sent away meanwhile; nobody can know.
  server.chain.give(mover.wallet, { national: { italy: 0 } });

  const key = { 'Idempotency-Key': 'when-it-is-back' };
  const needing = asking.map(({ path, body, player }) => timed(player.post(path, body, key)));
  const crowd = Array.from({ length: 10 }, () =>
    timed(eager.post('/api/dena/stake', { amount: 1 })),
  );
  const waiting = [
    busy.player.post('/api/dena/stake', { amount: 1 }),
    busy.player.post('/api/trade', { resourceType: 'wood', quantity: 10 }),
    // Anybody may send these, so they must not hold anybody up either.
    ...Array.from({ length: 5 }, () => refresh(busy.player)),
  ];
  const unstake = ({ player, stakeId }: typeof busy) =>
    timed(player.post('/api/dena/unstake', { stakeId }));
  const free = [
    unstake(reader),
    unstake(busy),
    timed(reader.player.post('/api/resources/update', {})),
  ];
  const degraded = [
    timed(refresh(reader.player)),
    timed(refresh(mover)),
    timed(newcomer.post('/api/player-nation', { nationId: 'usa' })),
  ];
  const { wallet } = reader.player;
  const ownNation = pathOf(playerNationCall, { walletAddress: wallet });
  const reads = [
    '/api/nations',
    ownNation,
    '/api/leaderboard',
    `/api/leaderboard/around/${wallet}`,
    `/api/territory/${wallet}`,
    `/api/dena/stakes/${wallet}`,
    `/api/events?walletAddress=${wallet}`,
    '/api/config',
  ].map(async (path) => ({ path, ...(await timed(server.ask(path))) }));
  const results = {
    needing: await Promise.all(needing),
    crowd: await Promise.all(crowd),
    free: await Promise.all(free),
    degraded: await Promise.all(degraded),
    reads: await Promise.all(reads),
  };
  await Promise.all(waiting);
  const after = await recordsOfAsking();
  const moverWhileAway = await activity(mover);
  server.chain.comeBack();
  const again = await Promise.all(
    asking.map(({ path, body, player }) => player.post(path, body, key)),
  );
  const players = [reader.player, busy.player, eager, mover, newcomer];
  const wallets = [...players, ...asking.map(({ player }) => player)].map((one) => one.wallet);
  return { ...results, ownNation, before, after, again, mover, moverWhileAway, wallets };
}

describe.each([
  ['is down', (chain: FakeChain) => chain.goDown()],
  ['accepts and never answers', (chain: FakeChain) => chain.hang()],
])('[CHN2] while the chain %s', (_name, breakChain) => {
  let seen: Awaited<ReturnType<typeof scene>>;
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
  const slowestMs = (answers: readonly { readonly ms: number }[]) =>
    Math.max(...answers.map(({ ms }) => ms));

  beforeAll(async () => {
    seen = await scene(() => breakChain(server.chain));
  });

  test('stake, trade and verify answer 503 in time, and nothing is recorded', () => {
    expect(statuses(seen.needing)).toEqual(NEEDS_CHAIN.map(() => 503));
    for (const { headers, text } of seen.needing) {
      expect(headers['retry-after']).toBe('2');
      expect(text).toMatch(/Ethereum cannot be reached right now, and nothing was changed\. Try/);
    }
    expect(slowestMs(seen.needing)).toBeLessThan(IN_TIME_MS);
    expect(seen.after).toEqual(seen.before);
  });

  test('ten parallel stakes of one wallet are all answered in time', () => {
    expect(statuses(seen.crowd)).toEqual(seen.crowd.map(() => 503));
    expect(slowestMs(seen.crowd)).toBeLessThan(IN_TIME_MS);
  });

  test('everything can be read, as last verified', () => {
    expect(statuses(seen.reads)).toEqual(seen.reads.map(() => 200));
    expect(slowestMs(seen.reads)).toBeLessThan(QUICK_MS);
    const own = seen.reads.find(({ path }) => path === seen.ownNation);
    const view = own?.json(playerNationCall.answers[200]);
    expect(view?.playerNation.denaBalance).toBe('1000');
  });

  test('stakes end and resources settle immediately, whatever else of the wallet waits', () => {
    expect(statuses(seen.free)).toEqual([200, 200, 200]);
    expect(slowestMs(seen.free)).toBeLessThan(QUICK_MS);
  });

  test('a refresh answers what is known, and a nation can be chosen', () => {
    expect(statuses(seen.degraded)).toEqual([200, 200, 201]);
    expect(slowestMs(seen.degraded)).toBeLessThan(IN_TIME_MS);
  });

  test('nothing is ended by an error; afterwards everything recovers by itself', async () => {
    expect(seen.moverWhileAway).toEqual([1]);
    // The very same requests, under the same keys: a refusal was not remembered.
    expect(statuses(seen.again)).toEqual([201, 201, 200, 200]);
    await expect.poll(() => activity(seen.mover), FOLLOWED).toEqual([0]);
    await expectSound(server, seen.wallets);
  });
});

describe('[CHN1] stakes are backed', () => {
  test('A stakes, sends the NFT to B, B stakes: never both after the next look', async () => {
    const [a, b] = [await italian(), await italian()];
    server.chain.give(b.wallet, { national: { italy: 0 } });
    await followed();
    expect((await a.post('/api/nft/stake', NATIONAL)).status).toBe(201);
    const early = await b.post('/api/nft/stake', NATIONAL);
    expect([early.status, early.text]).toEqual([400, "You don't own this NFT"]);

    server.chain.give(a.wallet, { national: { italy: 0 } });
    server.chain.give(b.wallet, { national: { italy: 1 } });
    expect((await b.post('/api/nft/stake', NATIONAL)).status).toBe(201);
    await expect.poll(() => activity(a), FOLLOWED).toEqual([0]);
    expect(await activity(b)).toEqual([1]);

    const rows = (await a.get('/api/leaderboard')).json(leaderboardCall.answers[200]);
    const gdpOf = ({ wallet }: TestPlayer) => rows.find((r) => r.walletAddress === wallet)?.gdp;
    expect(gdpOf(a)).toBe(18_000);
    expect(gdpOf(b)).toBeGreaterThan(18_000);
    const events = await a.get(`/api/events?walletAddress=${a.wallet}&limit=1`);
    expect(events.json(eventsCall.answers[200])).toMatchObject([
      { kind: 'stakes-unbacked', gdpAfter: 18_000 },
    ]);
    await expectSound(server, [a.wallet, b.wallet]);
  });

  test('the same for DENA, and presidents follow', async () => {
    const [a, b] = [await italian(), await italian()];
    server.chain.give(b.wallet, { cultural: { italy: 0 }, denaWei: 0n });
    expect((await a.post('/api/nft/stake', MUSEUM)).status).toBe(201);
    expect((await a.post('/api/dena/stake', { amount: 1000 })).status).toBe(201);
    server.chain.give(a.wallet, { cultural: { italy: 0 }, denaWei: dena(999) });
    server.chain.give(b.wallet, { cultural: { italy: 3 }, denaWei: dena(1) });
    expect((await b.post('/api/nft/stake', { ...MUSEUM, quantity: 3 })).status).toBe(201);
    await expect
      .poll(async () => (await recordsOf(server.store, a.wallet)).player?.standing, FOLLOWED)
      .toMatchObject({ gdp: 18_000, denaStakedWei: 0n, culturalCount: 0 });
    const rows = (await a.get('/api/leaderboard')).json(leaderboardCall.answers[200]);
    expect(
      rows.filter(({ nationId }) => nationId === 'italy').map((r) => r.presidentWallet),
    ).toEqual(rows.filter(({ nationId }) => nationId === 'italy').map(() => b.wallet));
    await expectSound(server, [a.wallet, b.wallet]);
  });

  test('a locked stake also ends if its NFT is gone, and stays ended if it comes back', async () => {
    const player = await italian();
    const made = await player.post('/api/nft/stake', NATIONAL);
    const { id: stakeId } = made.json(stakeNftCall.answers[201]);
    server.chain.give(player.wallet, { national: { italy: 0 } });
    await expect.poll(() => activity(player), FOLLOWED).toEqual([0]);
    server.chain.give(player.wallet, { national: { italy: 1 } });
    await followed();
    expect(await activity(player)).toEqual([0]);
    const again = await player.post('/api/nft/unstake', { stakeId });
    expect(again.status).toBe(409);
    expect((await player.post('/api/nft/stake', NATIONAL)).status).toBe(201);
  });

  test('a refresh notices immediately, without waiting for the follower', async () => {
    const player = await italian();
    expect((await player.post('/api/nft/stake', NATIONAL)).status).toBe(201);
    server.chain.giveUnseen(player.wallet, { national: { italy: 0 }, denaWei: dena(7) });
    server.chain.advance();
    const refreshed = await player.post('/api/player-nation/refresh', {});
    expect(refreshed.json(playerNationCall.answers[200]).playerNation).toMatchObject({
      gdp: 18_000,
      denaBalance: '7',
    });
    expect(await activity(player)).toEqual([0]);
  });

  test('a stake checked at an older block than is known is checked again', async () => {
    const player = await italian();
    server.chain.advance(5);
    await player.post('/api/player-nation/refresh', {});
    expect((await player.post('/api/dena/stake', { amount: 100 })).status).toBe(201);
    const known = (await server.store.player(player.wallet))?.holdings.block ?? 0;
    // A lagging node answers from before the block at which the player is known.
    server.chain.rewind(3);
    let isAnswered = false;
    const staking = player.post('/api/dena/stake', { amount: 100 }).finally(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    expect(isAnswered).toBe(false);
    server.chain.advance(3);
    expect((await staking).status).toBe(201);
    const after = (await server.store.player(player.wallet))?.holdings.block ?? 0;
    expect(after).toBeGreaterThanOrEqual(known);

    server.chain.rewind(3);
    const late = await timed(player.post('/api/dena/stake', { amount: 100 }));
    expect(late.status).toBe(503);
    expect(late.ms).toBeLessThan(IN_TIME_MS);
    server.chain.advance(3);
    await expectSound(server, [player.wallet]);
  });

  test('a stake whose check the follower overtook is checked again', async () => {
    const player = await italian();
    await followed();
    // The stake's own read is answered late: with what was true when it was sent.
    const { chain } = server;
    const holdings = chain.holdings.bind(chain);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isRead = false;
    chain.holdings = async (...args) => {
      const answer = await holdings(...args);
      if (!isRead) {
        isRead = true;
        await held;
      }
      return answer;
    };
    const staking = player.post('/api/nft/stake', NATIONAL);
    await expect.poll(() => isRead, FOLLOWED).toBe(true);
    const before = (await server.store.player(player.wallet))?.version ?? 0;
    chain.give(player.wallet, { national: { italy: 0 } });
    await expect
      .poll(async () => (await server.store.player(player.wallet))?.version, FOLLOWED)
      .toBe(before + 1);
    release();
    const answer = await staking;
    chain.holdings = holdings;
    expect([answer.status, answer.text]).toEqual([400, "You don't own this NFT"]);
    expect(await activity(player)).toEqual([]);
  });

  test('after a reorganisation, reads from blocks that are gone are repeated', async () => {
    const player = await italian();
    await followed();
    server.chain.give(player.wallet, { denaWei: dena(5000) });
    expect((await player.post('/api/dena/stake', { amount: 5000 })).status).toBe(201);
    await followed();
    server.chain.giveUnseen(player.wallet, { denaWei: dena(1000) });
    server.chain.reorganise(1);
    await expect
      .poll(
        async () => (await recordsOf(server.store, player.wallet)).player?.standing.gdp,
        FOLLOWED,
      )
      .toBe(18_000);
    await expectSound(server, [player.wallet]);
  });

  test('even of blocks that were gone before the follower looked at them', async () => {
    const player = await italian();
    await followed();
    server.chain.give(player.wallet, { denaWei: dena(5000) });
    expect((await player.post('/api/dena/stake', { amount: 5000 })).status).toBe(201);
    server.chain.giveUnseen(player.wallet, { denaWei: dena(1000) });
    server.chain.reorganise(1);
    const gdp = async () => (await recordsOf(server.store, player.wallet)).player?.standing.gdp;
    await expect.poll(gdp, FOLLOWED).toBe(18_000);
    await expectSound(server, [player.wallet]);
  });

  test('what moved while the server was down is noticed when it is back', async () => {
    const player = await italian();
    expect((await player.post('/api/nft/stake', NATIONAL)).status).toBe(201);
    await followed();
    await server.restart(() => {
      server.chain.give(player.wallet, { national: { italy: 0 } });
      server.chain.advance(1500);
    });
    await expect.poll(() => activity(player), FOLLOWED).toEqual([0]);
    await expectSound(server, [player.wallet]);
  });
});
