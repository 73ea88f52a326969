/**
 * The files of a development world: deleted by a reset, and set aside if their form is no longer
 * read. What wallets and browsers remember is theirs and stays.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DevelopmentConfig } from '../server/boot/config.ts';
import { DATABASE_FILE } from '../server/store/stored-form.ts';
import { OlderForm, openDatabase } from '../server/store/embedded/database.ts';
import { endLocalChain } from './chain/local-chain.ts';
import type { WorldOptions } from './world.ts';

/**
 * Why this world can't be reset, with the remedy; null if everything it keeps is in its own folder.
 */
export function objectionToReset({ mongodbUri, ethRpcUrls }: DevelopmentConfig): string | null {
  if (ethRpcUrls !== null) {
    return 'A reset starts a new local chain, but this world plays on the one in ETH_RPC_URL. Stop the server, reset that chain, delete DATA_DIR and start.';
  }
  if (mongodbUri !== null) {
    return 'A reset deletes the data in DATA_DIR, but this world is kept in MongoDB. Stop the server, drop that database, delete DATA_DIR and start.';
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

/** False also if a process has it open, or anything else is wrong: that is for the start to say. */
function holdsOlderGame(dataDir: string): boolean {
  if (!existsSync(join(dataDir, DATABASE_FILE))) return false;
  try {
    const { writer, unlock } = openDatabase(dataDir);
    writer.close();
    unlock();
    return false;
  } catch (error) {
    return error instanceof OlderForm;
  }
}

/**
 * Collects the files in a folder that gets its name once it has all of them: if a start is killed,
 * the next goes on.
 */
export async function setOlderWorldAside(dataDir: string, say: WorldOptions['say']): Promise<void> {
  const unfinished = join(dataDir, 'older-world-unfinished');
  // The last of its files: all that is missing is the name.
  const isWhole = existsSync(join(unfinished, DATABASE_FILE));
  if (!isWhole && !holdsOlderGame(dataDir)) return;
  await endLocalChain(dataDir, say);
  await mkdir(unfinished, { recursive: true });
  for (const file of filesOf(dataDir)) {
    const kept = join(unfinished, basename(file));
    if (existsSync(file) && !existsSync(kept)) await rename(file, kept);
  }
  let aside = join(dataDir, 'older-world');
  for (let n = 2; existsSync(aside); n += 1) aside = join(dataDir, `older-world-${n}`);
  await rename(unfinished, aside);
  say(
    `An older Denaria wrote the world in ${dataDir}, in a form that is no longer read: it is kept in ${aside}, and a fresh one begins.`,
  );
}
