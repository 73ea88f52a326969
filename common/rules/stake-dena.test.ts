import { describe, expect, test } from 'vitest';
import {
  accepted,
  after,
  dena,
  holdings,
  newcomer,
  NOW,
  rules,
  stakeId,
} from '../testing/fixtures.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
import { stakeDena } from './stake-dena.ts';

const rich = {
  now: NOW,
  rules,
  holdings: holdings({ block: 2, denaWei: dena(100_000) }),
};

const stake = (amountWei: bigint, { player } = newcomer('usa'), facts = rich) =>
  stakeDena(player, { stakeId: stakeId('a'), amountWei }, facts);

describe('[DEN1] staking DENA', () => {
  test('10,000 DENA raises the GDP by 1,000 [CON2]', () => {
    expect(stake(dena(10_000), newcomer('italy'))).toMatchObject({
      ok: true,
      stake: {
        gdpBonus: 1000,
        state: { status: 'active' },
        stakedAt: NOW,
        playerVersion: 2,
        unstakeableAt: NOW + rules.lockMs,
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

  test('of more than is available is refused, and says what is available', () => {
    const state = after(newcomer('usa'), accepted(stake(dena(99_999))).change);
    const second = stake(dena(1) + 1n, state);
    expect(second).toMatchObject({ ok: false, code: 'insufficient-dena' });
    if (!second.ok) expect(second.message).toContain('Only 1 DENA');
    expect(stake(dena(1), state).ok).toBe(true);
  });

  test('up to the largest GDP is accepted, past it is refused', () => {
    const whale = { now: NOW, rules, holdings: holdings({ denaWei: 2n ** 255n }) };
    const most = dena(BigInt(MAX_GDP - 25_000) * 10n);
    expect(stake(most, newcomer('usa'), whale)).toMatchObject({
      ok: true,
      change: { player: { standing: { gdp: MAX_GDP } } },
    });
    for (const amountWei of [2n ** 200n, dena(BigInt(MAX_GDP) * 10n)]) {
      const refused = { ok: false, code: 'gdp-out-of-range' };
      expect(stake(amountWei, newcomer('usa'), whale)).toMatchObject(refused);
    }
  });
});
