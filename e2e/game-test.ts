/**
 * The `test` of the browser tests. A test asks for `server`, a game with the built pages, and for
 * `player`, a page of the first Demo account, who leads Italy. `test.use` decides whether the game
 * belongs to the test, or is shared and only looked at.
 */
import { test as base, type Page } from '@playwright/test';
import { letToastsStand } from './demo-player.ts';
import { DevServer } from './dev-server.ts';
import { visitOfItaly, type Beginning, type Visit } from './prepared.ts';

interface GameOptions {
  readonly beginning: Beginning;
  /**
   * `own`: a new game for each test. `shared`: one for all tests of a worker with the same
   * beginning; each test must leave it unchanged.
   */
  readonly game: 'own' | 'shared';
}

interface GameFixtures {
  readonly server: DevServer;
  /** The player's browser after choosing Italy: wallet connected, signed in. */
  readonly visit: Visit;
  readonly player: Page;
}

interface WorkerFixtures {
  readonly sharedGame: (beginning: Beginning) => Promise<DevServer>;
}

export const test = base.extend<GameOptions & GameFixtures, WorkerFixtures>({
  beginning: ['italy', { option: true }],
  game: ['own', { option: true }],

  sharedGame: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing else is needed.
    async ({}, use) => {
      const servers = new Map<Beginning, DevServer>();
      await use(async (beginning) => {
        const running = servers.get(beginning);
        if (running) return running;
        const server = new DevServer({ pages: 'built', beginning });
        servers.set(beginning, server);
        await server.start();
        return server;
      });
      for (const server of servers.values()) await server.dispose();
    },
    { scope: 'worker' },
  ],

  server: async ({ beginning, game, sharedGame }, use) => {
    if (game === 'shared') {
      await use(await sharedGame(beginning));
      return;
    }
    const server = new DevServer({ pages: 'built', beginning });
    try {
      await server.start();
      await use(server);
    } finally {
      await server.dispose();
    }
  },

  context: async ({ context }, use) => {
    await letToastsStand(context);
    await use(context);
  },

  visit: async ({ server }, use) => {
    await use(visitOfItaly(server.url));
  },

  player: async ({ browser, visit }, use) => {
    const context = await browser.newContext({ storageState: visit });
    await letToastsStand(context);
    await use(await context.newPage());
    await context.close();
  },
});
