/**
 * The picture of a shared link, `client/public/share-card.png`: the game's name and promise before the
 * four outlines, set in the page's own type and colours, so that `npm run screens -- --card` draws it
 * anew where those change.
 */
import type { Browser } from '@playwright/test';

/** What previews are cut from; everything of weight stands well inside. */
const CARD = { width: 1200, height: 630 } as const;

/** Left edge, top and height of each outline, in px: the land lies to the right, as on Home. */
const PLACES = [
  { left: 560, top: 64, height: 214 },
  { left: 926, top: 34, height: 262 },
  { left: 700, top: 306, height: 262 },
  { left: 868, top: 330, height: 224 },
] as const;

/** Takes it from Home, whose outlines, type and colours it borrows. */
export async function takeShareCard(browser: Browser, origin: string, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: CARD, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(origin);
  const plates = page.getByRole('region', { name: 'National NFTs' }).getByRole('link');
  await plates.last().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const outlines = await plates
    .locator('svg:has(pattern)')
    .evaluateAll((svgs) => svgs.map((svg) => svg.outerHTML));
  const emblem = await page
    .locator('header svg')
    .first()
    .evaluate((svg) => svg.outerHTML);
  const grid = await page
    .locator('main svg')
    .first()
    .evaluate((svg) => svg.outerHTML);
  const lands = PLACES.map(
    ({ left, top, height }, i) =>
      `<div class="land" style="left:${left}px;top:${top}px;height:${height}px">${outlines[i] ?? ''}</div>`,
  );
  await page.evaluate(
    (html) => {
      const card = document.createElement('div');
      card.innerHTML = html;
      document.body.append(card);
    },
    `<style>
      html { overflow: hidden; scrollbar-gutter: auto !important; }
      .card { position: fixed; top: 0; left: 0; width: ${CARD.width}px; height: ${CARD.height}px; z-index: 100; overflow: hidden; background: var(--surface); }
      .card .land { position: absolute; }
      .card .land svg { width: auto; height: 100%; max-width: none; }
      .card [data-graticule] { display: none; }
      .card .words { position: absolute; left: 72px; top: 158px; width: 500px; }
      .card .name { display: flex; align-items: center; gap: 20px; font: 480 88px/1 var(--font-display); letter-spacing: -0.012em; }
      .card .name svg { width: 84px; height: 84px; margin-left: -20px; }
      .card .promise { margin: 40px 0 0; font: 440 42px/1.18 var(--font-display); }
      .card .what { margin: 22px 0 0; color: var(--ink-muted); font: 400 25px/1.4 var(--font-sans); }
      .card .rule { position: absolute; inset: auto 0 0; height: 12px; border-top: 2px solid var(--action); background: linear-gradient(90deg, var(--action) 50%, transparent 50%) 0 0 / 60px 100%; }
    </style>
    <div class="card">
      ${grid}
      ${lands.join('')}
      <div class="words">
        <div class="name">${emblem}Denaria</div>
        <p class="promise">Expand your empire,<br />stake by stake.</p>
        <p class="what">Economic warfare between nations, live.</p>
      </div>
      <div class="rule"></div>
    </div>`,
  );
  await page.screenshot({ path });
  await context.close();
}
