import { expect } from 'vitest';
import { dena } from '../../common/rules/fixtures.ts';
import { serverTest as test } from './server-test.ts';

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
  await spectator.until(({ name, body }) => name === 'gdp' && body.gdp === 18_001);

  const answer = await server.ask('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  const { text } = answer;
  expect(valueOf(text, 'denaria_commit_seconds_count')).toBeGreaterThanOrEqual(2);
  expect(valueOf(text, 'denaria_push_seconds_count')).toBeGreaterThanOrEqual(1);
  expect(valueOf(text, 'denaria_sockets')).toBe(1);
  expect(valueOf(text, 'denaria_players')).toBe(1);
  expect(valueOf(text, 'denaria_board_rev')).toBeGreaterThanOrEqual(2);
  for (const status of [201, 400]) {
    expect(text).toContain(
      `denaria_http_request_seconds_count{method="POST",route="/api/dena/stake",status="${status}"} 1`,
    );
  }
});
