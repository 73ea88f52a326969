/** MongoDB loses its primary during attacks: honest players lose nothing, connections end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { startTestSet } from '../test/mongo/test-set.ts';
import { runAttacks } from './run.ts';

/** Commands, reads, sockets, and what once leaked descriptors. */
const NAMES = ['receipts', 'pages', 'handshakes', 'other-protocols'];
const ROW_MS = 20_000;

const mongod = await testMongod();

test.skipIf(!mongod)(
  'attacks while MongoDB fails over: nothing that was acknowledged is lost, connections end',
  { timeout: 600_000 },
  async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 3 });
    try {
      const results = await runAttacks({
        names: NAMES,
        ms: NAMES.length * ROW_MS,
        seed: 1,
        say: (line) => console.log(line),
        database: {
          uri: set.uri('denaria'),
          async halfway() {
            await set.whole();
            const primary = await set.primary();
            primary.kill();
            await sleep(1000);
            await set.primary();
            await primary.start();
          },
        },
      });
      expect(results.flatMap(({ wrongs }) => wrongs)).toEqual([]);
    } finally {
      await set.stop();
    }
  },
);
