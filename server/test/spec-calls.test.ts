/**
 * [CAL3], all fourteen calls: each with its payload, its answer, every field of [ENT1–8] with its
 * type, and its effect.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { stakeNftCall, verifyNftCall } from '../../common/protocol/nfts.ts';
import { chooseNationCall, playerNationCall } from '../../common/protocol/player-nation.ts';
import { tradeCall } from '../../common/protocol/trade.ts';
import { dena, HOUR_MS, rules } from '../../common/testing/fixtures.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';

const NATIONAL = { tokenId: 2, contractAddress: `0x${'a'.repeat(40)}` };
const MUSEUM = { tokenId: 2, contractAddress: `0x${'c'.repeat(40)}`, nftType: 'museum' };
const IMAGE = 'https://images.example/italy.png';

const text = expect.any(String);
const number = expect.any(Number);
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const wallet = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
const amount = expect.stringMatching(/^\d+(\.\d+)?$/);
/** 1 = active. */
const flag = expect.toBeOneOf([0, 1]);

/** [ENT1–8]: every field, with its type. There may be others besides them. */
const NATION = {
  id: text,
  name: text,
  flag: text,
  population: number,
  startingGdp: number,
  bonus: text,
};
const RESOURCES = { wood: number, oil: number, food: number, technology: number };
const PLAYER_NATION = {
  playerNation: { nationId: text, gdp: number },
  nation: { name: text, flag: text, population: number },
  resources: RESOURCES,
};
const LEADERBOARD_ENTRY = {
  rank: number,
  nationName: text,
  flag: text,
  gdp: number,
  denaHoldings: amount,
  walletAddress: wallet,
  resources: RESOURCES,
  presidentWallet: expect.toBeOneOf([wallet, null]),
  presidentStakedCount: number,
  nationId: text,
};
const TERRITORY_STAKE = {
  id: text,
  tokenId: text,
  contractAddress: wallet,
  imageUrl: text,
  quantity: number,
  isActive: flag,
  unstakeableAt: date,
  nftType: text,
  territoryValue: number,
  productionBonus: number,
  culturalGdpBonus: number,
};
const DENA_STAKE = {
  id: text,
  stakedAmount: amount,
  gdpBonus: number,
  isActive: flag,
  unstakeableAt: date,
};

let server: Harness;

beforeAll(async () => {
  server = await Harness.start();
  const metadata = {
    name: 'Italia',
    image: IMAGE,
    attributes: [
      { trait_type: 'Territory (km²)', value: 250 },
      { trait_type: 'Production', value: 0.25 },
    ],
  };
  const uri = `data:application/json,${encodeURIComponent(JSON.stringify(metadata))}`;
  server.chain.sim.uris.set('national 2', uri);
  server.chain.sim.uris.set('cultural 2', uri);
});
afterAll(() => server.close());

/** Of Italy, with 10,000 DENA, two national and two cultural NFTs, none of it staked. */
async function italian(): Promise<TestPlayer> {
  const player = await server.player(dena(10_000));
  server.chain.give(player.wallet, { national: { italy: 2 }, cultural: { italy: 2 } });
  const chosen = await player.post('/api/player-nation', { nationId: 'italy' });
  expect(chosen.status).toBe(201);
  return player;
}

const jsonOf = (answer: Answer): unknown => JSON.parse(answer.text);

/** The player as GET /api/player-nation and the leaderboard show them. */
async function shown(player: TestPlayer) {
  const [read, board] = await Promise.all([
    server.ask(`/api/player-nation/${player.wallet}`),
    server.ask('/api/leaderboard'),
  ]);
  const row = board
    .json(leaderboardCall.answers[200])
    .find(({ walletAddress }) => walletAddress === player.wallet);
  const view = read.json(playerNationCall.answers[200]);
  // Both always show the same about a player.
  expect(row).toMatchObject({
    rank: view.playerNation.rank,
    gdp: view.playerNation.gdp,
    nationId: view.playerNation.nationId,
    resources: {
      wood: view.resources.wood,
      oil: view.resources.oil,
      food: view.resources.food,
      technology: view.resources.technology,
    },
  });
  return { ...view, row };
}

