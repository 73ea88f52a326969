/** The browser that the pages are measured in, with a port open to Lighthouse. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chromium, type Browser } from '@playwright/test';
import { browserLaunch } from '../../e2e/chromium.ts';

export interface OpenBrowser {
  readonly browser: Browser;
  /** Of the DevTools protocol. */
  readonly port: number;
}

export async function openBrowser(): Promise<OpenBrowser> {
  const port = await freePort();
  const launch = browserLaunch();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  return { browser, port };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  server.close();
  await once(server, 'close');
  return address.port;
}
