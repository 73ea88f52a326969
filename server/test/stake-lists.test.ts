/** GET /api/dena/stakes and GET /api/territory: their order, and how they are read page by page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf } from '../../common/protocol/call.ts';
import { denaStakesCall } from '../../common/protocol/dena-stakes.ts';
import { territoryCall } from '../../common/protocol/nfts.ts';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { commitManyStakes } from '../store/testing/fixtures.ts';
import { Harness, type TestPlayer } from './support/harness.ts';

let server: Harness;

beforeAll(async () => {
  server = await Harness.start();
});
afterAll(() => server.close());

async function playerOf(nationId: string, denaWei: bigint): Promise<TestPlayer> {
  const player = await server.player(denaWei);
  server.chain.give(player.wallet, { national: { italy: 3 }, cultural: { italy: 3 } });
  await player.post('/api/player-nation', { nationId });
  return player;
}

async function denaList({ wallet: walletAddress }: TestPlayer, query = '') {
  const answer = await server.ask(`${pathOf(denaStakesCall, { walletAddress })}${query}`);
  return answer.json(denaStakesCall.answers[200]);
}

const idsOf = (stakes: readonly { readonly id: string }[]) => stakes.map(({ id }) => id);
const newestFirst = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}-${count - 1 - n}`);

describe('a wallet with 500 active stakes and 1,200 ended ones', () => {
  const ACTIVE = newestFirst('old', 500);
  const ENDED = newestFirst('gone', 1200);
  let player: TestPlayer;

  beforeAll(async () => {
    player = await playerOf('italy', dena(500));
    await commitManyStakes(server.store, player.wallet, { active: 500, ended: 1200 });
  });

  test('gets 1,000 of them: the active ones, and the newest ended ones', async () => {
    const stakes = await denaList(player);
    expect(idsOf(stakes)).toEqual([...ACTIVE, ...ENDED.slice(0, 500)]);
    expect(stakes.map(({ isActive }) => isActive === 1)).toEqual(stakes.map((_, n) => n < 500));
  });

  test('[PRO27] is read to its end page by page: active ones, then ended ones, each newest first', async () => {
    const found: string[] = [];
    for (let page = await denaList(player, '?limit=700'); page.length > 0;) {
      found.push(...idsOf(page));
      page = await denaList(player, `?limit=700&before=${found.at(-1)}`);
    }
    expect(found).toEqual([...ACTIVE, ...ENDED]);
  });

  test('[STK1] is refused another one, and may unstake', async () => {
    const refused = await player.post('/api/dena/stake', { amount: 1 });
    expect([refused.status, refused.headers['x-refusal-code']]).toEqual([409, 'too-many-stakes']);
    expect(refused.text).toMatch(/500 active stakes of DENA.*Unstake one/);
    expect((await player.post('/api/dena/unstake', { stakeId: 'old-3' })).status).toBe(200);
  });

  test('[CHN1] still ends what is no longer backed when it is refreshed, the newest first', async () => {
    server.chain.give(player.wallet, { denaWei: dena(4) });
    const refreshed = await player.post('/api/player-nation/refresh', {});
    expect(refreshed.status).toBe(200);
    expect(idsOf(await denaList(player, '?active=1'))).toEqual([
      'old-4',
      'old-2',
      'old-1',
      'old-0',
    ]);
    const view = refreshed.json(playerNationCall.answers[200]);
    expect(view.playerNation.denaAvailable).toBe('0');
  });
});

test('[PRO5] other parameters are ignored, as they were before lists had pages', async () => {
  const { wallet: walletAddress } = server.stranger();
  for (const call of [denaStakesCall, territoryCall]) {
    const answer = await server.ask(`${pathOf(call, { walletAddress })}?_=1&offset=1`);
    expect([answer.status, answer.text]).toEqual([200, '[]']);
  }
});
