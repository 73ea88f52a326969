import { describe, expect } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import { serverTest as test } from './support/server-test.ts';
import { nationIn } from './support/socket-client.ts';

/** The value of a metric without labels. */
function valueOf(text: string, name: string): number | null {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
}

test('GET /metrics counts commits, pushes, sockets, players and answers', async ({ server }) => {
  const spectator = await server.socket();
  await spectator.watch({ nations: 'all' });
  const player = await server.player(dena(100));
  await player.post('/api/player-nation', { nationId: 'italy' });
  await player.post('/api/dena/stake', { amount: 1000 });
  await player.post('/api/dena/stake', { amount: 10 });
  await spectator.until((message) => nationIn(message, 'italy')?.gdp === 18_001);

  await spectator.correct();
  await server.ask('/api/leaderboard');
  const answer = await server.ask('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  const { text } = answer;
  expect(valueOf(text, 'denaria_commit_seconds_count')).toBeGreaterThanOrEqual(2);
  expect(valueOf(text, 'denaria_push_seconds_count')).toBeGreaterThanOrEqual(1);
  expect(valueOf(text, 'denaria_screens_corrected_total')).toBe(1);
  expect(valueOf(text, 'denaria_feed_delay_seconds_count')).toBeGreaterThanOrEqual(2);
  expect(text).toMatch(/^denaria_commits_total\{outcome="durable"\} [2-9]$/m);
  expect(text).toMatch(/^denaria_commits_total\{outcome="unavailable"\} 0$/m);
  expect(valueOf(text, 'denaria_board_loads_total')).toBe(1);
  expect(valueOf(text, 'denaria_feed_live')).toBe(1);
  expect(valueOf(text, 'denaria_chain_lease_held')).toBe(1);
  expect(valueOf(text, 'denaria_chain_lag_blocks')).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, 'denaria_draining')).toBe(0);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(valueOf(text, 'denaria_sockets')).toBe(1);
  expect(valueOf(text, 'denaria_players')).toBe(1);
  expect(valueOf(text, 'denaria_board_rev')).toBeGreaterThanOrEqual(2);
  expect(text).toMatch(/\{method="GET",route="\/api\/leaderboard",status="200"\} 1$/m);
  for (const status of [201, 400]) {
    expect(text).toContain(
      `denaria_http_request_seconds_count{method="POST",route="/api/dena/stake",status="${status}"} 1`,
    );
  }
});

describe('in production', () => {
  test('GET /metrics is a page that does not exist, unless a separate port is configured', async ({
    startServer,
  }) => {
    const server = await startServer({ mode: 'production' });
    const [metrics, nowhere] = [await server.ask('/metrics'), await server.ask('/nowhere')];
    const page = (text: string) => text.replace(/nonce="[^"]+"/, '');
    expect([metrics.status, page(metrics.text)]).toEqual([404, page(nowhere.text)]);
    expect(server.metricsUrl).toBeNull();
  });

  test('are read on their own port, which answers nothing else and closes with the server', async ({
    startServer,
  }) => {
    const server = await startServer({ mode: 'production', env: { METRICS_PORT: '0' } });
    const { metricsUrl: url } = server;
    if (url === null) throw new Error('there are no metrics');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(valueOf(await answer.text(), 'denaria_players')).toBe(0);
    expect((await server.ask('/metrics')).status).toBe(404);
    for (const [path, method, status] of [
      ['/', 'GET', 404],
      ['/socket.io/?EIO=4&transport=polling', 'GET', 404],
      ['/metrics', 'POST', 405],
    ] as const) {
      expect((await fetch(new URL(path, url), { method })).status).toBe(status);
    }
    await server.stop();
    await expect(fetch(url)).rejects.toThrow();
  });
});
