/**
 * What a page asks for, and how often [CAL6, CAL8]; what a stake asks for is in dashboard.spec.ts.
 */
import { expect, type Page, type Request } from '@playwright/test';
import { POLL_INTERVAL_MS } from '../client/src/api/query-client.ts';
import { rowOf } from './demo-player.ts';
import { test } from './game-test.ts';

/**
 * The contract reads, by the first bytes of their call data: a balance, its decimals, an NFT's
 * balance.
 */
const READS = ['0x70a08231', '0x313ce567', '0x00fdd58e'] as const;

const LEADERBOARD = /:\d+\/api\/leaderboard(\?|$)/;

/** Counts the answered requests of this kind, and says whether one is on its way. */
function counter(page: Page, isMeant: (request: Request) => boolean) {
  let [sent, answered] = [0, 0];
  page.on('request', (request) => {
    if (isMeant(request)) sent += 1;
  });
  page.on('response', (response) => {
    if (isMeant(response.request())) answered += 1;
  });
  return { count: () => answered, isQuiet: () => sent === answered };
}

test.use({ game: 'shared' });

test('[CAL6, CAL8, CON7] every 10 s: the chain, or the leaderboard', async ({ player, server }) => {
  const isLive = player.getByRole('status', { name: 'Connection: Live' });
  await player.clock.install();
  const asked = counter(player, (request) => LEADERBOARD.test(request.url()));
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
  await expect(player.getByRole('form', { name: 'Stake DENA' })).toContainText(
    '100,000 DENA left to stake',
  );
  await expect(isLive).toBeVisible();
  // All that is asked at first has been answered.
  await expect(rowOf(player, '0x7099…79C8')).toBeVisible();
  await expect(player.getByRole('main')).toContainText('3 × Italy');
  await expect(player.getByRole('main')).toContainText('The Colosseum');
  await expect.poll(() => [asked, ...reads].every(({ isQuiet }) => isQuiet())).toBe(true);
  let opened = 0;
  for (let round = 0; round < 3; round += 1) {
    const before = reads.map(({ count }) => count());
    await player.clock.fastForward(POLL_INTERVAL_MS);
    // The balance and the decimals of the token, and the nation's own token of both collections.
    await expect
      .poll(() => reads.map(({ count }, i) => count() - (before[i] ?? 0)))
      .toEqual([1, 1, 2]);
    if (round > 0) continue;
    await expect.poll(asked.isQuiet).toBe(true);
    opened = asked.count();
  }
  expect(opened).toBeGreaterThan(0);
  expect(asked.count()).toBe(opened);

  await player.goto(`${server.url}/ranking`);
  await expect(rowOf(player, '0x7099…79C8')).toBeVisible();
  await expect(isLive).toBeVisible();
  // Whether its first request or that of a poll: none is on its way then.
  const answered = player.waitForResponse(LEADERBOARD);
  await player.clock.fastForward(POLL_INTERVAL_MS);
  await answered;
  for (let round = 0; round < 2; round += 1) {
    const before = asked.count();
    await player.clock.fastForward(POLL_INTERVAL_MS);
    await expect.poll(asked.count).toBe(before + 1);
  }
});
