/** A development server of a spec file's own, on which a Demo account has chosen Italy. */
import { test } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { visitOfItaly, type Visit } from './demo-player.ts';
import { DevServer } from './dev-server.ts';

export interface GameOfItaly {
  readonly server: DevServer;
  /** The player's browser after choosing Italy: wallet connected, signed in. To be asked in a test. */
  readonly visit: Visit;
}

/** Starts before the tests of the file that calls it, and ends behind them. */
export function gameOfItaly(): GameOfItaly {
  const [player = null] = DEMO_ACCOUNTS;
  const server = new DevServer();
  let visit: Visit | null = null;

  test.beforeAll(async ({ browser }) => {
    await server.start();
    visit = await visitOfItaly(browser, server.url, player);
  });
  test.afterAll(async () => {
    await server.dispose();
  });

  return {
    server,
    get visit() {
      if (!visit) throw new Error('nobody has chosen Italy yet');
      return visit;
    },
  };
}
