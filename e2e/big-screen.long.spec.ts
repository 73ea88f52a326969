/** The wall screen runs for weeks: memory growth over 9,000 updates. */
import { expect, test } from '@playwright/test';
import type { LeaderboardEntry } from '../common/protocol/leaderboard.ts';
import { joinAll, leaderboard, openGame } from './crowd.ts';

const server = openGame();
const PLAYERS = 40;
/** In the first thousands the browser compiles, and fills its caches. */
const [FIRST, LAST] = [5000, 14_000];
/** Updates between two frames of the page. */
const BURST = 25;
/** Growth allowed: one count differs from the next by some percent. */
const MOST_GROWTH = 1.15;

// A trace stores the state of the page at each step in the page's own memory.
test.use({ trace: 'off', viewport: { width: 1920, height: 1080 } });

test.beforeAll(async () => {
  await server.start();
  await joinAll(server.url, 0, PLAYERS, 'italy');
});

test.afterAll(async () => {
  await server.dispose();
});

interface Stream {
  readonly rows: readonly LeaderboardEntry[];
  readonly from: number;
  readonly to: number;
  readonly burst: number;
}

test('memory after 14,000 updates is the same as after 5,000', async ({ page }) => {
  test.setTimeout(300_000);
  // Captures the page's own socket to inject server messages: from outside, each message would cost
  // a call.
  await page.addInitScript(() => {
    const Original = WebSocket;
    class Heard extends Original {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        Object.assign(window, { gameSocket: this });
        this.addEventListener('message', ({ data }) => {
          const place = /^43\d+.*"epoch":"([^"]+)".*"rev":"([0-9a-f]{16})"/.exec(String(data));
          if (place) Object.assign(window, { watchedAt: { epoch: place[1], rev: place[2] } });
        });
      }
    }
    window.WebSocket = Heard;
  });
  await page.goto(`${server.url}/ranking?screen=tv`);
  const ranks = page.getByRole('table', { name: 'Top 10' }).getByRole('row');
  await expect(ranks).toHaveCount(10);
  await expect.poll(() => page.evaluate(() => 'watchedAt' in window)).toBe(true);
  const rows = await leaderboard(server.url);

  /** Sends the updates after `from` up to `to`; returns the last one's total. */
  const tell = (from: number, to: number) =>
    page.evaluate(stream, { rows, from, to, burst: BURST });
  const devTools = await page.context().newCDPSession(page);
  const heapBytes = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return (await devTools.send('Runtime.getHeapUsage')).usedSize;
  };
  const expectShown = async (total: number) => {
    const shown = `$${total.toLocaleString('en-US')}`;
    await expect(page.getByRole('region', { name: 'Nations' })).toContainText(shown);
  };
  await expectShown(await tell(0, FIRST));
  const before = await heapBytes();
  await expectShown(await tell(FIRST, LAST));
  const after = await heapBytes();
  console.log(`heap after ${FIRST} updates: ${before} B, after ${LAST}: ${after} B`);
  expect(after).toBeLessThan(before * MOST_GROWTH);
  expect(await page.locator('[data-screen] *').count()).toBeLessThan(600);
});

/**
 * In the page: each update changes one player's GDP and the nation's total, chained like a server's
 * messages.
 */
async function stream({ rows, from, to, burst }: Stream): Promise<number> {
  const socket: unknown = Reflect.get(window, 'gameSocket');
  const { rev }: { rev: string } = Reflect.get(window, 'watchedAt');
  if (!(socket instanceof WebSocket)) throw new Error('the page has no socket');
  const revOf = (n: number) => (BigInt(`0x${rev}`) + BigInt(n)).toString(16).padStart(16, '0');
  const say = (tick: object) => {
    const data = `42${JSON.stringify(['tick', tick])}`;
    socket.dispatchEvent(new MessageEvent('message', { data }));
  };
  let total = 0;
  for (let told = from + 1; told <= to; told += 1) {
    const row = rows[told % rows.length];
    if (!row) throw new Error('nobody plays');
    const gdp = 20_000 + ((told * 7919) % 90_000);
    total = gdp * rows.length;
    const at = new Date().toISOString();
    const event = {
      id: revOf(told),
      at,
      kind: 'dena-staked',
      walletAddress: row.walletAddress,
      nationId: 'italy',
      name: null,
      detail: {},
      denaBalance: '0',
      gdpBefore: gdp - 1000 - told,
      gdpAfter: gdp,
      rankBefore: 20,
      rankAfter: 20,
    };
    const nation = {
      nationId: 'italy',
      gdp: total,
      players: rows.length,
      changed: [{ ...row, gdp, gdpSince: at }],
      left: [],
    };
    say({
      room: 'all',
      since: revOf(told - 1),
      rev: revOf(told),
      nations: [nation],
      events: [event],
    });
    if (told % burst === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return total;
}
