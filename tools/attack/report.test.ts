import { expect, test } from 'vitest';
import { delays } from './report.ts';

test('a kind of read that is slow is named, though most requests are fast', () => {
  const latenciesMs = {
    poll: Array.from({ length: 600 }, () => 5),
    '/api/dena/stakes': [1700, 1600, 6],
  };
  const failures = ['/api/events: 503', '/api/events: no answer'];
  const quiet = { latenciesMs: { poll: [5] }, failures: [] };
  expect(delays({ quiet, during: { latenciesMs, failures } })).toEqual([
    'slow kinds (p50): /api/dena/stakes 1600 ms',
    '2 failures: /api/events: 503, /api/events: no answer',
  ]);
});
