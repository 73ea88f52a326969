import { describe, expect, test } from 'vitest';
import {
  after,
  dena,
  holdings,
  newcomer,
  NOW,
  stakeId,
  stakeIn,
  withManyStakes,
  type PlayerState,
} from '../testing/fixtures.ts';
import { LOCK_MS } from './lock.ts';
import { stakeDena } from './stake-dena.ts';
import { MAX_ACTIVE_STAKES } from './stake-limit.ts';
import { unstake } from './unstake.ts';

const facts = {
  now: NOW,
  holdings: holdings({ denaWei: dena(10_000), national: 600, cultural: 600 }),
};

function stakeOne({ player }: PlayerState, id = 'one') {
  return stakeDena(player, { stakeId: stakeId(id), amountWei: dena(10) }, facts);
}

describe('[STK1] a wallet has at most 500 active stakes of a kind', () => {
  test('the 500th succeeds, the next one is refused with the remedy', () => {
    const state = withManyStakes(newcomer('usa', facts.holdings), {
      active: MAX_ACTIVE_STAKES - 1,
    });
    const last = stakeOne(state);
    if (!last.ok) throw new Error(last.message);
    expect(last.change.player.standing.activeStakes.dena).toBe(500);
    const refused = stakeOne(after(state, last.change), 'another');
    expect(refused).toMatchObject({ ok: false, code: 'too-many-stakes' });
    if (!refused.ok) expect(refused.message).toMatch(/500 active stakes of DENA.*Unstake one/);
  });

  test('a wallet that predates the limit keeps its stakes, and can stake again once it is below', () => {
    let state = withManyStakes(newcomer('usa', facts.holdings), { active: MAX_ACTIVE_STAKES + 1 });
    for (const id of ['old-0', 'old-1']) {
      expect(stakeOne(state)).toMatchObject({ ok: false, code: 'too-many-stakes' });
      const ended = unstake(
        state.player,
        stakeIn(state, id),
        { kinds: ['dena'] },
        { now: NOW + LOCK_MS + MAX_ACTIVE_STAKES },
      );
      if (!ended.ok) throw new Error(ended.message);
      state = after(state, ended.change);
    }
    expect(stakeOne(state).ok).toBe(true);
  });
});
