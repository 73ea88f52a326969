import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { answerTimes, SECONDS } from './metrics.ts';

const ANSWERS = [
  ['GET', '/api/leaderboard', 200, 0.000_02],
  ['GET', '/api/leaderboard', 200, 0.001],
  ['GET', '/api/leaderboard', 304, 0.3],
  ['POST', '/api/dena/stake', 201, 0.0025],
  ['POST', '/api/dena/stake', 503, 7],
] as const;

test('reports what prom-client would report for the same answers', async () => {
  const registry = new Registry();
  const histogram = new Histogram({
    name: 'denaria_http_request_seconds',
    help: 'From a request to its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const times = answerTimes();
  for (const [method, route, status, seconds] of ANSWERS) {
    histogram.observe({ method, route, status }, seconds);
    // A call that is answered in two places is still one series.
    times.of({ method, route })(status, seconds);
  }
  expect(times.text()).toBe(await registry.metrics());
});