describe('[CAL3]', () => {
  test('[ENT1] the nations; [CON6, CON1] the configuration: chain id and lock', async () => {
    expect(jsonOf(await server.ask('/api/config'))).toMatchObject({
      chainId: 1,
      lockMs: rules.lockMs,
      contracts: { dena: wallet, nationalNft: wallet, culturalNft: wallet },
      rules: {
        tradePrices: { wood: 10, oil: 50, food: 20, technology: 100 },
        denaPerDollar: 10,
        tokenIds: { usa: 1, italy: 2, argentina: 3, china: 4 },
        lockMs: rules.lockMs,
        workNeeds: [{ wood: 2000, oil: 400, food: 1000, technology: 200 }, {}, {}, {}, {}],
      },
    });
    const nations = jsonOf(await server.ask('/api/nations'));
    expect(nations).toEqual([NATION, NATION, NATION, NATION]);
    expect(nations).toMatchObject([
      { id: 'usa' },
      { id: 'italy' },
      { id: 'argentina' },
      { id: 'china' },
    ]);
  });

  test('[ENT3] a player nation: chosen, read, and refreshed from the chain', async () => {
    const player = await server.player(dena(7));
    // Before there is a player: the gift is no reason to verify one between the two answers.
    await server.quiet();
    const path = `/api/player-nation/${player.wallet}`;
    expect((await server.ask(path)).status).toBe(404);
    const chosen = await player.post('/api/player-nation', { nationId: 'argentina' });
    expect(chosen.status).toBe(201);
    expect(jsonOf(chosen)).toMatchObject(PLAYER_NATION);
    expect(await shown(player)).toMatchObject({
      ...chosen.json(chooseNationCall.answers[201]),
      row: { nationName: 'Argentina', denaHoldings: '7', gdp: 15_000 },
    });
    expect(jsonOf(await server.ask(path))).toMatchObject({
      playerNation: {
        walletAddress: player.wallet,
        nationId: 'argentina',
        holdings: { block: expect.any(Number) as unknown },
      },
      nation: { name: 'Argentina', flag: '🇦🇷', population: 46_000_000 },
    });
    server.chain.giveUnseen(player.wallet, { denaWei: dena(123) });
    server.chain.advance();
    const refreshed = await server.ask('/api/player-nation/refresh', {
      json: { walletAddress: player.wallet },
    });
    expect(jsonOf(refreshed)).toMatchObject(PLAYER_NATION);
    expect(await shown(player)).toMatchObject({
      playerNation: { denaBalance: '123' },
      row: { denaHoldings: '123' },
    });
  });

  test('[ENT4, ENT8] resources: accrued, and traded for DENA; the leaderboard shows them', async () => {
    const player = await italian();
    await server.clock.advance(2 * HOUR_MS);
    const update = () =>
      server.ask('/api/resources/update', { json: { walletAddress: player.wallet } });
    const updated = await update();
    expect(jsonOf(updated)).toMatchObject(PLAYER_NATION);
    const accrued = { wood: 15, oil: 4, food: 8, technology: 2 };
    expect(await shown(player)).toMatchObject({ resources: accrued, row: { resources: accrued } });
    // [ACC1] Twice in a row adds nothing.
    expect(jsonOf(await update())).toMatchObject({ resources: accrued });

    // [TRD1] A page that shows another price trades nothing, and one that sends no price is
    // malformed.
    const oil = { resourceType: 'oil', quantity: 50 };
    for (const [cost, refused] of [
      ['2500.1', 'price-changed'],
      ['2,500', 'bad-request'],
    ]) {
      const { headers } = await player.post('/api/trade', { ...oil, cost });
      expect([cost, headers['x-refusal-code']]).toEqual([cost, refused]);
    }
    const traded = await player.post('/api/trade', { ...oil, cost: '2500.0' });
    expect(jsonOf(traded)).toMatchObject(PLAYER_NATION);
    expect(traded.json(tradeCall.answers[200]).trade).toEqual({
      resourceType: 'oil',
      quantity: 50,
      cost: '2500',
    });
    expect(await shown(player)).toMatchObject({
      playerNation: { denaBalance: '10000', denaAvailable: '7500' },
      row: { denaHoldings: '7500', resources: { oil: 54 } },
    });
    const board = await server.ask('/api/leaderboard');
    const rows = board.json(leaderboardCall.answers[200]);
    expect(jsonOf(board)).toEqual(rows.map(() => expect.objectContaining(LEADERBOARD_ENTRY)));
  });

  test('[ENT5, ENT7] NFTs: verified, staked, listed and unstaked', async () => {
    const player = await italian();
    const verified = await player.post('/api/nft/verify', NATIONAL);
    expect(jsonOf(verified)).toMatchObject({ isOwner: true, metadata: { image: IMAGE } });
    expect(verified.json(verifyNftCall.answers[200])).toMatchObject({
      balance: '2',
      metadata: { name: 'Italia', territoryValue: 250, productionBonus: 0.25 },
    });
    const none = await server.stranger().post('/api/nft/verify', { ...NATIONAL, tokenId: '2' });
    expect(jsonOf(none)).toMatchObject({ isOwner: false, metadata: { image: IMAGE } });

    const national = await player.post('/api/nft/stake', { ...NATIONAL, quantity: 2 });
    expect(national.status).toBe(201);
    expect(jsonOf(national)).toMatchObject({
      ...TERRITORY_STAKE,
      quantity: 2,
      isActive: 1,
      nftType: 'national',
      imageUrl: IMAGE,
      territoryValue: 250,
      productionBonus: 0.25,
      culturalGdpBonus: 0,
    });
    // [GDP1] 18,000 + floor(18,000 × 2 × 0.25); [ACC1] 6 × 1.5 × 1.5 × 1.25 wood an hour
    expect(await shown(player)).toMatchObject({
      playerNation: { gdp: 27_000 },
      resources: { perHour: { wood: 16.875 } },
    });

    const museum = await player.post('/api/nft/stake', MUSEUM);
    expect(jsonOf(museum)).toMatchObject({ ...TERRITORY_STAKE, nftType: 'museum' });
    expect(museum.json(stakeNftCall.answers[201])).toMatchObject({
      quantity: 1,
      nftType: 'cultural',
      territoryValue: 0,
      productionBonus: 0,
      culturalGdpBonus: 1200,
    });
    // [PRE1] The first of Italy's here to stake one.
    expect(await shown(player)).toMatchObject({
      playerNation: { gdp: 28_200 },
      row: { presidentWallet: player.wallet, presidentStakedCount: 1 },
    });

    await server.clock.advance(rules.lockMs);
    const { id: stakeId } = national.json(stakeNftCall.answers[201]);
    const ended = await player.post('/api/nft/unstake', { stakeId });
    expect(jsonOf(ended)).toMatchObject({ ...TERRITORY_STAKE, id: stakeId, isActive: 0 });
    expect((await shown(player)).playerNation.gdp).toBe(19_200);
    const territory = await server.ask(`/api/territory/${player.wallet}`);
    expect(jsonOf(territory)).toEqual([
      expect.objectContaining({ ...TERRITORY_STAKE, nftType: 'museum', isActive: 1 }),
      expect.objectContaining({ ...TERRITORY_STAKE, nftType: 'national', isActive: 0 }),
    ]);
  });

  test('[ENT6] DENA: staked, listed and unstaked', async () => {
    const player = await italian();
    const staked = await player.post('/api/dena/stake', { amount: 1250.5 });
    expect(staked.status).toBe(201);
    expect(jsonOf(staked)).toMatchObject({
      ...DENA_STAKE,
      stakedAmount: '1250.5',
      gdpBonus: 125,
      isActive: 1,
    });
    expect(await shown(player)).toMatchObject({
      playerNation: { gdp: 18_125, denaBalance: '10000', denaAvailable: '8749.5' },
      row: { denaHoldings: '10000' },
    });
    await server.clock.advance(rules.lockMs);
    await player.post('/api/dena/stake', { amount: '2' });
    const { id } = staked.json(stakeDenaCall.answers[201]);
    const ended = await player.post('/api/dena/unstake', { stakeId: id });
    expect(jsonOf(ended)).toMatchObject({ ...DENA_STAKE, id, isActive: 0 });
    expect((await shown(player)).playerNation).toMatchObject({
      gdp: 18_000,
      denaAvailable: '9998',
    });
    expect(jsonOf(await server.ask(`/api/dena/stakes/${player.wallet}`))).toEqual([
      expect.objectContaining({ ...DENA_STAKE, stakedAmount: '2', isActive: 1 }),
      expect.objectContaining({ ...DENA_STAKE, stakedAmount: '1250.5', isActive: 0 }),
    ]);
  });

  test('[TXT1] any non-OK response: a status and a body that make the client’s message', async () => {
    const player = await server.player();
    const refused = await player.post('/api/trade', { resourceType: 'wood', quantity: 10 });
    expect(`${refused.status}: ${refused.text}`).toBe(
      '409: Choose a nation first: this wallet has none yet.',
    );
  });
});
