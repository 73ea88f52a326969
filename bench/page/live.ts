/**
 * /ranking under load: frames per second while the list changes, while it scrolls as well and while
 * the past is played, and the time from an input to the frame that shows its result.
 */
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import type { Child } from '../../tools/processes.ts';
import { compared, median, percentile, type Comparison, type Measured } from '../measure.ts';

/** tsx wraps functions in this helper to keep their names; a page does not have it. */
const NAMES = 'globalThis.__name = (named) => named';
const VIEWPORT = { width: 1440, height: 900 };
const CHANGES_PER_SECOND = 20;
const WATCHED_MS = 10_000;
const SCROLL_PX = 12_000;
const SCROLL_PX_PER_SECOND = 1500;
/** The fastest of the replay. */
const SPEED = '600×';
const TIMES = 10;
const BETWEEN_MS = 300;
/** Event Timing reports nothing faster. */
const FASTEST_MS = 16;

/** @param game the process of game.ts. */
export async function measureLive(
  browser: Browser,
  origin: string,
  game: Child,
): Promise<Comparison[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await page.addInitScript(NAMES);
    await page.addInitScript(recordEvents);
    const watched = () => page.waitForTimeout(WATCHED_MS);

    const from = await game.call('past', z.number());
    await page.goto(`${origin}/ranking?at=${new Date(from).toISOString()}`);
    await page.getByRole('table').getByRole('row').nth(50).waitFor();
    await page.getByRole('button', { name: SPEED, exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const played = await framesDuring(page, `played at ${SPEED}`, watched);

    await page.goto(`${origin}/ranking`);
    await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
    const table = page.getByRole('table', { name: 'Complete Rankings' });
    await table.getByRole('row').nth(5).waitFor();
    await game.call('pace', z.unknown(), CHANGES_PER_SECOND);
    const name = `${CHANGES_PER_SECOND} changes a second`;
    const live = await framesDuring(page, name, watched);
    const scrolled = await framesDuring(page, `${name}, scrolled`, () => scroll(page));
    const inputs = await interact(page);
    await game.call('pace', z.unknown(), 0);

    const frames = [live, scrolled, played];
    const unit = 'frames a second';
    return [
      compared('/ranking, the median frame', ['median', unit], frames, [{ least: 50 }]),
      compared('95 % of the frames are above', ['low', unit], frames, [{ least: 50 }]),
      compared('From an input to its frame', ['ms', 'ms'], inputs, [{ most: 100 }]),
    ];
  } finally {
    await context.close();
  }
}

async function framesDuring(
  page: Page,
  name: string,
  work: () => Promise<void>,
): Promise<Measured> {
  await page.evaluate(startFrames);
  await work();
  const intervals = await page.evaluate(takeFrames);
  const run = { median: 1000 / median(intervals), low: 1000 / percentile(intervals, 0.95) };
  return { name, runs: [run] };
}

/** Scrolls the wheel down and up again, through the browser's own input path. */
async function scroll(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  for (const direction of [-1, 1]) {
    await devTools.send('Input.synthesizeScrollGesture', {
      x: VIEWPORT.width / 2,
      y: VIEWPORT.height / 2,
      yDistance: direction * SCROLL_PX,
      speed: SCROLL_PX_PER_SECOND,
      gestureSourceType: 'mouse',
    });
  }
}

/**
 * A spectator's inputs, in turn and several times each, while the changes continue: in ms, in steps
 * of 8.
 */
async function interact(page: Page): Promise<Measured[]> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const inputs: Readonly<Record<string, () => Promise<void>>> = {
    'pause the list': () => press('Pause'),
    'catch up': () => press('Catch up'),
    'switch the theme': () => page.keyboard.press('t'),
    'one screen down': () => page.keyboard.press('PageDown'),
    'to another page': () => page.getByRole('link', { name: 'Learn How to Play' }).first().click(),
  };
  const measured = Object.keys(inputs).map((name) => ({ name, runs: new Array<{ ms: number }>() }));
  for (let time = 0; time < TIMES; time += 1) {
    for (const { name, runs } of measured) {
      // Long enough for changes to continue in between, and for an entry to be delivered.
      await page.waitForTimeout(BETWEEN_MS);
      await page.evaluate(takeEvents);
      await inputs[name]?.();
      await page.waitForTimeout(BETWEEN_MS);
      runs.push({ ms: Math.max(FASTEST_MS, ...(await page.evaluate(takeEvents))) });
    }
    await page.goBack();
    await page.getByRole('table', { name: 'Complete Rankings' }).waitFor();
  }
  return measured;
}

// The code below runs in the page, and keeps what it gathers there.

declare global {
  interface Window {
    benchEvents: number[];
    benchFrames: number[];
    benchIsCounting: boolean;
  }
}

function recordEvents(): void {
  window.benchEvents = [];
  const observer = new PerformanceObserver((list) => {
    window.benchEvents.push(...list.getEntries().map((entry) => entry.duration));
  });
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  observer.observe(options);
}

function takeEvents(): number[] {
  const events = window.benchEvents;
  window.benchEvents = [];
  return events;
}

function startFrames(): void {
  window.benchFrames = [];
  window.benchIsCounting = true;
  let last = performance.now();
  const onFrame = (now: number) => {
    window.benchFrames.push(now - last);
    last = now;
    if (window.benchIsCounting) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}

function takeFrames(): number[] {
  window.benchIsCounting = false;
  // The first interval began in the middle of a frame.
  return window.benchFrames.slice(1);
}
