/**
 * The icons of phones' home screens, in `client/public/`, drawn from `icon.svg`, which fills its
 * square and keeps its mark in the middle: a phone may cut it as it likes. Run `npm run screens --
 * --card` after it changes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

const SIZES = {
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
};

/** @param folder where they are served from. */
export async function takeAppIcons(browser: Browser, folder: string): Promise<void> {
  const icon = readFileSync(join(folder, 'icon.svg'), 'utf8');
  const page = await browser.newPage();
  for (const [file, size] of Object.entries(SIZES)) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw}</style>${icon}`);
    await page.screenshot({ path: join(folder, file) });
  }
  await page.close();
}
