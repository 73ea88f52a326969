/**
 * Where the commands beside a game find it, and what those that copy a whole one print. Names the
 * concrete stores, as boot/start-server.ts does for a server.
 */
import { placeOfGame } from './boot/config.ts';
import { monotonicNow } from './lib/machine.ts';
import type { Archive, PartDigest, Progress, WalletSource } from './store/archive.ts';
import {
  openEmbeddedArchive,
  openEmbeddedSnapshot,
  openEmbeddedWallets,
} from './store/embedded/embedded-archive.ts';
import {
  openMongoArchive,
  openMongoSnapshot,
  openMongoWallets,
} from './store/mongo/mongo-archive.ts';

/** What the commands say that have no option for it. */
export const FROM_VARIABLES = `DATA_DIR and MONGODB_URI are variables, as for the server: in the environment or in .env. No option names another place,
and with neither of them it is the directory data.`;

/** Between two progress lines. */
const PROGRESS_MS = 2000;

/** A DATA_DIR or a MONGODB_URI, with no server on it. @throws StoreNotOpened */
export async function openPlace(place: string, mustExist: boolean): Promise<Archive> {
  return /^mongodb(\+srv)?:/.test(place)
    ? openMongoArchive({ uri: place, mustExist })
    : openEmbeddedArchive({ dataDir: place, mustExist });
}

/** The game that the environment names, as a server would find it. @throws ConfigError */
export function configuredPlace(): string {
  const { mongodbUri, dataDir } = placeOfGame();
  return mongodbUri ?? dataDir;
}

/** The configured game as it is now, while it goes on. @throws ConfigError, StoreNotOpened */
export async function openSnapshot() {
  const { mongodbUri, dataDir } = placeOfGame();
  return mongodbUri ? openMongoSnapshot({ uri: mongodbUri }) : openEmbeddedSnapshot({ dataDir });
}

/** A game to read beside its servers, wallet by wallet. @throws StoreNotOpened */
export async function openWallets({
  mongodbUri,
  dataDir,
}: ReturnType<typeof placeOfGame>): Promise<WalletSource> {
  return mongodbUri ? openMongoWallets({ uri: mongodbUri }) : openEmbeddedWallets({ dataDir });
}

export function progressLines(): Progress {
  let last = { at: monotonicNow(), step: '', part: '' };
  return (step, part, count) => {
    const now = monotonicNow();
    const isNew = step !== last.step || part !== last.part;
    if (!isNew && now - last.at < PROGRESS_MS) return;
    last = { at: now, step, part };
    console.log(`${step} ${part}: ${count.toLocaleString('en-US')}`);
  };
}

export function printDigest(digest: PartDigest): void {
  for (const [part, { count, sha256 }] of digest) {
    console.log(`  ${part.padEnd(14)} ${count.toLocaleString('en-US').padStart(12)}  ${sha256}`);
  }
}
