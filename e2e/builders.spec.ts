/** What other sites show of the game: the ranking in their own pages, live. */
import { createServer, type Server } from 'node:http';
import { expect } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { listening } from '../tools/test/listening.ts';
import { stakeDena } from './demo-player.ts';
import { test } from './game-test.ts';

const [PLAYER = ''] = DEMO_ACCOUNTS;

/** Another site, with these pages by their paths. */
async function foreignSite(
  pages: Readonly<Record<string, string>>,
): Promise<{ url: string; http: Server }> {
  const http = createServer(({ url = '' }, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${pages[url] ?? ''}`);
  });
  return { url: `http://localhost:${await listening(http)}`, http };
}

const frame = (source: string, more = '') =>
  `<iframe src="${source}" width="400" height="480"${more}></iframe>`;

/** How WordPress embeds a site that it doesn't know, and what its script does with links. */
const inWordPress = (source: string) =>
  `${frame(`${source}#?secret=0aB1`, ' sandbox="allow-scripts" security="restricted" data-secret="0aB1"')}
<script>
addEventListener('message', ({ data, source }) => {
  const frame = document.querySelector('iframe[data-secret="' + data.secret + '"]');
  if (source !== frame.contentWindow || data.message !== 'link') return;
  const isOfFrame = new URL(data.value).host === new URL(frame.src).host;
  if (isOfFrame && document.activeElement === frame) top.location.href = data.value;
});
</script>`;

test('[SCR65] the ranking in a page of another site, dark and light, is live; no other page can be framed', async ({
  page,
  player,
  server,
}) => {
  const embed = `${server.url}/embed/ranking`;
  const sandboxed = ' sandbox="allow-scripts allow-popups"';
  const { url, http } = await foreignSite({
    '/': [
      frame(`${embed}?theme=dark`),
      frame(`${embed}?theme=light&nation=italy`, sandboxed),
      frame(`${server.url}/ranking`),
      frame(`${server.url}/player/${PLAYER}`, sandboxed),
      frame(`${server.url}/api/leaderboard`),
    ].join(''),
    '/long': [
      frame(`${embed}?nation=usa`),
      `<div style="height:4000px"></div>${frame(`${embed}?nation=italy`)}`,
    ].join(''),
    '/wordpress': inWordPress(embed),
  });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  let bytes = 0;
  const requests: string[] = [];
  page.on('response', async (response) => {
    const asked = response.request();
    if (!response.url().startsWith(embed)) return;
    requests.push(`${response.status()} ${asked.resourceType()}`);
    expect(asked.headers()['cookie']).toBeUndefined();
    if (response.status() === 200) bytes += (await response.body()).length;
  });
  // A minute passes in little more than a second.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => later(run, ms / 50) });
  });
  await page.goto(url);
  const [dark, light] = [page.frameLocator('iframe').nth(0), page.frameLocator('iframe').nth(1)];
  await expect(dark.getByRole('heading', { name: 'Global Rankings' })).toBeVisible();
  await expect(light.getByRole('heading', { name: 'Italy' })).toBeVisible();
  const colours = [dark, light].map((frame) =>
    frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor),
  );
  expect(await Promise.all(colours)).toEqual(['rgb(11, 21, 36)', 'rgb(244, 236, 219)']);
  const row = dark.getByRole('listitem').first();
  await expect(row).toContainText('$18,000');
  const link = row.getByRole('link');
  await expect(link).toHaveAttribute('href', `/player/${PLAYER}`);
  await expect(link).toHaveAttribute('target', '_blank');

  await test.step('a change is seen, and nothing is sent while there is none', async () => {
    await expect
      .poll(() => requests.filter((one) => one === '304 fetch').length)
      .toBeGreaterThan(2);
    const before = bytes;
    await stakeDena(player, server.url, '10000');
    await expect(row).toContainText('$19,000');
    await expect(light.getByRole('listitem').first()).toContainText('$19,000');
    expect(bytes).toBeGreaterThan(before);
    expect(bytes).toBeLessThan(60_000);
  });

  await test.step('it says so when it is not live', async () => {
    await page.route(`${embed}**`, (route) => route.abort());
    await expect(dark.getByText('not live just now')).toBeVisible();
    await page.unroute(`${embed}**`);
    await expect(dark.getByText('not live just now')).toBeHidden();
  });

  await test.step('the game’s own pages are not shown there', async () => {
    for (const n of [2, 3, 4]) {
      const frame = await page.locator('iframe').nth(n).elementHandle();
      const inside = await frame?.contentFrame();
      expect(inside?.url()).toMatch(/^chrome-error:/);
    }
  });
  await test.step('it is live only while it is seen', async () => {
    await page.goto(`${url}/long`);
    const asked = { usa: 0, italy: 0 };
    page.on('request', (request) => {
      const nation = new URL(request.url()).searchParams.get('nation');
      if (request.resourceType() !== 'fetch') return;
      if (nation === 'usa' || nation === 'italy') asked[nation] += 1;
    });
    await expect.poll(() => asked.usa).toBeGreaterThan(2);
    expect(asked.italy).toBe(0);
    await page.locator('iframe').last().scrollIntoViewIfNeeded();
    await expect.poll(() => asked.italy).toBeGreaterThan(0);
  });

  await test.step('its links lead out of WordPress’ sandbox, and say where they lead', async () => {
    await page.goto(`${url}/wordpress`);
    const address = `${server.url}/ranking`.split('://')[1] ?? '';
    await expect(dark.getByRole('link', { name: address })).toBeVisible();
    await dark.getByRole('listitem').first().getByRole('link').click();
    await page.waitForURL(`${server.url}/player/${PLAYER}`);
  });
  expect(problems).toEqual([]);
  http.close();
  http.closeAllConnections();
});
