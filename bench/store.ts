/** Durable commits per second, 64 in flight: the embedded store beside one transaction per commit. */
import { join } from 'node:path';
import Database from 'libsql';
import { walletOf, type PlayerState } from '../common/testing/fixtures.ts';
import { openEmbeddedStore } from '../server/store/embedded/embedded-store.ts';
import { joining, stakingDena, stateAfter } from '../server/store/testing/fixtures.ts';
import { newDataFolder, removeDataFolder } from '../server/test/support/data-folder.ts';
import { compare, throughput, type Comparison } from './measure.ts';

const IN_FLIGHT = 64;
const RUN_MS = 2000;

/** A wallet per lane; each commit follows from the previous one. */
function lanes(): PlayerState[] {
  return Array.from({ length: IN_FLIGHT }, (_, lane) => stateAfter([joining(walletOf(lane + 1))]));
}

export async function benchStore(): Promise<Comparison[]> {
  const folder = await newDataFolder();
  try {
    const store = await openEmbeddedStore({ dataDir: folder });
    const states = lanes();
    for (const { player } of states) await store.commit(joining(player.wallet), 0, null);

    const plain = new Database(join(folder, 'plain.db'));
    plain.exec('PRAGMA journal_mode = WAL');
    plain.exec('PRAGMA synchronous = FULL');
    plain.exec('CREATE TABLE players (wallet TEXT PRIMARY KEY, document TEXT)');
    plain.exec('CREATE TABLE stakes (id INTEGER PRIMARY KEY, document TEXT)');
    plain.exec('CREATE TABLE events (rev INTEGER PRIMARY KEY, document TEXT)');
    const upsert = plain.prepare('INSERT OR REPLACE INTO players VALUES (?, ?)');
    const stake = plain.prepare('INSERT INTO stakes (document) VALUES (?)');
    const event = plain.prepare('INSERT INTO events (document) VALUES (?)');
    const wire = (value: unknown) =>
      JSON.stringify(value, (_, field: unknown) =>
        typeof field === 'bigint' ? field.toString() : field,
      );

    const result = await compare(
      `Durable commits, ${IN_FLIGHT} in flight (player, stake and event each)`,
      '/s',
      [
        {
          name: 'embedded store (group commit)',
          run: () =>
            throughput(IN_FLIGHT, RUN_MS, async (lane) => {
              const state = states[lane];
              if (!state) return;
              const change = stakingDena(state, 1);
              await store.commit(change, state.player.version, null);
              // Only the version is needed for the next commit, not the stakes.
              states[lane] = {
                ...state,
                player: { ...state.player, version: change.player.version },
              };
            }),
        },
        {
          name: 'libsql, one transaction per commit',
          run: () =>
            throughput(1, RUN_MS, async () => {
              const [state] = states;
              if (!state) return;
              const change = stakingDena(state, 1);
              plain.exec('BEGIN IMMEDIATE');
              upsert.run([change.player.wallet, wire(change.player)]);
              stake.run([wire(change.stakes[0])]);
              event.run([wire(change.event)]);
              plain.exec('COMMIT');
              await Promise.resolve();
            }),
        },
      ],
    );
    plain.close();
    await store.close();
    return [result];
  } finally {
    await removeDataFolder(folder);
  }
}
