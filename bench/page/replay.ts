/** /ranking?at=…: frames per second while the past is played, at each speed. */
import type { Browser } from '@playwright/test';
import { framesDuring, NAMES, VIEWPORT, type Frames } from './live.ts';

export interface ReplayFigures {
  readonly speed: number;
  readonly frames: Frames;
  /** How much of the game's time was played, in seconds. */
  readonly playedS: number;
}

const SPEEDS = [1, 60, 600];
const PLAYED_MS = 8000;

/** @param fromMs when the past begins that is played. */
export async function measureReplay(
  browser: Browser,
  origin: string,
  fromMs: number,
): Promise<ReplayFigures[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await page.addInitScript(NAMES);
    const figures: ReplayFigures[] = [];
    for (const speed of SPEEDS) {
      await page.goto(`${origin}/ranking?at=${new Date(fromMs).toISOString()}`);
      await page.getByRole('table').getByRole('row').nth(50).waitFor();
      await page.getByRole('button', { name: `${speed}×`, exact: true }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      const frames = await framesDuring(page, () => page.waitForTimeout(PLAYED_MS));
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      const clock = page.getByRole('region', { name: 'Moment shown' }).locator('time');
      const reached = Date.parse((await clock.getAttribute('datetime')) ?? '');
      figures.push({ speed, frames, playedS: (reached - fromMs) / 1000 });
    }
    return figures;
  } finally {
    await context.close();
  }
}
