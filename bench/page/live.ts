/**
 * /ranking under load: frames per second when idle and while the list scrolls, and the time from an
 * interaction to the frame that shows its result.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { median, percentile } from '../measure.ts';
import type { Figure } from './figure.ts';

/** Sets the game's pace; returns the number of changes made so far. */
type SetPace = (perSecond: number) => Promise<number>;

/** tsx wraps functions in this helper to keep their names; a page does not have it. */
export const NAMES = 'globalThis.__name = (named) => named';
export const VIEWPORT = { width: 1440, height: 900 };
const CHANGES_PER_SECOND = 20;
const IDLE_MS = 10_000;
const SCROLL_PX = 12_000;
const SCROLL_PX_PER_SECOND = 1500;
const TIMES = 10;
const BETWEEN_MS = 300;

export async function measureLive(
  browser: Browser,
  origin: string,
  pace: SetPace,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await page.addInitScript(NAMES);
    await page.addInitScript(recordEvents);
    await page.goto(`${origin}/ranking`);
    await page.getByRole('status', { name: 'Connection: Live' }).waitFor();
    const table = page.getByRole('table', { name: 'Complete Rankings' });
    await table.getByRole('row').nth(5).waitFor();
    const before = await pace(CHANGES_PER_SECOND);
    const startedAt = performance.now();
    const name = '/ranking, 20 changes a second';
    const idle = () => page.waitForTimeout(IDLE_MS);
    const figures = await framesDuring(page, name, idle);
    const devTools = await context.newCDPSession(page);
    figures.push(...(await framesDuring(page, `${name}, scrolled`, () => scroll(devTools))));
    figures.push(...(await interact(page)));
    const seconds = (performance.now() - startedAt) / 1000;
    const changes = (await pace(0)) - before;
    return [...figures, { name: 'changes made', value: changes / seconds, unit: 'a second' }];
  } finally {
    await context.close();
  }
}

/** Frames per second while something happens: the median, and what only 5 % are slower than. Needs `NAMES`. */
export async function framesDuring(
  page: Page,
  name: string,
  work: () => Promise<void>,
): Promise<Figure[]> {
  await page.evaluate(startFrames);
  await work();
  const intervals = await page.evaluate(takeFrames);
  const figure = (what: string, ms: number) => ({
    name: `${name}: ${what}`,
    value: 1000 / ms,
    unit: 'frames a second',
    least: 50,
  });
  return [
    figure('the median', median(intervals)),
    figure('95 % are above', percentile(intervals, 0.95)),
  ];
}

/** Scrolls the wheel down and up again, through the browser's own input path. */
async function scroll(devTools: CDPSession): Promise<void> {
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

/** A spectator's interactions with the page, each several times, while the changes continue. */
async function interact(page: Page): Promise<Figure[]> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const deeds: readonly Deed[] = [
    { name: 'pause the list', act: () => press('Pause'), undo: () => press('Catch up') },
    { name: 'catch up', prepare: () => press('Pause'), act: () => press('Catch up') },
    { name: 'switch the theme', act: () => page.keyboard.press('t') },
    { name: 'one screen down', act: () => page.keyboard.press('PageDown') },
    {
      name: 'to another page',
      act: () => page.getByRole('link', { name: 'Learn How to Play' }).first().click(),
      undo: async () => {
        await page.goBack();
        await page.getByRole('table', { name: 'Complete Rankings' }).waitFor();
      },
    },
  ];
  const figures: Figure[] = [];
  for (const deed of deeds) {
    const durations = await durationsOf(page, deed);
    const name = `from the input to its frame: ${deed.name}`;
    const target = { unit: 'ms', most: 100 };
    figures.push(
      { ...target, name: `${name}, the median`, value: median(durations) },
      { ...target, name: `${name}, the slowest`, value: Math.max(...durations) },
    );
  }
  return figures;
}

interface Deed {
  readonly name: string;
  readonly prepare?: () => Promise<void>;
  /** One interaction: a click or a key. */
  readonly act: () => Promise<void>;
  readonly undo?: () => Promise<void>;
}

/** By Event Timing: from the input to the next frame, ms, in steps of 8 ms. */
async function durationsOf(page: Page, { prepare, act, undo }: Deed): Promise<number[]> {
  const durations: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await prepare?.();
    // Long enough for changes to continue in between, and for an entry to be delivered.
    await page.waitForTimeout(BETWEEN_MS);
    await page.evaluate(takeEvents);
    await act();
    await page.waitForTimeout(BETWEEN_MS);
    durations.push(Math.max(FASTEST_MS, ...(await page.evaluate(takeEvents))));
    await undo?.();
  }
  return durations;
}

// The code below runs in the page, and keeps what it gathers there.

declare global {
  interface Window {
    benchEvents: number[];
    benchFrames: number[];
    benchIsCounting: boolean;
  }
}

/** Event Timing does not report events faster than this, in ms. */
const FASTEST_MS = 16;

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
