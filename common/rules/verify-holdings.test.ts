import { describe, expect, test } from 'vitest';
import {
  accepted,
  after,
  dena,
  holdings,
  newcomer,
  NOW,
  type PlayerState,
  rules,
  stakeId,
} from '../testing/fixtures.ts';
import { stakeDena } from './stake-dena.ts';
import { trade } from './trade.ts';
import { isVerified, verifyHoldings } from './verify-holdings.ts';

const full = holdings({ block: 2, denaWei: dena(100), national: 3, cultural: 5 });

function withDena(state: PlayerState, id: string, amount: number, now: number): PlayerState {
  const command = { stakeId: stakeId(id), amountWei: dena(amount) };
  const { change } = accepted(stakeDena(state.player, command, { now, rules, holdings: full }));
  return after(state, change);
}

describe('[CHN1] stakes are backed', () => {
  test('DENA stakes end newest first and whole, while stakes and spent exceed the balance', () => {
    let state = withDena(newcomer('usa'), 'a', 30, NOW);
    state = withDena(state, 'b', 30, NOW + 1);
    state = withDena(state, 'c', 10, NOW + 2);
    const change = verifyHoldings(state.player, {
      stakes: state.stakes,
      now: NOW + 3,
      rules,
      holdings: { ...full, block: 3, denaWei: dena(59) },
    });
    if (!change) throw new Error('unchanged');
    expect(change.stakes.map(({ id }) => id)).toEqual(['c', 'b']);
    expect(change.player.standing.denaStakedWei).toBe(dena(30));
    expect(change.event).toMatchObject({
      kind: 'stakes-unbacked',
      detail: { stakeIds: ['c', 'b'], block: 3 },
    });
    // Those that have ended back nothing, and do not end again.
    state = after(state, change);
    const next = { ...full, block: 4, denaWei: dena(20) };
    const again = verifyHoldings(state.player, {
      stakes: state.stakes,
      now: NOW,
      rules,
      holdings: next,
    });
    expect(again?.stakes.map(({ id }) => id)).toEqual(['a']);
  });

  test('[LB2] spent DENA backs no stake, and no amount falls below 0', () => {
    let state = withDena(newcomer('usa', { denaWei: dena(100) }), 'a', 10, NOW - 1);
    const order = { resourceType: 'wood', quantity: 10 } as const;
    const facts = { now: NOW, rules, holdings: { ...full, denaWei: dena(110) } };
    state = after(state, accepted(trade(state.player, order, facts)).change);
    const change = verifyHoldings(state.player, {
      stakes: state.stakes,
      now: NOW,
      rules,
      holdings: { ...full, block: 3, denaWei: dena(50) },
    });
    expect(change?.player.standing.denaStakedWei).toBe(0n);
    expect(change?.event.row.denaHoldingsWei).toBe(0n);
  });

  test('the same balances at a newer block are no change', () => {
    const state = withDena(newcomer('usa'), 'a', 30, NOW);
    const held = { ...full, block: 9 };
    const facts = { stakes: state.stakes, now: NOW + 1, rules, holdings: held };
    expect(verifyHoldings(state.player, facts)).toBeNull();
    expect(isVerified(state.player, held)).toBe(true);
  });

  test('a stake that the known balances never backed ends, even if they are unchanged', () => {
    const state = withDena(newcomer('usa'), 'a', 30, NOW);
    const held = { ...full, denaWei: dena(29) };
    const player = { ...state.player, holdings: held };
    expect(isVerified(player, held)).toBe(false);
    const facts = {
      stakes: state.stakes,
      now: NOW + 1,
      rules,
      holdings: { ...held, block: 9 },
    };
    expect(verifyHoldings(player, facts)?.stakes.map(({ id }) => id)).toEqual(['a']);
  });

  test.each(['denaWei', 'national', 'cultural'] as const)(
    'another balance of %s that backs every stake is recorded, even of the same block',
    (kind) => {
      const { player } = newcomer('usa', full);
      const more = holdings({ ...full, ...(kind === 'denaWei' ? { denaWei: 1n } : { [kind]: 9 }) });
      expect(isVerified(player, more)).toBe(false);
      expect(verifyHoldings(player, { stakes: [], now: NOW, rules, holdings: more })).toMatchObject(
        {
          player: { holdings: more },
          event: { kind: 'holdings-verified', detail: {} },
        },
      );
    },
  );

  test('holdings of an older block prove nothing', () => {
    const state = withDena(newcomer('usa'), 'a', 30, NOW);
    const old = {
      now: NOW,
      rules,
      holdings: holdings({ block: 1 }),
      stakes: state.stakes,
    };
    expect(verifyHoldings(state.player, old)).toBeNull();
  });
});
