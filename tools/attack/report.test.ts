import { describe, expect, test } from 'vitest';
import { delays, latencyOf, table, wrongs, type Outcome } from './report.ts';

const HELD: Outcome = {
  name: 'an-attack',
  complaints: [],
  note: '5 × 200',
  isAlive: true,
  quiet: { p50Ms: 2, p99Ms: 20 },
  during: { p50Ms: 4, p99Ms: 140 },
  after: { p50Ms: 2, p99Ms: 20 },
  failures: [],
  rssMb: { before: 200, peak: 300, after: 250 },
  heapMb: { before: 50, after: 55 },
  lag: { p99Ms: 20, maxMs: 60 },
};

describe('an attack is held', () => {
  test('if nothing is wrong and nobody waits', () => {
    expect([...wrongs(HELD), ...delays(HELD)]).toEqual([]);
    expect(table([HELD])).toMatch(/^an-attack .* held$/m);
  });

  test.each<[string, Partial<Outcome>]>([
    ['the process died', { isAlive: false }],
    ['memory grew by 150 MB', { rssMb: { before: 200, peak: 350, after: 210 } }],
    ['50 MB were not released', { heapMb: { before: 50, after: 100 } }],
    ['7 joined', { complaints: ['7 joined'] }],
  ])('not if %s', (words, change) => {
    expect(wrongs({ ...HELD, ...change })).toEqual([words]);
    expect(table([{ ...HELD, ...change }])).toContain(`! ${words}`);
    expect(table([{ ...HELD, ...change }])).toMatch(/^an-attack .* FAILED$/m);
  });

  test('not if the bystander waits longer than both bounds', () => {
    const during = { p50Ms: 5, p99Ms: 150 };
    expect(delays({ ...HELD, during })).toEqual(['p99 150 ms, above 150']);
    expect(table([{ ...HELD, during }])).toMatch(/^an-attack .* SLOW$/m);
    // Up to four times its quiet figure is tolerated.
    expect(delays({ ...HELD, during, quiet: { p50Ms: 2, p99Ms: 40 } })).toEqual([]);
  });

  test('not if the bystander gets no answer', () => {
    expect(delays({ ...HELD, during: latencyOf([]) })).toEqual([
      'the bystander was never answered',
    ]);
    expect(delays({ ...HELD, failures: ['page: 503', 'page: 503', 'stake: 429'] })).toEqual([
      '3 failures: page: 503, stake: 429',
    ]);
  });
});

test('a percentile is the sample at its rank', () => {
  const samples = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect(latencyOf(samples)).toEqual({ p50Ms: 100, p99Ms: 198 });
  expect(latencyOf([7])).toEqual({ p50Ms: 7, p99Ms: 7 });
});
