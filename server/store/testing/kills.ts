/**
 * Processes that commit endlessly and are killed: what each of them acknowledged must be there when the
 * store is opened again, and every commit that is there must be whole.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { runnable } from '../../../tools/test/programs.ts';
import { SEED } from '../../../tools/test/seed.ts';
import { commandIdSchema } from '../../../common/values/ids.ts';
import { wallNow } from '../../lib/machine.ts';
import type { Store } from '../store.ts';
import { fractions } from './fractions.ts';
import { allStakes, allEvents, loadedPlayers, receiptIn } from './observe.ts';

/** The least number of commits at stake; if a slow disk takes fewer in a round, more rounds follow. */
const ENOUGH = 100;

/** How many more commits a process may acknowledge before it is killed. */
const LONGEST_LIFE = 200;

interface CommittingProcess {
  /** Complete lines that it has printed, except the first. */
  acknowledged(): string[];
  /** Sends SIGKILL, and waits for its end. */
  kill(): Promise<void>;
}

/** Resolves when the process holds the store. @param place a directory or a connection string */
async function startCommitting(place: string): Promise<CommittingProcess> {
  const program = fileURLToPath(new URL('committing-process.ts', import.meta.url));
  const { file, execArgv } = runnable(program);
  const child = spawn(process.execPath, [...execArgv, file, place], {
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
    acknowledged: () => output.split('\n').slice(1, -1),
    async kill() {
      child.kill('SIGKILL');
      await ended;
      if (child.exitCode !== null) throw new Error(`it ended by itself, with ${child.exitCode}`);
    },
  };
}

interface Kills {
  readonly rounds: number;
  /** A directory or a connection string. */
  readonly place: string;
  /** How many commits a process acknowledges at least. */
  readonly firstCommits: number;
  readonly open: () => Promise<Store>;
  readonly whileItRuns?: () => Promise<void>;
}

/**
 * Kills processes after a random number of commits, and checks each one's acknowledgements against the
 * store.
 */
export async function killAndRecover(kills: Kills): Promise<void> {
  const { rounds, place, firstCommits, open, whileItRuns } = kills;
  const random = fractions(SEED);
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds || acknowledged.length <= ENOUGH; round += 1) {
    const running = await startCommitting(place);
    await whileItRuns?.();
    const life = firstCommits + Math.floor(random() * LONGEST_LIFE);
    // MongoDB may wait some seconds for transactions that a killed process left open.
    await expect
      .poll(() => running.acknowledged().length, { interval: 10 })
      .toBeGreaterThanOrEqual(life);
    await running.kill();
    acknowledged.push(...running.acknowledged());
    const store = await open();
    await expectAll(store, acknowledged);
    await store.close();
  }
}

/** Every acknowledged commit is there, and every commit that is there is whole. */
async function expectAll(store: Store, acknowledged: readonly string[]): Promise<void> {
  const events = await allEvents(store);
  const { players } = await loadedPlayers(store);
  const walletAt = new Map<string, string>(events.map(({ rev, row }) => [rev, row.wallet]));
  const versionOf = new Map<string, number>(players.map((p) => [p.wallet, p.version]));
  const missing = acknowledged.filter((line) => {
    const [rev = '', wallet = '', version = ''] = line.split(' ');
    return walletAt.get(rev) !== wallet || !(Number(version) <= (versionOf.get(wallet) ?? 0));
  });
  expect(missing).toEqual([]);

  for (const { wallet, version } of players) {
    expect(events.filter(({ row }) => row.wallet === wallet)).toHaveLength(version);
    expect(await allStakes(store, wallet)).toHaveLength(version - 1);
    const last = commandIdSchema.parse(`command-${version}`);
    const next = commandIdSchema.parse(`command-${version + 1}`);
    expect(await receiptIn(store, wallet, last, wallNow())).not.toBeNull();
    expect(await receiptIn(store, wallet, next, wallNow())).toBeNull();
  }
}
