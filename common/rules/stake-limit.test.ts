import { expect, test } from 'vitest';
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
  withManyStakes,
} from '../testing/fixtures.ts';
import { stakeDena } from './stake-dena.ts';

const facts = {
  now: NOW,
  rules,
  holdings: holdings({ denaWei: dena(10_000), national: 600, cultural: 600 }),
};

function stakeOne({ player }: PlayerState, id: string) {
  return stakeDena(player, { stakeId: stakeId(id), amountWei: dena(10) }, facts);
}

test('[STK1] of at most 500 active stakes of a kind, the 500th succeeds, the next one is refused with the remedy', () => {
  const state = withManyStakes(newcomer('usa', facts.holdings), {
    active: rules.maxStakesPerKind - 1,
  });
  const { change } = accepted(stakeOne(state, 'last'));
  expect(change.player.standing.activeStakes.dena).toBe(500);
  const refused = stakeOne(after(state, change), 'another');
  expect(refused).toMatchObject({ ok: false, code: 'too-many-stakes' });
  if (!refused.ok) expect(refused.message).toMatch(/500 active stakes of DENA.*Unstake one/);
});
