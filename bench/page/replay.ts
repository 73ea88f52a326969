/** /ranking?at=…: frames per second while the past is played, at each speed. */
import type { Browser } from '@playwright/test';
import type { Figure } from './figure.ts';
import { framesDuring, NAMES, VIEWPORT } from './live.ts';

const SPEEDS = [1, 60, 600];
const PLAYED_MS = 8000;

/** @param fromMs when the past begins that is played. */
export async function measureReplay(
  browser: Browser,
  origin: string,
  fromMs: number,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await page.addInitScript(NAMES);
    const figures: Figure[] = [];
    for (const speed of SPEEDS) {
      await page.goto(`${origin}/ranking?at=${new Date(fromMs).toISOString()}`);
      await page.getByRole('table').getByRole('row').nth(50).waitFor();
      await page.getByRole('button', { name: `${speed}×`, exact: true }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      const played = () => page.waitForTimeout(PLAYED_MS);
      figures.push(...(await framesDuring(page, `/ranking?at=…, played at ${speed}×`, played)));
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
    }
    return figures;
  } finally {
    await context.close();
  }
}
