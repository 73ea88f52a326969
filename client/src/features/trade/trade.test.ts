import { describe, expect, it } from 'vitest';
import { unitsAt } from './accrued.ts';

describe('[ACC1] resources between settlements', () => {
  const resources = {
    wood: 10,
    oil: 0,
    food: 3,
    technology: 0,
    perHour: { wood: 7.5, oil: 2, food: 4, technology: 1 },
    settledAt: '2026-11-21T12:00:00.000Z',
  };
  const at = Date.parse(resources.settledAt);

  it('accrue in whole units', () => {
    expect(unitsAt(resources, at + 45 * 60_000)).toEqual({
      wood: 15,
      oil: 1,
      food: 6,
      technology: 0,
    });
  });

  it('stop accruing after seven days, and never decrease', () => {
    const days = (count: number) => at + count * 24 * 60 * 60_000;
    expect(unitsAt(resources, days(30))).toEqual(unitsAt(resources, days(7)));
    expect(unitsAt(resources, at - 5000).wood).toBe(10);
  });
});
