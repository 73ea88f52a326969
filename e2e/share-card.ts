/**
 * The share cards, in `client/public/`: the game's name and promise before the four outlines
 * (`share-card.png`), and each nation's own before its outline (`share-card-italy.png`). They use
 * the page's own fonts and colours; run `npm run screens -- --card` after those change.
 */
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { NATION_LIST, type Nation } from '../common/values/nations.ts';

/** Previews are cropped from this; important parts stay well inside. */
const CARD = { width: 1200, height: 630 } as const;

/** Left edge, top and height of each outline, in px: the land is on the right, as on Home. */
const PLACES = [
  { left: 560, top: 64, height: 214 },
  { left: 926, top: 34, height: 262 },
  { left: 700, top: 306, height: 262 },
  { left: 868, top: 330, height: 224 },
] as const;

/** A nation's own outline: its centre and maximum size, in px. */
const LAND = { middle: 850, centre: 296, width: 560, height: 500 } as const;

const STYLE = `
  html { overflow: hidden; scrollbar-gutter: auto !important; }
  .card { position: fixed; top: 0; left: 0; width: ${CARD.width}px; height: ${CARD.height}px; z-index: 100; overflow: hidden; background: var(--surface); }
  .card .land { position: absolute; }
  .card .land svg { width: auto; height: 100%; max-width: none; mask-image: none; }
  .card [data-graticule] { display: none; }
  .card .own { left: ${LAND.middle - LAND.width / 2}px; top: ${LAND.centre - LAND.height / 2}px; width: ${LAND.width}px; height: ${LAND.height}px; }
  .card .own svg { position: absolute; inset: 0; width: 100%; height: 100%; }
  .card .words { position: absolute; left: 72px; top: 158px; width: 500px; }
  .card .name { display: flex; align-items: center; gap: 20px; font: 480 88px/1 var(--font-display); letter-spacing: -0.012em; }
  .card .name svg { width: 84px; height: 84px; margin-left: -20px; }
  .card .small.name { gap: 10px; font-size: 40px; }
  .card .small.name svg { width: 40px; height: 40px; margin-left: -9px; }
  .card .middle.words { display: flex; flex-direction: column; justify-content: center; top: 0; bottom: 12px; }
  .card .nation { margin: 40px 0 0; font: 480 104px/0.98 var(--font-display); font-variation-settings: 'opsz' 144; letter-spacing: -0.02em; }
  .card .promise { margin: 40px 0 0; font: 440 42px/1.18 var(--font-display); }
  .card .nation + .promise { margin-top: 26px; font-size: 36px; }
  .card .what { margin: 22px 0 0; color: var(--ink-muted); font: 400 25px/1.4 var(--font-sans); }
  .card .rule { position: absolute; inset: auto 0 0; height: 12px; border-top: 2px solid var(--action); background: linear-gradient(90deg, var(--action) 50%, transparent 50%) 0 0 / 60px 100%; }
`;

/** Draws all of them. @param folder where they are served from. */
export async function takeShareCards(
  browser: Browser,
  origin: string,
  folder: string,
): Promise<void> {
  const context = await browser.newContext({ viewport: CARD, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(origin);
  const plates = page.getByRole('region', { name: 'National NFTs' }).getByRole('link');
  await plates.last().waitFor();
  const emblem = await drawingOf(page.locator('header svg').first());
  const grid = await drawingOf(page.locator('main svg').first());
  const outlines = await plates
    .locator('svg:has(pattern)')
    .evaluateAll((svgs) => svgs.map((svg) => svg.outerHTML));
  await take(page, join(folder, 'share-card.png'), gameCard(emblem, grid, outlines));
  for (const [i, nation] of NATION_LIST.entries()) {
    const card = nationCard(nation, emblem, grid, outlines[i] ?? '');
    await take(page, join(folder, `share-card-${nation.id}.png`), card);
  }
  await context.close();
}

function drawingOf(svg: Locator): Promise<string> {
  return svg.evaluate((element) => element.outerHTML);
}

async function take(page: Page, path: string, html: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate((inside) => {
    document.querySelector('#card')?.remove();
    const card = document.createElement('div');
    card.id = 'card';
    card.innerHTML = inside;
    document.body.append(card);
  }, `<style>${STYLE}</style><div class="card">${html}<div class="rule"></div></div>`);
  await page.screenshot({ path });
}

function gameCard(emblem: string, grid: string, outlines: readonly string[]): string {
  const lands = PLACES.map(
    ({ left, top, height }, i) =>
      `<div class="land" style="left:${left}px;top:${top}px;height:${height}px">${outlines[i] ?? ''}</div>`,
  );
  return `
    ${grid}
    ${lands.join('')}
    <div class="words">
      <div class="name">${emblem}Denaria</div>
      <p class="promise">Expand your empire,<br />stake by stake.</p>
      <p class="what">Economic warfare between nations, live.</p>
    </div>`;
}

function nationCard({ name }: Nation, emblem: string, grid: string, outline: string): string {
  return `
    ${grid}
    <div class="land own">${outline}</div>
    <div class="middle words">
      <div class="small name">${emblem}Denaria</div>
      <div class="nation">${name.replace(' ', '<br />')}</div>
      <p class="promise">One nation of four.<br />Who leads it? Who is next?</p>
      <p class="what">Economic warfare between nations, live.</p>
    </div>`;
}
