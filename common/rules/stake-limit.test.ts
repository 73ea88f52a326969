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
  stakeIn,
  withManyStakes,
  type PlayerState,
} from '../testing/fixtures.ts';
import { LOCK_MS } from './lock.ts';
import { stakeDena } from './stake-dena.ts';
import { MAX_ACTIVE_STAKES } from './stake-limit.ts';
import { stakeNft } from './stake-nft.ts';
import { unstake } from './unstake.ts';
import { verifyHoldings } from './verify-holdings.ts';

const facts = {
  now: NOW,
  holdings: holdings({ denaWei: dena(10_000), national: 600, cultural: 600 }),
};

function stakeOne({ player }: PlayerState, id = 'one') {
  return stakeDena(player, { stakeId: stakeId(id), amountWei: dena(10) }, facts);
}

function stakeNational({ player }: PlayerState, id: string) {
  return stakeNft(
    player,
    { stakeId: stakeId(id), kind: 'national', contract: ALICE, tokenId: 1n, quantity: 1 },
    {
      ...facts,
      collections: { national: ALICE, cultural: BOB },
      token: { imageUrl: '', attributes: [] },
    },
  );
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

  test('each kind separately', () => {
    let state = withManyStakes(newcomer('usa', facts.holdings), { active: MAX_ACTIVE_STAKES });
    for (let n = 0; n < MAX_ACTIVE_STAKES; n += 1) {
      const decision = stakeNational(state, `n-${n}`);
      if (!decision.ok) throw new Error(decision.message);
      state = after(state, decision.change);
    }
    expect(state.player.standing.nationalCount).toBe(MAX_ACTIVE_STAKES);
    expect(stakeNational(state, 'more')).toMatchObject({ ok: false, code: 'too-many-stakes' });
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

  test('stakes that end for lack of backing make room too', () => {
    const state = withManyStakes(newcomer('usa', facts.holdings), { active: MAX_ACTIVE_STAKES });
    const change = verifyHoldings(state.player, {
      now: NOW,
      holdings: { ...facts.holdings, block: 2, denaWei: dena(490) },
      stakes: state.stakes,
    });
    if (!change) throw new Error('newer holdings are a change');
    expect(change.player.standing.activeStakes.dena).toBe(490);
    expect(stakeOne(after(state, change)).ok).toBe(true);
  });
});
