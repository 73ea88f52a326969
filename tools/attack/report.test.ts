import { expect, test } from 'vitest';
import { delays, kindsOf, latencyOf } from './report.ts';

test('a kind of read that is slow is named, though most requests are fast', () => {
  const latenciesMs = {
    poll: Array.from({ length: 600 }, () => 5),
    '/api/dena/stakes': [1700, 1600, 6],
  };
  const failures = ['/api/events: 503', '/api/events: no answer'];
  const kinds = kindsOf({ latenciesMs, failures });
  expect(kinds['/api/dena/stakes']).toMatchObject({ p50Ms: 1600, answered: 3, failed: 0 });
  expect(kinds['/api/events']).toMatchObject({ p50Ms: null, answered: 0, failed: 2 });
  const quiet = latencyOf([5]);
  const during = latencyOf(Object.values(latenciesMs).flat());
  expect(delays({ quiet, during, kinds, failures })).toEqual([
    '/api/dena/stakes: p50 1600 ms',
    '2 failures: /api/events: 503, /api/events: no answer',
  ]);
});
