/** The model against the words of RULES.md. */
import { describe, expect, test } from 'vitest';
import { FACTS } from './facts.ts';
import { denaText, WEI } from './money.ts';
import { event, HOUR, onChain, stakeOf, T0 } from './testing.ts';
import { availableWei, replay } from './wallet.ts';
import type { Stake } from './deed.ts';
import type { WireEvent } from './wire.ts';

const DAY = 24 * HOUR;

function by(
  stakes: readonly Stake[],
  holds = onChain(1000n, 9n, 9n),
): Parameters<typeof replay>[1] {
  return {
    facts: FACTS,
    stakes: new Map(stakes.map((stake) => [stake.id, stake])),
    traits: new Map(),
    purse: { ...holds.ever, dena: new Set([...holds.ever.dena, 30n * WEI, 15n * WEI]) },
  };
}

const joined = event('nation-chosen', T0, [0, 18_000]);
const dena = (id: string, amount: bigint, at = T0) => stakeOf(id, at, { amountWei: amount * WEI });

function staked(stake: Stake, gdp: readonly [number, number], rest: Partial<WireEvent> = {}) {
  const detail = { stakeIds: [stake.id], amount: denaText(stake.amountWei) };
  return event('dena-staked', stake.stakedAt, gdp, { detail, ...rest });
}

describe('a wallet’s events', () => {
  test('[DEN1] stake no more than is available', () => {
    const stake = dena('a', 1000n);
    const { state, complaints } = replay([joined, staked(stake, [18_000, 18_100])], by([stake]));
    expect(complaints).toEqual([]);
    expect(state && availableWei(state)).toBe(0n);
    const more = dena('b', 1n);
    const again = [joined, staked(stake, [18_000, 18_100]), staked(more, [18_100, 18_100])];
    expect(replay(again, by([stake, more])).complaints.join()).toMatch(/DEN1/);
  });

  test('[LCK1] [LCK2] end a stake once, after its lock', () => {
    const stake = dena('a', 10n);
    const ends = (at: number) =>
      event('dena-unstaked', at, [18_001, 18_000], { detail: { stakeIds: ['a'] } });
    const begun = [joined, staked(stake, [18_000, 18_001])];
    expect(replay([...begun, ends(T0 + FACTS.lockMs)], by([stake])).complaints).toEqual([]);
    expect(replay([...begun, ends(T0 + FACTS.lockMs - 1)], by([stake])).complaints.join()).toMatch(
      /LCK1/,
    );
    const twice = [
      ...begun,
      ends(T0 + FACTS.lockMs + DAY),
      { ...ends(T0 + FACTS.lockMs + 2 * DAY), gdpBefore: 18_000 },
    ];
    expect(replay(twice, by([stake])).complaints.join()).toMatch(/LCK2/);
  });

  test('[CHN1] end whole stakes, newest first, and no more than necessary', () => {
    const [old, newer, newest] = [dena('a', 20n), dena('b', 10n, T0 - 1), dena('c', 10n)];
    const begun = [
      joined,
      staked(old, [18_000, 18_002]),
      staked(newer, [18_002, 18_003]),
      staked(newest, [18_003, 18_004]),
    ];
    const ended = (ids: readonly string[], gdp: number, denaBalance: string) =>
      event('stakes-unbacked', T0 + 1, [18_004, gdp], {
        detail: { stakeIds: [...ids] },
        denaBalance,
      });
    const by3 = by([old, newer, newest]);
    expect(replay([...begun, ended(['c'], 18_003, '30')], by3).complaints).toEqual([]);
    expect(replay([...begun, ended(['b'], 18_003, '30')], by3).complaints.join()).toMatch(/by the rules c/); // prettier-ignore
    expect(replay([...begun, ended(['c', 'b'], 18_002, '30')], by3).complaints).not.toEqual([]);
    expect(replay([...begun, ended(['c', 'b', 'a'], 18_000, '15')], by3).complaints).toEqual([]);
    // By their times, the second would be the oldest; times decide nothing [ORD1].
    expect(replay([...begun, ended(['c', 'a'], 18_001, '15')], by3).complaints).not.toEqual([]);
  });

  test('[NFT1] [NFT2] stake copies at their correct value', () => {
    const land = (id: string, km2: number) =>
      stakeOf(id, T0, { kind: 'national', quantity: 1, hundredths: 10, km2 });
    const stakes = (first: Stake, second: Stake) => [
      joined,
      staked(first, [18_000, 19_800], { kind: 'national-staked', detail: { stakeIds: [first.id], quantity: 1 } }), // prettier-ignore
      staked(second, [19_800, 21_600], { kind: 'national-staked', detail: { stakeIds: [second.id], quantity: 1 } }), // prettier-ignore
    ];
    const found = (a: Stake, b: Stake) => replay(stakes(a, b), by([a, b])).complaints;
    expect(found(land('a', 100), land('b', 100))).toEqual([]);
    expect(found(land('a', 100), land('b', 101)).join()).toMatch(/the wrong value/);
    expect(found(land('a', 99), land('b', 99)).join()).toMatch(/the wrong value/);
  });
});
