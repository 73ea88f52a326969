import { describe, expect, test } from 'vitest';
import {
  after,
  ALICE,
  BOB,
  dena,
  holdings,
  newcomer,
  NOW,
  stakeId,
  type PlayerState,
} from '../testing/fixtures.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeNft } from './stake-nft.ts';
import { trade } from './trade.ts';
import { isVerified, unbackedAmounts, verifyHoldings } from './verify-holdings.ts';

const full = holdings({ block: 2, denaWei: dena(100), national: 3, cultural: 5 });

function withDena(state: PlayerState, id: string, amount: number, now: number): PlayerState {
  const decision = stakeDena(
    state.player,
    { stakeId: stakeId(id), amountWei: dena(amount) },
    { now, holdings: full },
  );
  if (!decision.ok) throw new Error(decision.message);
  return after(state, decision.change);
}

function withNational(state: PlayerState, id: string, quantity: number, now: number): PlayerState {
  const decision = stakeNft(
    state.player,
    { stakeId: stakeId(id), kind: 'national', contract: ALICE, tokenId: 1n, quantity },
    {
      now,
      holdings: full,
      collections: { national: ALICE, cultural: BOB },
      token: { imageUrl: '', attributes: [] },
    },
  );
  if (!decision.ok) throw new Error(decision.message);
  return after(state, decision.change);
}

describe('[CHN1] stakes are backed', () => {
  test('the newest end first, locked or not, until the rest is backed', () => {
    let state = withNational(newcomer('usa'), 'old', 1, NOW);
    state = withNational(state, 'new', 2, NOW + 1);
    const change = verifyHoldings(state.player, {
      stakes: state.stakes,
      now: NOW + 2,
      holdings: { ...full, block: 3, national: 2 },
    });
    expect(change?.stakes.map(({ id, state: s }) => [id, s])).toEqual([
      ['new', { status: 'ended', endedAt: NOW + 2, reason: 'unbacked' }],
    ]);
    expect(change?.event).toMatchObject({
      kind: 'stakes-unbacked',
      detail: { stakeIds: ['new'] },
    });
    expect(change?.player.standing.territoryKm2).toBe(state.player.standing.territoryKm2 / 3);
  });

  test('DENA stakes end newest first and whole, while stakes and spent exceed the balance', () => {
    let state = withDena(newcomer('usa'), 'a', 30, NOW);
    state = withDena(state, 'b', 30, NOW + 1);
    state = withDena(state, 'c', 10, NOW + 2);
    const change = verifyHoldings(state.player, {
      stakes: state.stakes,
      now: NOW + 3,
      holdings: { ...full, block: 3, denaWei: dena(59) },
    });
    expect(change?.stakes.map(({ id }) => id)).toEqual(['c', 'b']);
    expect(change?.player.standing.denaStakedWei).toBe(dena(30));
  });

  test('spent DENA backs no stake, and no amount falls below 0', () => {
    let state = withDena(newcomer('usa', { denaWei: dena(100) }), 'a', 10, NOW - 1);
    const decision = trade(
      state.player,
      { resourceType: 'wood', quantity: 10 },
      { now: NOW, holdings: { ...full, denaWei: dena(110) } },
    );
    if (!decision.ok) throw new Error(decision.message);
    state = after(state, decision.change);
    const change = verifyHoldings(state.player, {
      stakes: state.stakes,
      now: NOW,
      holdings: { ...full, block: 3, denaWei: dena(50) },
    });
    expect(change?.player.standing.denaStakedWei).toBe(0n);
    expect(change?.event.row.denaHoldingsWei).toBe(0n);
  });

  test('the same balances at a newer block are no change', () => {
    const state = withDena(newcomer('usa'), 'a', 30, NOW);
    const held = { ...full, block: 9 };
    const facts = { stakes: state.stakes, now: NOW + 1, holdings: held };
    expect(verifyHoldings(state.player, facts)).toBeNull();
    expect(isVerified(state.player, held)).toBe(true);
  });

  test('a stake that the known balances never backed ends, even if they are unchanged', () => {
    const state = withDena(newcomer('usa'), 'a', 30, NOW);
    const held = { ...full, denaWei: dena(29) };
    const player = { ...state.player, holdings: held };
    expect(isVerified(player, held)).toBe(false);
    const facts = { stakes: state.stakes, now: NOW + 1, holdings: { ...held, block: 9 } };
    expect(verifyHoldings(player, facts)?.stakes.map(({ id }) => id)).toEqual(['a']);
  });

  test('holdings of an older block prove nothing', () => {
    const state = withDena(newcomer('usa'), 'a', 30, NOW);
    const old = { now: NOW, holdings: holdings({ block: 1 }), stakes: state.stakes };
    expect(verifyHoldings(state.player, old)).toBeNull();
  });

  test('the player’s totals give the unbacked amount, kind by kind', () => {
    let state = withDena(newcomer('usa', { denaWei: dena(100) }), 'a', 30, NOW);
    state = withNational(state, 'b', 3, NOW + 1);
    const held = { ...full, denaWei: dena(29), national: 1, cultural: 0 };
    expect(unbackedAmounts(state.player, held)).toEqual({
      dena: dena(1),
      national: 2n,
      cultural: 0n,
    });
    expect(unbackedAmounts(state.player, full)).toEqual({ dena: 0n, national: 0n, cultural: 0n });
  });
});
