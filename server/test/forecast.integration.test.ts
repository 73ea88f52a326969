/**
 * A page's forecasts by the rules, the preview of a rank and the candidates of a nation equal the server's
 * answers once the move is made.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { denaStakeViewSchema } from '../../common/protocol/dena-stakes.ts';
import { previewCall } from '../../common/protocol/leaderboard.ts';
import { nationCall } from '../../common/protocol/nations.ts';
import { nftStakeViewSchema, verifyNftCall } from '../../common/protocol/nfts.ts';
import { playerNationCall, type PlayerNationView } from '../../common/protocol/player-nation.ts';
import { accrualPerHour } from '../../common/rules/accrual.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import {
  presidencyAfter,
  totalsAfter,
  type Move,
  type MovedStake,
} from '../../common/rules/what-if.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { parseDena } from '../../common/values/amount.ts';
import { NATIONS } from '../../common/values/nations.ts';
import { SEED } from '../../tools/test/seed.ts';
import { Harness, TEST_CONTRACTS, type TestPlayer } from './support/harness.ts';

const PLAYERS = 6;
const MOVES = 80;
const NATION = NATIONS.italy;

let server: Harness;
let players: TestPlayer[];
beforeAll(async () => {
  server = await Harness.start();
  players = [];
  for (let n = 0; n < PLAYERS; n += 1) {
    const player = await server.player(dena(1_000_000));
    server.chain.give(player.wallet, { national: { italy: 500 }, cultural: { italy: 500 } });
    await player.post('/api/player-nation', { nationId: NATION.id });
    players.push(player);
  }
  await server.quiet();
});
afterAll(() => server.close());

async function playerOf(wallet: string): Promise<PlayerNationView> {
  const answer = await server.ask(`/api/player-nation/${wallet}`);
  return answer.json(playerNationCall.answers[200]);
}

async function previewOf(wallet: string, gdp: number) {
  const answer = await server.ask(`/api/leaderboard/preview?walletAddress=${wallet}&gdp=${gdp}`);
  expect(answer.headers['x-board-epoch']).toBeDefined();
  expect(answer.headers['x-board-rev']).toBeDefined();
  return answer.json(previewCall.answers[200]);
}

async function candidatesOf() {
  const answer = await server.ask(`/api/nations/${NATION.id}`);
  return answer.json(nationCall.answers[200]).candidates;
}

/** Everything that a page says about a move before it is made. */
async function foresee(wallet: string, move: Move) {
  const { playerNation } = await playerOf(wallet);
  const { totals } = playerNation;
  if (!totals) throw new Error('this server tells the totals');
  const before = {
    gdp: playerNation.gdp,
    territoryKm2: totals.territoryValue,
    productionHundredths: Math.round(totals.productionBonus * 100),
    culturalCount: totals.culturalCount,
  };
  const after = totalsAfter(NATION.id, before, move);
  if (!after) throw new Error('every move of this test is within the range of the GDP');
  const candidates = await candidatesOf();
  const rival = candidates.find(({ walletAddress }) => walletAddress !== wallet);
  const presidency = presidencyAfter(
    candidates[0]?.walletAddress === wallet,
    { before: before.culturalCount, after: after.culturalCount },
    rival?.stakedCount ?? 0,
  );
  return {
    gdp: after.gdp,
    territoryValue: after.territoryKm2,
    productionBonus: after.productionHundredths / 100,
    culturalCount: after.culturalCount,
    perHour: accrualPerHour(NATION.id, after),
    rank: (await previewOf(wallet, after.gdp)).rank,
    presides: presidency === 'won' || presidency === 'kept',
  };
}

/** The same as the server reports it afterwards. */
async function found(wallet: string) {
  const { playerNation, resources } = await playerOf(wallet);
  const [president] = await candidatesOf();
  return {
    gdp: playerNation.gdp,
    territoryValue: playerNation.totals?.territoryValue,
    productionBonus: playerNation.totals?.productionBonus,
    culturalCount: playerNation.totals?.culturalCount,
    perHour: resources.perHour,
    rank: playerNation.rank,
    presides: president?.walletAddress === wallet,
  };
}

