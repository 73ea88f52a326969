/** Cuts a page off from pushes, or from its own polls. */
import type { Page } from '@playwright/test';

/** Call before the page is opened. A socket that connected would repeat failed requests. */
export async function refuseSockets(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
}

/**
 * Call before the page is opened. On a slow machine a poll could otherwise bring the result of 'Try
 * again' before it is pressed.
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
