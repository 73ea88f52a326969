import { test } from '@playwright/test';
import { weekId } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { openGame } from './crowd.ts';
import { setUpWallet } from './demo-player.ts';
import { leaveOfWeek, race, thisWeek } from './weeks.ts';

const server = openGame();
test.setTimeout(280_000);
test.afterAll(async () => { await server.dispose(); });
test('look', async ({ browser }) => {
  await server.start();
  await race(server, 6);
  const first = await thisWeek(server);
  await leaveOfWeek(server, -3000);
  await new Promise((r) => setTimeout(r, 14_000));
  const walletAddress = DEMO_ACCOUNTS[1]!;
  await server.post('/api/dena/stake', { walletAddress, amount: '30000' });
  await server.post('/api/dena/stake', { walletAddress: DEMO_ACCOUNTS[0]!, amount: '12000' });
  await server.post('/api/dena/stake', { walletAddress: DEMO_ACCOUNTS[3]!, amount: '8000' });
  const second = await thisWeek(server);
  for (const [n, path] of [['list', '/api/seasons'], ['d1', `/api/seasons/${weekId(first)}`], ['d2', `/api/seasons/${weekId(second)}?walletAddress=${DEMO_ACCOUNTS[0]}`]] as const) {
    console.log(n, (await (await fetch(server.url + path)).text()).slice(0, 3000));
  }
  const screens: [string, string][] = [
    ['home', '/'], ['all', '/ranking'], ['week', `/ranking?season=${weekId(second)}`], ['past', `/ranking?season=${weekId(first)}`],
    ['season', `/season/${weekId(first)}`], ['season-now', `/season/${weekId(second)}`], ['list', '/season'],
    ['nation', '/nation/italy'], ['player', `/player/${DEMO_ACCOUNTS[0]}`], ['none', '/season/2020-W01'], ['tv', '/ranking?screen=tv'],
  ];
  const only = process.env['LOOK']?.split(',');
  for (const theme of ['dark', 'light']) {
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
    await setUpWallet(context, { account: DEMO_ACCOUNTS[0]! });
    await context.addInitScript((t) => localStorage.setItem('theme', t), theme);
    const page = await context.newPage();
    page.on('console', (m) => { if (m.type() === 'error') console.log('CONSOLE', page.url(), m.text()); });
    page.on('pageerror', (e) => console.log('PAGEERROR', page.url(), String(e)));
    for (const [name, path] of screens) {
      if (only && !only.includes(name)) continue;
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(server.url + path);
      await page.waitForTimeout(2500);
      await page.getByRole('complementary', { name: 'Developer bar' }).evaluate((bar) => bar.remove()).catch(() => {});
      for (const [width, height] of [[1440, 900], [768, 1024], [390, 844]] as const) {
        if (theme === 'light' && width === 768) continue;
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(400);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) console.log('OVER', name, width, over);
        await page.screenshot({ path: `/tmp/look/${name}-${width}-${theme}.png`, fullPage: ['season', 'season-now', 'list', 'nation', 'player'].includes(name) });
      }
    }
    await context.close();
  }
});
