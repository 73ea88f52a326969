/**
 * A world that can begin again while its process runs: it is ended, what it kept is deleted, and another
 * one starts at the same address. What wallets and browsers remember is theirs and stays.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DevelopmentConfig } from '../server/boot/config.ts';
import { DATABASE_FILE } from '../server/store/embedded/database.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** Starts a world whose POST /dev/reset works. @throws as startWorld does */
export async function startResettableWorld(options: Omit<WorldOptions, 'reset'>): Promise<World> {
  const { say } = options;
  let { settings } = options;
  let lose: (error: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => {
    lose = resolve;
  });
  let isClosing = false;
  let resetting: Promise<void> | null = null;

  const whyNoReset = objectionToReset(settings);
  const reset = () => {
    if (!isClosing) resetting ??= beginAgain();
  };
  const start = async () => {
    const started = await startWorld({ ...options, settings, reset: { whyNoReset, reset } });
    void passOnLoss(started);
    return started;
  };
  /** Of the world that plays: one that has ended can't be lost. */
  async function passOnLoss(started: World): Promise<void> {
    const error = await started.lost;
    if (started === world) lose(error);
  }

  async function beginAgain(): Promise<void> {
    say('Reset: this world ends, and what it kept is deleted.');
    try {
      // It answers what is under way first, the call that asked for this among it.
      await world.close();
      // A process that is to end begins nothing.
      if (isClosing) return;
      await deleteWorld(settings.dataDir);
      world = await start();
      say(`A fresh world plays at ${world.url}`);
    } catch (error) {
      lose(new Error(`The fresh world did not start: ${String(error)}`, { cause: error }));
    } finally {
      resetting = null;
    }
  }

  let world = await start();
  // Open pages find the next one by the port that they know.
  settings = { ...settings, port: Number(new URL(world.url).port) };
  return {
    url: world.url,
    lost,
    async close() {
      isClosing = true;
      await resetting;
      await world.close();
    },
  };
}

/** Why this world can't be reset, with the remedy; null where all that it keeps lies in its own folder. */
export function objectionToReset({ mongodbUri, ethRpcUrls }: DevelopmentConfig): string | null {
  if (ethRpcUrls !== null) {
    return 'A reset begins a new local chain, but this world plays on the one that ETH_RPC_URL names. Stop the server, begin that chain again, delete DATA_DIR and start.';
  }
  if (mongodbUri !== null) {
    return 'A reset deletes what lies in DATA_DIR, but this world is kept in MongoDB. Stop the server, drop that database, delete DATA_DIR and start.';
  }
  return null;
}

/**
 * The chain and the game, by their own names: DATA_DIR may hold other things. The sessions' secret stays,
 * so that wallets which have signed in need not do so again.
 */
async function deleteWorld(dataDir: string): Promise<void> {
  const database = join(dataDir, DATABASE_FILE);
  const files = [join(dataDir, 'chain'), database, `${database}-wal`, `${database}-shm`];
  for (const file of files) await rm(file, { recursive: true, force: true });
}
