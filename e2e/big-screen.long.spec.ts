/** The screen on a wall stands for weeks: what 10,000 updates leave behind in its memory. */
import { expect, test } from '@playwright/test';
import { watchAckSchema } from '../common/protocol/live.ts';
import { joinAll, leaderboard, openGame } from './crowd.ts';

const server = openGame();
const PLAYERS = 40;
const [FIRST, LAST] = [1000, 10_000];
/** Messages between two looks at the page: it draws what came since. */
const BURST = 25;
/** What 9,000 further updates may leave: the browser's own caches still settle. */
const MOST_GROWTH = 1.1;

test.beforeAll(async () => {
  await server.start();
  await joinAll(server.url, 0, PLAYERS, 'italy');
});

test.afterAll(async () => {
  await server.dispose();
});

test('memory is as flat after 10,000 updates as after 1,000', async ({ page }) => {
  test.setTimeout(300_000);
  let send: (text: string) => void = () => undefined;
  let place: { readonly epoch: string; readonly rev: string } | null = null;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const game = socket.connectToServer();
    send = (text) => socket.send(text);
    game.onMessage((message) => {
      const ack = /^43\d+(\[.*\])$/s.exec(String(message))?.[1];
      if (ack !== undefined) {
        const said: unknown = JSON.parse(ack);
        const parsed = watchAckSchema.safeParse(Array.isArray(said) ? said[0] : null);
        if (parsed.success && parsed.data.ok) place = parsed.data;
      }
      socket.send(message);
    });
  });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${server.url}/ranking?screen=tv`);
  const ranks = page.getByRole('list', { name: 'Top 10' }).getByRole('listitem');
  await expect(ranks).toHaveCount(10);
  await expect.poll(() => place).not.toBeNull();
  if (!place) throw new Error('the page does not watch');
  const { epoch, rev: begin } = place as { readonly epoch: string; readonly rev: string };
  const rows = await leaderboard(server.url);

  const revOf = (n: number) => (BigInt(`0x${begin}`) + BigInt(n)).toString(16).padStart(16, '0');
  const tell = (told: number) => {
    const [since, rev] = [revOf(told - 1), revOf(told)];
    const row = rows[told % rows.length];
    if (!row) throw new Error('nobody plays');
    const gdp = 20_000 + ((told * 7919) % 90_000);
    const president = { presidentWallet: null, presidentStakedCount: 0 };
    const changed = { ...row, gdp, gdpSince: new Date().toISOString(), rank: 1 };
    const cause = { walletAddress: row.walletAddress, kind: 'dena-staked', delta: 1000 + told };
    const list = {
      epoch,
      since,
      rev,
      nationId: 'italy',
      changed: [changed],
      left: [],
      ...president,
    };
    const total = { epoch, rev, nationId: 'italy', gdp: gdp * 40, players: PLAYERS, ...president };
    send(`42${JSON.stringify(['leaderboard', list])}`);
    send(`42${JSON.stringify(['gdp', { ...total, causes: [cause] }])}`);
    return gdp;
  };
  /** The updates from the one after `from` to `to`. */
  const tellAll = async (from: number, to: number) => {
    let gdp = 0;
    for (let told = from + 1; told <= to; told += 1) {
      gdp = tell(told);
      if (told % BURST !== 0) continue;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await expect(page.getByRole('list', { name: 'Nations' })).toContainText(
      `$${Math.round((gdp * 40) / 1000).toLocaleString('en-US')}K`,
    );
  };

  const devTools = await page.context().newCDPSession(page);
  const heapBytes = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return (await devTools.send('Runtime.getHeapUsage')).usedSize;
  };
  await tellAll(0, FIRST);
  const before = await heapBytes();
  await tellAll(FIRST, LAST);
  const after = await heapBytes();
  console.log(`heap after ${FIRST} updates: ${before} B, after ${LAST}: ${after} B`);
  expect(after).toBeLessThan(before * MOST_GROWTH);
  const elements = await page.locator('[data-screen] *').count();
  expect(elements).toBeLessThan(600);
});
