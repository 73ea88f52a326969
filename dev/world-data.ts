/**
 * The files of a development world: deleted by a reset, and upgraded. What wallets and browsers
 * remember is theirs and stays.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DevelopmentConfig } from '../server/boot/config.ts';
import { DATABASE_FILE } from '../server/store/stored-form.ts';
import { upgradeFolder } from '../server/store/embedded/upgraded-folder.ts';
import { StoreNotOpened } from '../server/store/store.ts';
import type { WorldOptions } from './world.ts';

/**
 * Why this world can't be reset, with the remedy; null if everything it keeps is in its own folder.
 */
export function objectionToReset({ mongodbUri, ethRpcUrls }: DevelopmentConfig): string | null {
  if (ethRpcUrls !== null) {
    return 'A reset starts a new local chain, but this world plays on the one in ETH_RPC_URL. Stop the server, reset that chain, delete DATA_DIR and start.';
  }
  if (mongodbUri !== null) {
    return 'A reset deletes the data in DATA_DIR, but this world is stored in MongoDB. Stop the server, drop that database, delete DATA_DIR and start.';
  }
  return null;
}

/** The session secret stays, so wallets that are signed in remain so. */
export async function deleteWorld(dataDir: string): Promise<void> {
  for (const file of filesOf(dataDir)) await rm(file, { recursive: true, force: true });
}

/** The chain and the game by name, because DATA_DIR may contain other things; the database last. */
function filesOf(dataDir: string): string[] {
  const database = join(dataDir, DATABASE_FILE);
  return [join(dataDir, 'chain'), `${database}-wal`, `${database}-shm`, database];
}

/**
 * Upgrades the game of a world that an earlier version stored; its chain is as it was. What else is
 * wrong is for the start to say.
 */
export async function upgradeWorld(dataDir: string, say: WorldOptions['say']): Promise<void> {
  if (!existsSync(join(dataDir, DATABASE_FILE))) return;
  const quietly = { announce: () => undefined, progress: () => undefined };
  try {
    const done = await upgradeFolder(dataDir, { ...quietly, audit: async () => undefined });
    if (done) {
      say(
        `An older Denaria wrote the world in ${dataDir}: it is upgraded, and the old one is kept in ${done.archive}.`,
      );
    }
  } catch (error) {
    if (!(error instanceof StoreNotOpened)) throw error;
  }
}
