import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, anyNation, dena, holdings, newcomer, NOW, stakeId } from '../testing/fixtures.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
import { availableWei } from './dena.ts';
import { denaGdpBonus, standingOf } from './gdp.ts';
import { LOCK_MS } from './lock.ts';
import { stakeDena } from './stake-dena.ts';

const rich = { now: NOW, holdings: holdings({ block: 2, denaWei: dena(100_000) }) };

describe('[DEN1] staking DENA', () => {
  test('10,000 DENA raises the GDP by 1,000 [CON2]', () => {
    const state = newcomer('italy');
    const decision = stakeDena(
      state.player,
      { stakeId: stakeId('a'), amountWei: dena(10_000) },
      rich,
    );
    expect(decision).toMatchObject({
      ok: true,
      stake: { gdpBonus: 1000, state: { status: 'active' }, unstakeableAt: NOW + LOCK_MS },
      change: {
        player: { version: 2, standing: { gdp: 19_000, denaStakedWei: dena(10_000) } },
        event: { kind: 'dena-staked', gdpBefore: 18_000, row: { gdp: 19_000 } },
      },
    });
  });

  test('records the newer holdings', () => {
    const decision = stakeDena(
      newcomer('usa', { denaWei: dena(1) }).player,
      { stakeId: stakeId('a'), amountWei: dena(2) },
      rich,
    );
    expect(decision).toMatchObject({ ok: true, change: { player: { holdings: rich.holdings } } });
  });

  test('is refused before a nation is chosen', () => {
    const decision = stakeDena(null, { stakeId: stakeId('a'), amountWei: dena(1) }, rich);
    expect(decision).toMatchObject({ ok: false, code: 'no-nation' });
  });

  test('of 0 is refused', () => {
    const decision = stakeDena(
      newcomer('usa').player,
      { stakeId: stakeId('a'), amountWei: 0n },
      rich,
    );
    expect(decision).toMatchObject({ ok: false, code: 'amount-not-positive' });
  });

  test('of more than is available is refused, and says what is available', () => {
    const first = stakeDena(
      newcomer('usa').player,
      { stakeId: stakeId('a'), amountWei: dena(99_999) },
      rich,
    );
    if (!first.ok) throw new Error(first.message);
    const state = after(newcomer('usa'), first.change);
    const second = stakeDena(
      state.player,
      { stakeId: stakeId('b'), amountWei: dena(1) + 1n },
      rich,
    );
    expect(second).toMatchObject({ ok: false, code: 'insufficient-dena' });
    if (!second.ok) expect(second.message).toContain('Only 1 DENA');
    expect(stakeDena(state.player, { stakeId: stakeId('b'), amountWei: dena(1) }, rich).ok).toBe(
      true,
    );
  });

  test('past the largest GDP is refused', () => {
    const whale = { now: NOW, holdings: holdings({ denaWei: 2n ** 255n }) };
    for (const amountWei of [2n ** 200n, dena(BigInt(MAX_GDP) * 10n)]) {
      const decision = stakeDena(
        newcomer('usa').player,
        { stakeId: stakeId('a'), amountWei },
        whale,
      );
      expect(decision).toMatchObject({ ok: false, code: 'gdp-out-of-range' });
    }
  });

  test('in any amounts never exceeds the balance, and the stored GDP always equals the recomputed one', () => {
    fc.assert(
      fc.property(
        anyNation,
        fc.bigInt({ min: 0n, max: dena(1000) }),
        fc.array(fc.bigInt({ min: 0n, max: dena(400) }), { maxLength: 12 }),
        (nation, balanceWei, amounts) => {
          let state = newcomer(nation);
          const facts = { now: NOW, holdings: holdings({ denaWei: balanceWei }) };
          for (const [i, amountWei] of amounts.entries()) {
            const fits =
              amountWei > 0n &&
              amountWei <= availableWei({ ...state.player, holdings: facts.holdings });
            const decision = stakeDena(
              state.player,
              { stakeId: stakeId(`s${i}`), amountWei },
              facts,
            );
            expect(decision.ok).toBe(fits);
            if (decision.ok) state = after(state, decision.change);
            expect(state.player.standing).toEqual(standingOf(nation, state.stakes));
            expect(state.player.standing.denaStakedWei <= balanceWei).toBe(true);
          }
        },
      ),
    );
  });
});

test('[GDP1] the bonus is floor(amount × 0.1), per stake', () => {
  expect(denaGdpBonus(dena(9))).toBe(0n);
  expect(denaGdpBonus(dena(10) - 1n)).toBe(0n);
  expect(denaGdpBonus(dena(10))).toBe(1n);
  expect(denaGdpBonus(dena(19))).toBe(1n);
});