describe('a forecast', () => {
  test(`equals what the server then answers, over ${MOVES} moves of ${PLAYERS} players`, async () => {
    const nft = {
      national: { tokenId: String(NATION.tokenId), contractAddress: TEST_CONTRACTS.nationalNft },
      cultural: { tokenId: String(NATION.tokenId), contractAddress: TEST_CONTRACTS.culturalNft },
    };
    const [first] = players;
    if (!first) throw new Error('there are players');
    const { metadata } = (await first.post('/api/nft/verify', nft.national)).json(
      verifyNftCall.answers[200],
    );
    const staked: { wallet: string; path: string; stakeId: string; stake: MovedStake }[] = [];
    const plans = fc.sample(
      fc.record({
        player: fc.nat({ max: PLAYERS - 1 }),
        kind: fc.constantFrom('dena' as const, 'national' as const, 'cultural' as const),
        unstakes: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
        pick: fc.nat(),
        // Amounts that tie again and again.
        size: fc.constantFrom(1, 2, 3),
      }),
      { numRuns: MOVES, seed: SEED },
    );
    const moved = { up: 0, down: 0, presidents: 0 };
    for (const { player, kind, unstakes, pick, size } of plans) {
      const actor = players[player] ?? first;
      const { wallet } = actor;
      const own = staked.filter((each) => each.wallet === wallet);
      const ending = unstakes ? own[pick % Math.max(1, own.length)] : undefined;
      const before = await found(wallet);
      let foreseen;
      if (ending) {
        await server.clock.advance(LOCK_MS);
        foreseen = await foresee(wallet, { does: 'unstake', stake: ending.stake });
        const answer = await actor.post(`${ending.path}/unstake`, { stakeId: ending.stakeId });
        expect([answer.status, answer.text]).toEqual([200, answer.text]);
        staked.splice(staked.indexOf(ending), 1);
      } else if (kind === 'dena') {
        const stake = { kind, amountWei: dena(1500 * size) };
        foreseen = await foresee(wallet, { does: 'stake', stake });
        const answer = await actor.post('/api/dena/stake', { amount: String(1500 * size) });
        const { id, stakedAmount } = answer.json(denaStakeViewSchema);
        expect(parseDena(stakedAmount)).toBe(stake.amountWei);
        staked.push({ wallet, path: '/api/dena', stakeId: id, stake });
      } else {
        const stake: MovedStake =
          kind === 'national'
            ? {
                kind,
                quantity: size,
                territoryKm2: metadata.territoryValue,
                productionHundredths: Math.round(metadata.productionBonus * 100),
              }
            : { kind, quantity: size, culturalGdpBonus: NATION.culturalGdpBonus };
        foreseen = await foresee(wallet, { does: 'stake', stake });
        const nftType = kind === 'cultural' ? 'museum' : 'national';
        const answer = await actor.post('/api/nft/stake', {
          ...nft[kind],
          quantity: size,
          nftType,
        });
        const { id } = answer.json(nftStakeViewSchema);
        staked.push({ wallet, path: '/api/nft', stakeId: id, stake });
      }
      const after = await found(wallet);
      expect(after).toEqual(foreseen);
      if (after.rank < before.rank) moved.up += 1;
      if (after.rank > before.rank) moved.down += 1;
      if (after.presides !== before.presides) moved.presidents += 1;
    }
    // The game was eventful.
    expect(Math.min(...Object.values(moved))).toBeGreaterThan(1);
  });
});

test('a preview does not exist for an unknown wallet, or without a GDP', async () => {
  const { wallet } = server.stranger();
  const answer = await server.ask(`/api/leaderboard/preview?walletAddress=${wallet}&gdp=1`);
  expect(answer.headers['x-refusal-code']).toBe('no-such-player');
  const without = await server.ask(`/api/leaderboard/preview?walletAddress=${wallet}`);
  expect(without.headers['x-refusal-code']).toBe('bad-request');
});
