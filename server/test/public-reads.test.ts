/** The public reads: the standings of nations and players, and searches. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { findCall, leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { nationCall, standingsCall } from '../../common/protocol/nations.ts';
import { playerCall } from '../../common/protocol/players.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { commitAll, settlements } from '../store/testing/fixtures.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, TEST_CONTRACTS, type TestPlayer } from './support/harness.ts';

const MINUTE_MS = 60_000;

let server: Harness;
/**
 * Of Italy, with 1,000 DENA, two national and three cultural NFTs staked: 18,000 + 3,600 + 100 +
 * some production.
 */
let player: TestPlayer;
/** Of Italy, with one cultural NFT staked. */
let rival: TestPlayer;
/** Of China. */
let other: TestPlayer;
let nobody: TestPlayer;

async function stake(staker: TestPlayer, path: string, body: object): Promise<void> {
  const answer = await staker.post(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
}

function museum(quantity: number) {
  const contractAddress = TEST_CONTRACTS.culturalNft;
  return { tokenId: '2', contractAddress, nftType: 'museum', quantity };
}

beforeAll(async () => {
  server = await Harness.start();
  player = await server.player(dena(100_000));
  rival = await server.player(dena(100_000));
  other = await server.player(dena(100_000));
  nobody = server.stranger();
  const holdings = { national: { italy: 5 }, cultural: { italy: 5 } };
  for (const { wallet } of [player, rival]) server.chain.give(wallet, holdings);
  await player.post('/api/player-nation', { nationId: 'italy' });
  await rival.post('/api/player-nation', { nationId: 'italy' });
  await other.post('/api/player-nation', { nationId: 'china' });
  // Everything from here on happens within the last ten minutes.
  await server.clock.advance(30 * MINUTE_MS);
  await stake(player, '/api/dena/stake', { amount: '1000' });
  const national = { tokenId: 2, contractAddress: TEST_CONTRACTS.nationalNft, quantity: 2 };
  await stake(player, '/api/nft/stake', national);
  await stake(player, '/api/nft/stake', museum(3));
  await stake(rival, '/api/nft/stake', museum(1));
  await server.quiet();
});
afterAll(() => server.close());

async function refused(path: string, status: number, code: string): Promise<void> {
  const answer = await server.ask(path);
  expect([path, answer.status, answer.headers['x-refusal-code']]).toEqual([path, status, code]);
  expect(answer.text).toMatch(/^[^<>\n]{10,300}[.?]$/);
}

test('the list of named players is as the whole list has them, without who doesn’t play', async () => {
  const list = async (query: string) => {
    const answer = await server.ask(`${leaderboardCall.path}?${query}`);
    return { rows: answer.json(leaderboardCall.answers[200]), headers: answer.headers };
  };
  const all = (await list('limit=50')).rows;
  const named = [other, nobody, player].map(({ wallet }) => wallet.toLowerCase());
  const { rows, headers } = await list(`wallets=${[...named, named[0]].join(',')}`);
  const wanted: ReadonlySet<string> = new Set([other.wallet, player.wallet]);
  expect(rows).toEqual(all.filter(({ walletAddress }) => wanted.has(walletAddress)));
  expect(rows).toHaveLength(2);
  expect(headers).toMatchObject({ 'x-total-count': '2' });
  const many = Array.from({ length: 51 }, () => player.wallet).join(',');
  for (const query of [
    'wallets=',
    'wallets=0x1',
    `wallets=${many}`,
    `wallets=${named[0]}&limit=5`,
  ]) {
    await refused(`${leaderboardCall.path}?${query}`, 400, 'bad-request');
  }
});

describe('the nations’ standings', () => {
  const standings = async () =>
    (await server.ask('/api/nations/standings')).json(standingsCall.answers[200]);

  test('are best first, ties by id, each with its gap to the one before it', async () => {
    const all = await standings();
    expect(all.map(({ rank, nationId }) => `${rank} ${nationId}`)).toEqual([
      '1 italy',
      '2 china',
      '3 argentina',
      '4 usa',
    ]);
    expect(all.map(({ gapToNext }) => gapToNext)).toEqual([
      null,
      (all[0]?.gdp ?? 0) - (all[1]?.gdp ?? 0),
      all[1]?.gdp,
      0,
    ]);
    expect(all[0]).toMatchObject({
      players: 2,
      presidentWallet: player.wallet,
      presidentName: null,
      presidentStakedCount: 3,
    });
  });

  test('[PRO31] change with the newcomers, and grow by what their players did', async () => {
    const moves = async () => {
      const all = await standings();
      return all.map(({ nationId, change, growth }) => ({ nationId, change, growth }));
    };
    const gdp = (await standings())[0]?.gdp ?? 0;
    // Two joined half an hour ago, and staked since.
    const grown = gdp - 2 * 18_000;
    expect(grown).toBeGreaterThan(0);
    // Once the past is recorded.
    await expect
      .poll(async () => (await moves())[0])
      .toEqual({
        nationId: 'italy',
        change: { m10: grown, h1: gdp, h24: gdp },
        growth: { m10: grown, h1: grown, h24: grown },
      });
    expect((await moves())[1]).toEqual({
      nationId: 'china',
      change: { m10: 0, h1: 22_000, h24: 22_000 },
      growth: { m10: 0, h1: 0, h24: 0 },
    });
  });

  test('of one nation include its candidates for president, and the total staked', async () => {
    const answer = await server.ask('/api/nations/italy');
    const { culturalStaked, candidates, standing, nation } = answer.json(nationCall.answers[200]);
    expect(culturalStaked).toBe(4);
    expect(
      candidates.map(({ walletAddress, stakedCount }) => [walletAddress, stakedCount]),
    ).toEqual([
      [player.wallet, 3],
      [rival.wallet, 1],
    ]);
    expect([standing.rank, nation.id]).toEqual([1, 'italy']);
  });
});

describe('one nation’s rows', () => {
  test('keep their ranks among all, and count the nation’s players', async () => {
    const answer = await server.ask('/api/leaderboard?nationId=china&limit=10');
    const rows = answer.json(leaderboardCall.answers[200]);
    expect(rows.map(({ rank, walletAddress }) => [rank, walletAddress])).toEqual([
      [2, other.wallet],
    ]);
    expect(answer.headers['x-total-count']).toBe('1');
    // Who has another nation's rows has not these.
    const headers = { 'If-None-Match': String(answer.headers['etag']) };
    const italy = await server.ask('/api/leaderboard?nationId=italy&limit=10', { headers });
    expect(italy.status).toBe(200);
    const later = await server.ask('/api/leaderboard?nationId=italy&limit=10&offset=1');
    const [row] = later.json(leaderboardCall.answers[200]);
    expect([row?.rank, row?.walletAddress]).toEqual([3, rival.wallet]);
  });
});

describe('a search', () => {
  const find = async (q: string) => {
    const answer = await server.ask(`/api/leaderboard/find?q=${encodeURIComponent(q)}`);
    return answer.json(findCall.answers[200]).map(({ walletAddress }) => walletAddress);
  };

  test('finds an address by its prefix, in any case', async () => {
    expect(await find(player.wallet.slice(0, 12))).toEqual([player.wallet]);
    expect(await find(player.wallet.toUpperCase())).toEqual([player.wallet]);
    expect(await find(player.wallet.toLowerCase())).toEqual([player.wallet]);
    expect(await find(nobody.wallet)).toEqual([]);
  });
});

describe('a player’s page', () => {
  const pageOf = (answer: Answer) => answer.json(playerCall.answers[200]);

  test('has a receipt whose terms add up to the GDP, and the history of the GDP', async () => {
    const page = pageOf(await server.ask(`/api/players/${player.wallet.toLowerCase()}`));
    const { receipt, gdp, history } = page;
    expect(receipt.total).toBe(gdp);
    expect(receipt.terms.map(({ term, parts }) => [term, parts.length])).toEqual([
      ['starting', 0],
      ['national', 1],
      ['cultural', 1],
      ['dena', 1],
    ]);
    expect(receipt.terms.reduce((sum, term) => sum + term.gdp, 0)).toBe(gdp);
    expect(history.map((step) => step.gdp).toSorted((a, b) => a - b)).toEqual(
      history.map((step) => step.gdp),
    );
    expect([history.length, history[0]?.gdp, history.at(-1)?.gdp]).toEqual([4, 18_000, gdp]);
    expect(page).toMatchObject({ walletAddress: player.wallet, rank: 1, isPresident: true });
  });

  test('has its history however often the player’s resources were settled since', async () => {
    const path = `/api/players/${rival.wallet}`;
    const { history } = pageOf(await server.ask(path));
    const found = await server.store.player(rival.wallet);
    if (!found) throw new Error('the rival has no nation');
    await commitAll(server.store, settlements(found, 1100));
    expect(pageOf(await server.ask(path)).history).toEqual(history);
    const kinds = 'nation-chosen,museum-staked';
    const events = await server.ask(`/api/events?kinds=${kinds}&walletAddress=${rival.wallet}`);
    expect(events.json(eventsCall.answers[200])).toHaveLength(2);
  });

  test('does not exist for a wallet without a nation', async () => {
    await refused(`/api/players/${nobody.wallet}`, 404, 'no-such-player');
  });
});
