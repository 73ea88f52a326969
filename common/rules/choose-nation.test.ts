import { describe, expect, test } from 'vitest';
import { ALICE, dena, holdings, newcomer, NOW, rules, stakeId } from '../testing/fixtures.ts';
import { NATION_IDS } from '../values/nations.ts';
import { NOTHING_CONTRIBUTED } from '../values/works.ts';
import { chooseNation } from './choose-nation.ts';
import { contribute } from './contribute.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeNft } from './stake-nft.ts';
import { trade } from './trade.ts';

const facts = { now: NOW, rules, holdings: holdings({ denaWei: dena(100) }) };

test('[NAT1] the four nations, in their order, with their starting GDP', () => {
  expect(NATION_IDS.map((id) => [id, rules.startingGdp[id]])).toEqual([
    ['usa', 25_000],
    ['italy', 18_000],
    ['argentina', 15_000],
    ['china', 22_000],
  ]);
});

describe('[NAT3] a choice', () => {
  test('creates a player with the starting GDP and the holdings on chain', () => {
    const decision = chooseNation(null, { wallet: ALICE, nationId: 'italy' }, facts);
    expect(decision).toMatchObject({
      ok: true,
      change: {
        player: {
          wallet: ALICE,
          nationId: 'italy',
          version: 1,
          joinedAt: NOW,
          startingGdp: 18_000,
          standing: { gdp: 18_000 },
          holdings: { denaWei: dena(100) },
        },
        stakes: [],
        event: { kind: 'nation-chosen', gdpBefore: 0, at: NOW, row: { gdp: 18_000 } },
      },
    });
    if (decision.ok) expect(decision.change?.event.row).not.toHaveProperty('contributed');
  });

  test('made again changes nothing', () => {
    const { player } = newcomer('italy');
    const again = chooseNation(player, { wallet: ALICE, nationId: 'italy' }, facts);
    expect(again).toEqual({ ok: true, change: null });
  });
});

test('[NAT3] before a nation is chosen, nothing else can be done', () => {
  const gift = { resourceType: 'wood', quantity: 10 } as const;
  const nft = { stakeId: stakeId('n'), kind: 'national', contract: ALICE, tokenId: 1n, quantity: 1 } as const; // prettier-ignore
  const collections = { national: ALICE, cultural: ALICE };
  for (const refused of [
    stakeDena(null, { stakeId: stakeId('a'), amountWei: dena(1) }, facts),
    stakeNft(null, nft, { ...facts, collections, token: null }),
    trade(null, gift, facts),
    contribute(null, gift, { now: NOW, rules, totals: NOTHING_CONTRIBUTED }),
  ]) {
    expect(refused).toMatchObject({ ok: false, code: 'no-nation' });
  }
});
