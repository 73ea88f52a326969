/** [ORD1], and the tie-breakers. */
import { describe, expect, test } from 'vitest';
import type { Deed } from './deed.ts';
import { isBefore, wrongOrder } from './order.ts';
import { TieMemory, wrongPresident, wrongRanks, type Ties } from './ranking.ts';
import { ANN, BEN, deedOf, event, onChain, stakeOf, T0 } from './testing.ts';
import { replay, type WalletState } from './wallet.ts';
import { FACTS } from './facts.ts';
import type { WireEvent } from './wire.ts';

const trade = (span: readonly [number, number]): Deed =>
  deedOf({ is: 'trade', resourceType: 'wood', quantity: 10 }, span);

describe('[ORD1]', () => {
  const [first, second] = [trade([0, 10]), trade([11, 20])];
  const during = trade([9, 12]);
  const events = [first, second, during].map(() => event('traded', T0, [0, 0]));
  const told = (order: readonly Deed[]) => wrongOrder(events, (one) => order[events.indexOf(one)]);

  test('a commit answered before another was sent is earlier', () => {
    expect(isBefore(first, second)).toBe(true);
    expect(told([first, during, second])).toEqual([]);
    expect(told([during, first, second])).toEqual([]);
    expect(told([second, during, first])).not.toEqual([]);
    expect(told([during, second, first])).not.toEqual([]);
  });

  test('concurrent commits may be in either order', () => {
    expect(told([first, second, during])).toEqual([]);
  });
});

describe('ties', () => {
  const joins: Record<string, WireEvent> = {
    [ANN]: event('nation-chosen', T0, [0, 18_000]),
    [BEN]: event('nation-chosen', T0, [0, 18_000], { walletAddress: BEN }),
  };
  const state = (wallet: string, at = T0): WalletState => {
    const joined = joins[wallet];
    const stake = stakeOf(`art of ${wallet}`, at, {
      kind: 'cultural',
      quantity: 1,
      culturalGdp: 1200,
    });
    const staked = event('museum-staked', at, [18_000, 19_200], {
      walletAddress: wallet,
      detail: { stakeIds: [stake.id], quantity: 1 },
    });
    if (!joined) throw new Error('nobody joined');
    const replayed = replay([joined, staked], {
      facts: FACTS,
      stakes: new Map([[stake.id, stake]]),
      purse: onChain(1000n, 0n, 1n).ever,
      traits: new Map(),
    });
    if (!replayed.state) throw new Error('there is no player');
    return replayed.state;
  };
  const score = ({ gdp, gdpSince }: WalletState) => [gdp, gdpSince] as const;
  const tied = (deeds: Record<string, Deed>, memory = new TieMemory()): Ties => ({
    deedOf: (one) => deeds[one.walletAddress],
    memory,
  });
  const deeds = { [ANN]: trade([0, 10]), [BEN]: trade([11, 20]) };

  test('[LB1] ties follow the commits: the player answered first ranks first, whatever the clocks say', () => {
    const [ann, ben] = [state(ANN, T0 + 5000), state(BEN)];
    expect(wrongRanks('ranks', [ann, ben], score, tied(deeds))).toEqual([]);
    expect(wrongRanks('ranks', [ben, ann], score, tied(deeds)).join()).toMatch(/ORD1/);
  });

  test('[ORD1] an order that was seen once never changes', () => {
    const [ann, ben] = [state(ANN), state(BEN)];
    const atOnce = { [ANN]: trade([0, 10]), [BEN]: trade([0, 10]) };
    const memory = new TieMemory();
    const ties = tied(atOnce, memory);
    expect(wrongRanks('ranks', [ben, ann], score, ties)).toEqual([]);
    expect(wrongRanks('ranks', [ben, ann], score, ties)).toEqual([]);
    expect(wrongRanks('ranks', [ann, ben], score, ties).join()).toMatch(/ranked below it before/);
  });

  test('[PRE1] the player with the most cultural NFTs is President, a tie goes to the first to have them, no players to null', () => {
    const [ann, ben] = [state(ANN), state(BEN)];
    const ties = tied(deeds);
    const wrong = (wallet: string | null, count: number, players = [ann, ben]) =>
      wrongPresident('italy', { wallet, count }, players, ties);
    expect(wrong(ANN, 1)).toEqual([]);
    expect(wrong(BEN, 1).join()).toMatch(/ORD1/);
    expect(wrong(ANN, 2)).not.toEqual([]);
    expect(wrong(null, 1)).not.toEqual([]);
    expect(wrong(null, 0, [])).toEqual([]);
    expect(wrong(ANN, 0, [])).not.toEqual([]);
    ann.active = [];
    expect(wrong(ANN, 1).join()).toMatch(/does not have the most/);
  });
});
