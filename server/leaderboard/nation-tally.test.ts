import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePresidency } from '../../common/rules/ranking.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { boardRowSchema, type BoardRow } from '../../common/values/board-row.ts';

import { NationTally } from './nation-tally.ts';

function rowOf(n: number, gdp: number, culturalCount: number, culturalOrder: number): BoardRow {
  return boardRowSchema.parse({
    wallet: walletOf(n),
    nationId: 'italy',
    gdp,
    gdpSince: 0,
    gdpOrder: 0,
    denaBalanceWei: '0',
    denaHoldingsWei: '0',
    resources: { wood: 0, oil: 0, food: 0, technology: 0 },
    culturalCount,
    culturalSince: 0,
    culturalOrder,
  });
}

test('[PRE1] the totals and the president match all rows, through any changes', () => {
  const anyStep = fc.tuple(
    fc.nat({ max: 5 }),
    fc.nat({ max: 100 }),
    fc.nat({ max: 2 }),
    fc.nat({ max: 2 }),
  );
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60, size: 'max' }), (steps) => {
      const tally = new NationTally();
      const rows = new Map<number, BoardRow>();
      for (const [n, gdp, count, since] of steps) {
        const before = tally.totals;
        const row = rowOf(n, gdp, count, since);
        const changed = tally.replace(rows.get(n) ?? null, row);
        rows.set(n, row);
        const candidates = [...rows.values()].filter((other) => other.culturalCount > 0);
        const president = candidates.toSorted(comparePresidency)[0];
        expect(tally.totals).toEqual({
          gdp: [...rows.values()].reduce((sum, other) => sum + other.gdp, 0),
          players: rows.size,
          presidentWallet: president?.wallet ?? null,
          presidentStakedCount: president?.culturalCount ?? 0,
        });
        expect(changed).toBe(
          before.presidentWallet !== tally.totals.presidentWallet ||
            before.presidentStakedCount !== tally.totals.presidentStakedCount,
        );
      }
    }),
  );
});
