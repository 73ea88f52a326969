/**
 * The HTML of `/` and `/ranking` while it comes; how scripts take it over is in production.spec.ts.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { builtPages } from '../server/http/built-pages.ts';
import { Harness } from '../server/test/support/harness.ts';
import { ROOT } from './prepared.ts';
import { gate } from './gate.ts';
import { hurry } from './hurry.ts';

let server: Harness;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const pages = await builtPages(join(ROOT, 'dist', 'client'));
  server = await Harness.start({ extend: (app, game) => pages.mount(app, game) });
  for (const nationId of ['italy', 'usa', 'china', 'italy']) {
    const player = await server.player();
    await player.post('/api/player-nation', { nationId });
  }
  // The renderer's thread starts with the server.
  const isFilled = async () =>
    (await server.ask('/ranking')).text.includes('4 players in 3 nations competing');
  await expect.poll(isFilled).toBe(true);
});

test.afterAll(async () => {
  await server.close();
});

const list = (page: Page) => page.getByRole('table', { name: 'Complete Rankings' });

/** What has been parsed by now. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

const tips = (page: Page) => page.locator('[data-one-of] > *');

/** A page's HTML, and nothing else: up to `end` at first, the rest once it is asked to. */
async function halting(html: string, end: number) {
  const held = gate();
  const halted = createServer((request, response) => {
    if (request.url !== '/page') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.write(html.slice(0, end));
    void held.opened.then(() => response.end(html.slice(end)));
  }).listen(0, '127.0.0.1');
  await once(halted, 'listening');
  const at = halted.address();
  if (at === null || typeof at === 'string') throw new Error('it is not listening');
  return {
    url: `http://127.0.0.1:${at.port}/page`,
    goOn: () => held.open(),
    close() {
      halted.closeAllConnections();
      halted.close();
    },
  };
}

test('no tip gives way to another, even if the end of the HTML comes late; without JavaScript the first is shown', async ({
  browser,
  page,
}) => {
  const html = (await server.ask('/ranking')).text;
  const halted = await halting(html, html.lastIndexOf('<script nonce'));
  await page.goto(halted.url, { waitUntil: 'commit' });
  await expect(list(page).getByRole('row')).toHaveCount(5);
  expect(await tips(page).count()).toBeGreaterThan(1);
  await expect(tips(page).filter({ visible: true })).toHaveCount(0);
  halted.goOn();
  await expect(tips(page)).toHaveCount(1);
  await expect(tips(page)).toBeVisible();
  halted.close();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${server.url}/ranking`);
  await expect(list(plain).getByRole('row')).toHaveCount(5);
  await expect(tips(plain).filter({ visible: true })).toHaveCount(1);
  await context.close();
});

function observeShift(): void {
  window.shift = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) {
      if ('value' in entry) window.shift += Number(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`nothing moves while the HTML is still coming, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(observeShift);
    for (const path of ['/', '/ranking']) {
      const html = (await server.ask(path)).text;
      const start = html.indexOf('<header');
      const pieces = 12;
      for (let piece = 1; piece < pieces; piece += 1) {
        const halted = await halting(html, start + ((html.length - start) * piece) / pieces);
        await page.goto(halted.url, { waitUntil: 'commit' });
        await expect(page.getByRole('link', { name: 'Denaria, home' })).toBeAttached();
        await painted(page);
        halted.goOn();
        await expect(page.getByRole('contentinfo')).toBeAttached();
        await painted(page);
        const shift = await page.evaluate(() => window.shift);
        expect(shift, `${path}, of which ${piece} of ${pieces} came`).toBeLessThanOrEqual(0.002);
        halted.close();
      }
    }
  });
}

test('on the chart long figures leave the maps their size, and each other room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(server.url);
  await expect(page.locator('[data-still="world"]')).toHaveCount(0);
  const chart = page.getByRole('figure', { name: 'The nations by GDP' });
  const boxes = () =>
    chart.evaluate((figure) =>
      [...figure.querySelectorAll('[data-pulse]')].map((map) => {
        const { width, height } = map.getBoundingClientRect();
        const caption = map.parentElement?.nextElementSibling?.getBoundingClientRect();
        const { left, right, top, bottom } = caption ?? new DOMRect();
        return { map: { width, height }, caption: { left, right, top, bottom } };
      }),
    );
  const before = await boxes();
  expect(before).toHaveLength(4);
  await chart.getByText(/players?$/).evaluateAll((texts) => {
    for (const text of texts) text.textContent = '1,000,000 players';
  });
  await chart.getByText(/^\$/).evaluateAll((texts) => {
    for (const text of texts) text.textContent = '$12,345,678K ·';
  });
  const after = await boxes();
  expect(after.map(({ map }) => map)).toEqual(before.map(({ map }) => map));
  const [usa, italy, argentina, china] = after.map(({ caption }) => caption);
  expect(usa?.right).toBeLessThan(italy?.left ?? 0);
  expect(argentina?.right).toBeLessThan(china?.left ?? 0);
  const ledger = await page.getByRole('region', { name: 'Live ranking' }).boundingBox();
  for (const caption of [argentina, china]) expect(caption?.bottom).toBeLessThan(ledger?.y ?? 0);
});

test('scripts start in a browser that reports no paint', async ({ page }) => {
  await hurry(page);
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto(`${server.url}/ranking`);
  await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
});

test('the pictures below the first screen wait, as scripts do, until the page is painted', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // A picture that has no address asks for none.
  await page.route(`${server.url}/`, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const bare = '<body$1><img loading="lazy" alt="" data-bare>';
    await route.fulfill({ response, body: (await response.text()).replace(/<body(.*?)>/, bare) });
  });
  await page.goto(server.url);
  const at = (part: string) => asked.findIndex((path) => path.includes(part));
  await page.getByRole('heading', { name: 'National NFTs' }).scrollIntoViewIfNeeded();
  await expect.poll(() => at('/assets/national-china-')).toBeGreaterThan(0);
  expect(at('/assets/packages-')).toBeGreaterThan(0);
  expect(at('/assets/national-')).toBeGreaterThan(at('/assets/packages-'));
  await expect
    .poll(() =>
      page
        .locator('img[loading=lazy]:not([data-bare])')
        .evaluateAll((pictures) =>
          pictures.map(
            (picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0,
          ),
        ),
    )
    .toEqual([true, true, true, true]);
  expect(await page.locator('[data-bare]').getAttribute('src')).toBeNull();
});
