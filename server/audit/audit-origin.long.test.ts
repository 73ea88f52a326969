/** A crowd audited from outside: ten thousand players with seventy thousand commits. */
import { expect, test } from 'vitest';
import { wait } from '../../tools/test/counts.ts';
import { FakeChain } from '../chain/testing/fake-chain.ts';
import { monotonicNow } from '../lib/machine.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { Harness } from '../test/support/harness.ts';
import { auditOrigin } from './ledger/audit-origin.ts';
import { commitMerged } from './testing/merged-game.ts';
import { leavesOf } from './testing/public-leaves.ts';
import { simulatedPlayers } from './testing/simulated.ts';

const PLAYERS = 10_000;
const COMMITS = 70_000;
const DUE_MS = 60_000;

test('ten thousand players are audited within a minute', { timeout: 600_000 }, async () => {
  const store = openMemoryStore();
  const chain = new FakeChain();
  const plans = { minLength: 16, maxLength: 32 };
  const commits = await commitMerged(store, chain.sim, simulatedPlayers(PLAYERS, plans));
  expect(commits).toBeGreaterThan(COMMITS);
  const server = await Harness.start({ store, chain });
  try {
    while (!(await server.ask('/api/seasons?limit=2')).text.includes('final')) await wait(500);
    await server.quiet();
    expect((await leavesOf(server)).length).toBe(commits);
    await inDataDir(async (keep) => {
      const request = { from: server.url, rpc: null, seen: [], keep };
      for (const from of ['the first leaf', 'what was kept']) {
        const begun = monotonicNow();
        const found = await auditOrigin(request);
        const ms = monotonicNow() - begun;
        console.log(`${found.checkpoint.size} leaves from ${from} in ${(ms / 1000).toFixed(1)} s`);
        expect(found).toMatchObject({ players: PLAYERS, checkpoint: { size: commits } });
        expect(ms).toBeLessThan(DUE_MS);
      }
    });
  } finally {
    await server.close();
  }
});
