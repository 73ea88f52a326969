/** A page that is told nothing, and one that asks for nothing again unbidden. */
import type { Page } from '@playwright/test';

/** Before the page is opened. A socket that came up would ask again for what had failed. */
export async function refuseSockets(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
}

/**
 * Before the page is opened. On a slow machine a poll may otherwise bring what a press on 'Try again'
 * should, before it is pressed.
 */
export async function refusePolls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asBefore = window.setInterval;
    const LEAST_POLL_MS = 5000;
    Object.assign(window, {
      setInterval: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
        ms < LEAST_POLL_MS ? asBefore(handler, ms, ...args) : 0,
    });
  });
}
