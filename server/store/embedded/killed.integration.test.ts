/** What a killed process leaves behind: its lock for the next, and every commit it acknowledged. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { commandIdSchema } from '../../../common/values/ids.ts';
import { StoreNotOpened, type Store } from '../store.ts';
import { allEvents, loaded, receiptIn } from '../testing/observe.ts';
import { inDataDir } from './data-dir.ts';
import { openEmbeddedStore } from './embedded-store.ts';

const ROUNDS = 5;

/** So many commits must have been at stake; where a slow disk takes fewer in a round, rounds follow. */
const ENOUGH = 100;

/** How long a process may go on committing before it is killed. */
const LONGEST_LIFE_MS = 600;

interface CommittingProcess {
  readonly child: ChildProcess;
  /** Whole lines that it has printed, but for the first. */
  acknowledged(): string[];
  /** SIGKILL, and its end. */
  kill(): Promise<void>;
}

/** Resolves when the process holds the store. */
async function startCommitting(dataDir: string): Promise<CommittingProcess> {
  const program = fileURLToPath(new URL('../testing/committing-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close');
  while (!output.startsWith('open\n')) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
  }
  return {
    child,
    acknowledged: () => output.split('\n').slice(1, -1),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('a process that is killed', () => {
  test(`has lost nothing that it acknowledged, ${ROUNDS} times over`, async () => {
    const seed = Date.now() % 2 ** 31;
    console.log(`moments of the kills by seed ${seed}`);
    const random = fractions(seed);
    await inDataDir(async (dataDir) => {
      const acknowledged: string[] = [];
      for (let round = 0; round < ROUNDS || acknowledged.length <= ENOUGH; round += 1) {
        const running = await startCommitting(dataDir);
        await sleep(random() * LONGEST_LIFE_MS);
        await running.kill();
        acknowledged.push(...running.acknowledged());
        const store = await openEmbeddedStore({ dataDir });
        await expectAll(store, acknowledged);
        await store.close();
      }
    });
  });

  test('keeps others out while it lives, and no longer', async () => {
    await inDataDir(async (dataDir) => {
      const running = await startCommitting(dataDir);
      const refused = openEmbeddedStore({ dataDir });
      await expect(refused).rejects.toThrow(StoreNotOpened);
      await expect(refused).rejects.toThrow(
        `The data directory ${dataDir} is in use by another Denaria.`,
      );
      await running.kill();
      const store = await openEmbeddedStore({ dataDir });
      await store.ping();
      await store.close();
    });
  });
});

/** Every acknowledged commit is there, and every commit that is there is whole. */
async function expectAll(store: Store, acknowledged: readonly string[]): Promise<void> {
  const events = await allEvents(store);
  const { players } = await loaded(store);
  const walletAt = new Map<string, string>(events.map(({ rev, row }) => [rev, row.wallet]));
  const versionOf = new Map<string, number>(players.map((p) => [p.wallet, p.version]));
  const missing = acknowledged.filter((line) => {
    const [rev = '', wallet = '', version = ''] = line.split(' ');
    return walletAt.get(rev) !== wallet || !(Number(version) <= (versionOf.get(wallet) ?? 0));
  });
  expect(missing).toEqual([]);

  for (const { wallet, version } of players) {
    expect(events.filter(({ row }) => row.wallet === wallet)).toHaveLength(version);
    expect(await store.stakes(wallet)).toHaveLength(version - 1);
    const last = commandIdSchema.parse(`command-${version}`);
    const next = commandIdSchema.parse(`command-${version + 1}`);
    expect(await receiptIn(store, address(wallet), last, Date.now())).not.toBeNull();
    expect(await receiptIn(store, address(wallet), next, Date.now())).toBeNull();
  }
}

/** Park–Miller: the same seed, the same moments. */
function fractions(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
