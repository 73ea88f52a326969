/** Nothing is retroactive: a change of the rules leaves what was told before it. */
import { describe, expect, test } from 'vitest';
import {
  accepted,
  after,
  ALICE,
  DAY_MS,
  dena,
  holdings,
  newcomer,
  NOW,
  rules,
  stakeId,
  stakeIn,
  type PlayerState,
} from '../testing/fixtures.ts';
import type { RulesInForce } from '../values/rules.ts';
import { chooseNation } from './choose-nation.ts';
import { receiptOf } from './receipt.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeNft } from './stake-nft.ts';
import { unstake } from './unstake.ts';

const held = holdings({ denaWei: dena(1000), national: 1, cultural: 1 });
const collections = { national: ALICE, cultural: ALICE };

function withDena(state: PlayerState, id: string, by: RulesInForce): PlayerState {
  const command = { stakeId: stakeId(id), amountWei: dena(100) };
  const facts = { now: NOW, rules: by, holdings: held };
  return after(state, accepted(stakeDena(state.player, command, facts)).change);
}

function withNft(state: PlayerState, kind: 'national' | 'cultural', by: RulesInForce): PlayerState {
  const command = { stakeId: stakeId(kind), kind, contract: ALICE, tokenId: 2n, quantity: 1 };
  const token = { imageUrl: '', attributes: [{ trait: 'production', value: 0.5 }] };
  const facts = { now: NOW, rules: by, holdings: held, collections, token };
  return after(state, accepted(stakeNft(state.player, command, facts)).change);
}

describe('[RUL3] after a change of the rules', () => {
  test('[GDP1] a DENA stake counts what it gave when it began, until it ends', () => {
    const dearer = { ...rules, denaPerDollar: 25 };
    const state = withDena(withDena(newcomer('italy'), 'before', rules), 'after', dearer);
    expect(state.player.standing.gdp).toBe(18_000 + 10 + 4);
    expect(receiptOf(state.player.startingGdp, state.stakes).total).toBe(18_014);
    const { lockMs } = rules;
    const facts = { now: NOW + lockMs, rules: dearer };
    const ended = unstake(state.player, stakeIn(state, 'before'), { kinds: ['dena'] }, facts);
    expect(ended).toMatchObject({ change: { player: { standing: { gdp: 18_004 } } } });
  });

  test('[NFT2] a cultural stake counts its own bonus', () => {
    const less = { ...rules, culturalGdpBonus: { ...rules.culturalGdpBonus, italy: 1 } };
    const state = withNft(newcomer('italy'), 'cultural', rules);
    const facts = { now: NOW + rules.lockMs, rules: less };
    const ended = unstake(state.player, stakeIn(state, 'cultural'), { kinds: ['cultural'] }, facts);
    expect(ended).toMatchObject({ change: { player: { standing: { gdp: 18_000 } } } });
  });

  test('[NAT1] a player keeps the starting GDP of joining, which production multiplies', () => {
    const poorer = { ...rules, startingGdp: { ...rules.startingGdp, italy: 100 } };
    const { player } = withNft(newcomer('italy'), 'national', poorer);
    expect(player.standing.gdp).toBe(18_000 + 9000);
    const facts = { now: NOW, rules: poorer, holdings: held };
    const next = chooseNation(null, { wallet: ALICE, nationId: 'italy' }, facts);
    expect(next).toMatchObject({
      change: { player: { startingGdp: 100, standing: { gdp: 100 } } },
    });
  });

  test('[LCK1] a stake is locked for as long as it was told', () => {
    const state = withDena(newcomer('italy'), 'a', rules);
    const ending = (now: number, lockMs: number) =>
      unstake(
        state.player,
        stakeIn(state, 'a'),
        { kinds: ['dena'] },
        { now, rules: { ...rules, lockMs } },
      );
    expect(ending(NOW + 6 * DAY_MS, DAY_MS)).toMatchObject({ code: 'stake-locked' });
    expect(ending(NOW + 7 * DAY_MS, 30 * DAY_MS).ok).toBe(true);
  });

  test('[STK1] a wallet that has more stakes than are allowed by now begins no other', () => {
    const fewer = { ...rules, maxStakesPerKind: 1 };
    const state = withDena(withDena(newcomer('italy'), 'a', rules), 'b', rules);
    const command = { stakeId: stakeId('c'), amountWei: dena(1) };
    const facts = { now: NOW, rules: fewer, holdings: held };
    expect(stakeDena(state.player, command, facts)).toMatchObject({ code: 'too-many-stakes' });
  });
});
