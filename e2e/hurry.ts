/** Shortens what a page waits for by itself. Call before the page is opened. */
import type { BrowserContext, Page } from '@playwright/test';

/** Its polls, and its pauses before it tries again, take a tenth of their time. */
export async function hurry(target: Page | BrowserContext): Promise<void> {
  await target.addInitScript(() => {
    const after = window.setTimeout;
    const every = window.setInterval;
    // What is left of a toast's 5 s is none. From 5 s on round ones are limits of what others may
    // take; a pause before another try has a random part.
    const isPause = (ms: number) => ms >= 300 && (ms < 4000 || (ms > 5000 && ms % 1000 !== 0));
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
        after(handler, isPause(ms) ? ms / 10 : ms, ...args),
      setInterval: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
        every(handler, ms >= 5000 ? ms / 10 : ms, ...args),
    });
  });
}
