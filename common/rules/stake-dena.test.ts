import { describe, expect, test } from 'vitest';
import { after, dena, holdings, newcomer, NOW, stakeId } from '../testing/fixtures.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
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
      stake: {
        gdpBonus: 1000,
        state: { status: 'active' },
        stakedAt: NOW,
        playerVersion: 2,
        unstakeableAt: NOW + LOCK_MS,
      },
      change: {
        player: { version: 2, standing: { gdp: 19_000, denaStakedWei: dena(10_000) } },
        event: {
          kind: 'dena-staked',
          gdpBefore: 18_000,
          detail: { stakeIds: ['a'], amount: '10000' },
          row: { gdp: 19_000 },
        },
      },
    });
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

  test('up to the largest GDP is accepted, past it is refused', () => {
    const whale = { now: NOW, holdings: holdings({ denaWei: 2n ** 255n }) };
    const most = { stakeId: stakeId('a'), amountWei: dena(BigInt(MAX_GDP - 25_000) * 10n) };
    expect(stakeDena(newcomer('usa').player, most, whale)).toMatchObject({
      ok: true,
      change: { player: { standing: { gdp: MAX_GDP } } },
    });
    for (const amountWei of [2n ** 200n, dena(BigInt(MAX_GDP) * 10n)]) {
      const decision = stakeDena(
        newcomer('usa').player,
        { stakeId: stakeId('a'), amountWei },
        whale,
      );
      expect(decision).toMatchObject({ ok: false, code: 'gdp-out-of-range' });
    }
  });
});
