/** What a page asks for, and how often [CAL6, CAL8]; what a stake asks for is in dashboard.spec.ts. */
import { expect, type Page, type Request } from '@playwright/test';
import { POLL_INTERVAL_MS } from '../client/src/api/query-client.ts';
import { rowOf } from './demo-player.ts';
import { test } from './game-test.ts';

/** The contract reads, by the first bytes of their call data: a balance, its decimals, an NFT's balance. */
const READS = ['0x70a08231', '0x313ce567', '0x00fdd58e'] as const;

/** Counts the answered requests of this kind. */
function counter(page: Page, isMeant: (request: Request) => boolean): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (isMeant(response.request())) count += 1;
  });
  return () => count;
}

test.use({ game: 'shared' });

test('[CAL6, CAL8, CON7] every 10 s: the chain, or the leaderboard', async ({ player, server }) => {
  const isLive = player.getByRole('status', { name: 'Connection: Live' });
  await player.clock.install();
  const asked = counter(player, (request) => /:\d+\/api\/leaderboard(\?|$)/.test(request.url()));
  const reads = READS.map((selector) =>
    counter(
      player,
      (request) =>
        request.url().endsWith('/dev/rpc') && (request.postData() ?? '').includes(`"${selector}`),
    ),
  );
  const refreshed = player.waitForResponse('**/api/player-nation/refresh');
  await player.goto(`${server.url}/dashboard`);
  await refreshed;
  await expect(player.getByRole('form', { name: 'Stake DENA' })).toContainText('100,000 to stake');
  await expect(isLive).toBeVisible();
  await player.waitForLoadState('networkidle');
  const opened = asked();
  expect(opened).toBeGreaterThan(0);
  for (let round = 0; round < 2; round += 1) {
    const before = reads.map((count) => count());
    await player.clock.fastForward(POLL_INTERVAL_MS);
    // The balance and the decimals of the token, and the nation's own token of both collections.
    await expect.poll(() => reads.map((count, i) => count() - (before[i] ?? 0))).toEqual([1, 1, 2]);
  }
  expect(asked()).toBe(opened);

  await player.goto(`${server.url}/ranking`);
  await expect(rowOf(player, '0x7099…79C8')).toBeVisible();
  await expect(isLive).toBeVisible();
  await player.waitForLoadState('networkidle');
  for (let round = 0; round < 2; round += 1) {
    const before = asked();
    await player.clock.fastForward(POLL_INTERVAL_MS);
    await expect.poll(asked).toBe(before + 1);
  }
});
