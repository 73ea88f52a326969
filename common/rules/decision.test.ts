import { describe, expect, test } from 'vitest';
import { ALICE, BOB, dena, holdings, newcomer, NOW, rules, stakeId } from '../testing/fixtures.ts';
import { chooseNation } from './choose-nation.ts';
import { inOrder, type Change, type Decision } from './decision.ts';
import { boardRow } from './ranking.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeNft } from './stake-nft.ts';
import { trade } from './trade.ts';

const facts = {
  now: NOW + 1,
  rules,
  holdings: holdings({ denaWei: dena(1000), cultural: 1 }),
};
const id = stakeId('a');
const joined = () => newcomer('usa').player;
const art = { stakeId: id, kind: 'cultural', contract: BOB, tokenId: 1n, quantity: 1 } as const; // prettier-ignore
const collections = { national: ALICE, cultural: BOB };

/** Each with whether it changes the GDP, and the number of cultural NFTs. */
const COMMANDS: readonly [string, boolean, boolean, () => Decision][] = [
  ['a trade', false, false, () => trade(joined(), { resourceType: 'wood', quantity: 10 }, facts)],
  ['DENA', true, false, () => stakeDena(joined(), { stakeId: id, amountWei: dena(10) }, facts)], // prettier-ignore
  ['a cultural NFT', true, true, () => stakeNft(joined(), art, { ...facts, collections, token: null })], // prettier-ignore
];

function changeOf(decision: { readonly ok: boolean; readonly change?: Change | null }): Change {
  if (!decision.change) throw new Error('refused');
  return decision.change;
}

describe('[ORD1] when the GDP and the cultural NFTs last changed, and in which commit', () => {
  test.each(COMMANDS)('%s', (_, movesGdp, movesCount, decide) => {
    const change = changeOf(decide());
    expect(change.player).toMatchObject({
      gdpSince: movesGdp ? NOW + 1 : NOW,
      culturalSince: movesCount ? NOW + 1 : NOW,
    });
    const { player, event, order } = inOrder(change, joined(), 7);
    expect(order).toBe(7);
    expect(player).toEqual({
      ...change.player,
      gdpOrder: movesGdp ? 7 : NOW,
      culturalOrder: movesCount ? 7 : NOW,
    });
    expect(event).toEqual({ ...change.event, row: boardRow(player) });
  });

  test('of a player who joins it is that commit', () => {
    const change = changeOf(chooseNation(null, { wallet: ALICE, nationId: 'italy' }, facts));
    const { player } = inOrder(change, null, 7);
    expect(player).toEqual({ ...change.player, gdpOrder: 7, culturalOrder: 7 });
  });
});
