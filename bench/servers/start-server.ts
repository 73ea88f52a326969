/** The server of the start benchmark: starts on a data folder and reports the cost. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { FakeChain } from '../../server/chain/testing/fake-chain.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';

const orderSchema = z.object({ dataDir: z.string(), mongodbUri: z.string().nullable() });

/** After it answers, a server still builds what not every answer needs. */
const AFTERWARDS_MS = 5000;

serveParent({ start });

async function start(body: unknown) {
  const { dataDir, mongodbUri } = orderSchema.parse(body);
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  // The sweep of every balance is not part of the start, so its chain does not answer.
  const chain = new FakeChain();
  chain.goDown();
  const store = await (mongodbUri
    ? openMongoStore({ uri: mongodbUri })
    : openEmbeddedStore({ dataDir }));
  const server = await Harness.start({ store, chain });
  const answer = await fetch(`${server.url}/api/leaderboard?limit=1`);
  if (!answer.ok) throw new Error(await answer.text());
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await sleep(AFTERWARDS_MS);
  delays.disable();
  return { seconds, cpuSeconds: (user + system) / 1e6, longestPauseMs: delays.max / 1e6 };
}
