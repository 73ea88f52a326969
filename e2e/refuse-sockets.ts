/** A page whose socket never comes up: polls alone must do, and nothing is asked again unbidden. */
import type { Page } from '@playwright/test';

/** Before the page is opened. A socket that came up would ask again for what had failed. */
export async function refuseSockets(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
}
