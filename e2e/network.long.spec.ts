/**
 * Real pages behind what may be between a player and the game: all of them are right again within
 * seconds.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { leaderboardCall } from '../common/protocol/leaderboard.ts';
import { formatDollars } from '../common/values/figures.ts';
import { ask } from '../server/test/support/http-client.ts';
import { startLoad, type Load } from '../server/test/support/load.ts';
import { startBalancer } from '../tools/rig/balancer.ts';
import { Game, type GamePlayer } from '../tools/rig/game.ts';
import { Proxy, type Habits } from '../tools/rig/proxy.ts';
import { findCaddy } from '../tools/test/caddy/find-caddy.ts';
import { wait } from '../tools/test/counts.ts';
import { freePort } from '../tools/test/listening.ts';
import { randomOf } from '../tools/world/random.ts';

const PLAYERS = 4;
const PLAYED_MS = 60_000;
/** A page polls every 10 s. */
const RIGHT = { timeout: 10_000 };

const atTheEnd: (() => unknown)[] = [];
test.describe.configure({ mode: 'default' });
test.beforeEach(() => test.setTimeout(PLAYED_MS + 120_000));
test.afterEach(async () => {
  for (const end of atTheEnd.splice(0).toReversed()) await end();
});

async function openPages(browser: Browser, origin: string, players: readonly GamePlayer[]) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  atTheEnd.push(() => context.close());
  const pages: Page[] = [];
  for (const path of ['/ranking', `/player/${players[0]?.wallet}`, '/nation/italy', '/']) {
    const page = await context.newPage();
    await page.goto(origin + path);
    pages.push(page);
  }
  return pages;
}

function play(game: Game, players: readonly GamePlayer[]): Load {
  return startLoad({ players, urls: game.servers.map(({ url }) => url), pauseMs: 500 });
}

/** Each page shows the leader's GDP, or its subject's, as the server has it now. */
async function expectRight(game: Game, pages: readonly Page[]): Promise<void> {
  const answer = await ask(game.server.url, leaderboardCall.path);
  const rows = answer.json(leaderboardCall.answers[200]);
  for (const page of pages) {
    const [, of, id] = new URL(page.url()).pathname.split('/');
    const row = rows.find(({ walletAddress, nationId }) =>
      of === 'player' ? walletAddress === id : of === 'nation' ? nationId === id : true,
    );
    expect(row).toBeDefined();
    await expect(page.getByRole('main')).toContainText(formatDollars(row?.gdp ?? 0), RIGHT);
  }
}

const WAYS: Readonly<
  Record<string, { readonly habits: Habits; cut?: (proxy: Proxy, game: Game) => Promise<void> }>
> = {
  'closes connections that are idle for 30 s': { habits: { idleMs: 30_000 } },
  'buffers answers': { habits: { bufferMs: 500 } },
  'swallows close frames, while the server is restarted': {
    habits: { swallowsEnds: true },
    async cut(_, game) {
      await wait(PLAYED_MS / 2);
      await game.restart();
    },
  },
  'cuts 5 % of the connections each second': {
    habits: {},
    async cut(proxy) {
      const random = randomOf(1, 'cuts');
      for (let ms = 0; ms < PLAYED_MS; ms += 1000) {
        await wait(1000);
        proxy.cut(0.05, random);
      }
    },
  },
};

for (const [what, { habits, cut }] of Object.entries(WAYS)) {
  test(`pages behind a proxy that ${what}`, async ({ browser }) => {
    const ports: number[] = [];
    const proxy = await Proxy.start(ports, habits);
    atTheEnd.push(() => proxy.close());
    const game = await Game.start({ origin: proxy.url });
    atTheEnd.push(() => game.close());
    ports.push(game.server.port);
    const players = await game.settle(PLAYERS);
    const pages = await openPages(browser, proxy.url, players);
    const load = play(game, players);
    await Promise.all([wait(PLAYED_MS), cut?.(proxy, game)]);
    await load.stop();
    await expectRight(game, pages);
  });
}

test('pages over HTTP/2 follow the game, and again after the balancer was replaced', async ({
  browser,
}) => {
  const found = await findCaddy();
  test.skip(!found.found, 'there is no Caddy');
  if (!found.found) return;
  const [port, httpsPort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${httpsPort}`;
  const game = await Game.start({ origin });
  atTheEnd.push(() => game.close());
  const upstreams = [game.server.port];
  const start = () => startBalancer({ caddy: found.caddy, port, httpsPort, upstreams });
  const first = await start();
  const players = await game.settle(PLAYERS);
  const pages = await openPages(browser, origin, players);
  for (const page of pages) {
    const protocol = await page.evaluate(
      () => performance.getEntriesByType('navigation').map((entry) => entry.toJSON())[0],
    );
    expect(protocol).toHaveProperty('nextHopProtocol', 'h2');
  }
  const load = play(game, players);
  await wait(5000);
  await first.close();
  await wait(2000);
  const second = await start();
  atTheEnd.push(() => second.close());
  await wait(5000);
  await load.stop();
  await expectRight(game, pages);
});
