/**
 * Where the commands beside a game find it, and what those that copy a whole one print. Names the
 * concrete stores, as boot/start-server.ts does for a server.
 */
import { audit } from './audit/audit.ts';
import { summary } from './audit/report.ts';
import { placeOfGame } from './boot/config.ts';
import { monotonicNow } from './lib/machine.ts';
import {
  openEmbeddedSnapshot,
  openEmbeddedSource,
  openEmbeddedTarget,
  openEmbeddedWallets,
} from './store/embedded/embedded-stream.ts';
import {
  openMongoSnapshot,
  openMongoSource,
  openMongoTarget,
  openMongoWallets,
} from './store/mongo/mongo-stream.ts';
import { MoveRefused, type PartDigest, type Progress } from './store/pipe.ts';
import type { Source, Target, WalletSource } from './store/stream.ts';

/** What the commands say that have no option for it. */
export const FROM_VARIABLES = `DATA_DIR and MONGODB_URI are variables, as for the server: in the environment or in .env. No option names another place,
and with neither of them it is the directory data.`;

/** What was copied differs from its own stakes and events. */
export class CopyDiffers extends MoveRefused {}

/** For a copy whose game is known to differ from its own stakes and events. */
export const WITH_DIFFERENCES = 'with-differences';

/** Between two progress lines. */
const PROGRESS_MS = 2000;

export function isMongoUri(place: string): boolean {
  return /^mongodb(\+srv)?:/.test(place);
}

/** A game to copy, in a DATA_DIR or a MONGODB_URI, with no server on it. @throws StoreNotOpened */
export async function openSource(place: string): Promise<Source> {
  return isMongoUri(place)
    ? openMongoSource({ uri: place })
    : openEmbeddedSource({ dataDir: place });
}

/** Where a game can be copied to, with no server on it. @throws StoreNotOpened */
export async function openTarget(place: string): Promise<Target> {
  return isMongoUri(place)
    ? openMongoTarget({ uri: place })
    : openEmbeddedTarget({ dataDir: place });
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

/**
 * Audits what was copied to a place, before it is finished, and prints what it finds.
 * @throws CopyDiffers unless it may.
 */
export async function auditCopy(place: string, mayDiffer: boolean): Promise<void> {
  const source = await (isMongoUri(place)
    ? openMongoWallets({ uri: place, evenIncomplete: true })
    : openEmbeddedWallets({ dataDir: place, evenIncomplete: true }));
  try {
    const begun = monotonicNow();
    const found = await audit(source, null);
    console.log(summary(source.name, found, monotonicNow() - begun).join('\n'));
    if (found.differences.count === 0 || mayDiffer) return;
  } finally {
    await source.close();
  }
  throw new CopyDiffers(
    `Nothing was put in place. What was copied is what was stored, but that differs from its own stakes and events, as the lines above say: restore a backup from before that, or copy it as it is with --${WITH_DIFFERENCES}.`,
  );
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
