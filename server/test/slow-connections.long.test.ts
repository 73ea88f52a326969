/** Slow, silent or idle connections are ended, whatever they hold back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Harness } from './support/harness.ts';
import { slowConnections } from './support/hostile.ts';
import { RawConnection } from './support/raw-connection.ts';

/** The longest of the server's timeouts, plus the time to check. */
const BOUND_MS = 40_000;
const DRIP_MS = 1000;

let server: Harness;
beforeAll(async () => {
  server = await Harness.start();
});
afterAll(() => server.close());

test.concurrent.for(slowConnections('Host: 127.0.0.1'))(
  'one that %s',
  { timeout: 2 * BOUND_MS },
  async ([, begin, drip], { onTestFinished }) => {
    const connection = new RawConnection(Number(new URL(server.url).port));
    onTestFinished(() => connection.end());
    connection.write(begin);
    const dripping = setInterval(() => connection.write(drip), DRIP_MS);
    onTestFinished(() => clearInterval(dripping));
    expect(await connection.closes(BOUND_MS)).toBe(true);
    // It was the connection that ended, not the server.
    expect((await fetch(`${server.url}/api/config`)).status).toBe(200);
  },
);
