import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, listening } from '../../tools/test/listening.ts';
import { TEST_CONTRACTS } from '../chain/testing/chain-sim.ts';
import { loadConfig } from './config.ts';
import { assertCanListen } from './listen.ts';
import { startServer } from './start-server.ts';

async function takenPort(): Promise<string> {
  const other = createServer();
  onTestFinished(() => void other.close());
  return String(await listening(other));
}

test('a taken port ends a start before anything is opened', async () => {
  const PORT = await takenPort();
  const DATA_DIR = join(tmpdir(), `denaria-never-made-${PORT}`);
  const config = {
    ...loadConfig('development', { PORT, DATA_DIR }),
    ethRpcUrls: ['http://127.0.0.1:1'],
    contracts: TEST_CONTRACTS,
  };
  const pages = () => Promise.reject(new Error('too late'));
  await expect(startServer({ config, pages })).rejects.toThrow(
    `- PORT: ${PORT} is taken by another program. Set another one.`,
  );
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('so does one for the metrics; a free one stays free', async () => {
  const METRICS_PORT = await takenPort();
  const PORT = String(await freePort());
  await expect(assertCanListen(loadConfig('development', { PORT, METRICS_PORT }))).rejects.toThrow(
    `METRICS_PORT: ${METRICS_PORT} is taken`,
  );
  await assertCanListen(loadConfig('development', { PORT, METRICS_PORT: '0' }));
  await assertCanListen(loadConfig('development', { PORT }));
});
