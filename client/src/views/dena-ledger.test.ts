import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatDena } from '../../../common/values/amount.ts';
import { denaText, ledgerOf } from './dena-ledger.ts';

const totals = (staked: bigint, spent: bigint) => ({
  denaStaked: formatDena(staked),
  denaSpent: formatDena(spent),
  territoryValue: 0,
  productionBonus: 0,
  culturalCount: 0,
});
const wei = fc.bigInt({ min: 0n, max: 10n ** 30n });

it('[DEN1] always adds up: held plus short equals staked, paid and left', () => {
  fc.assert(
    fc.property(wei, wei, wei, (held, staked, spent) => {
      const server = { totals: totals(staked, spent) };
      const ledger = ledgerOf(held, server);
      expect(held + ledger.shortWei).toBe(staked + ledger.spentWei + ledger.freeWei);
      expect(ledger.freeWei === 0n || ledger.shortWei === 0n).toBe(true);
    }),
  );
});

it('uses the newest balance: more arrived since the server looked, or less is left', () => {
  const dena = 10n ** 18n;
  const server = { totals: totals(40n * dena, 0n) };
  expect(ledgerOf(150n * dena, server)).toMatchObject({ freeWei: 110n * dena, shortWei: 0n });
  expect(ledgerOf(10n * dena, server)).toMatchObject({ freeWei: 0n, shortWei: 30n * dena });
});

it('[CON8] is written with at most four decimals', () => {
  const dust = 6n * 10n ** 13n;
  const { spentWei, freeWei } = ledgerOf(100n * 10n ** 18n, { totals: totals(0n, dust) });
  expect([denaText(spentWei), denaText(freeWei)]).toEqual(['<0.0001', '99.9999']);
});
