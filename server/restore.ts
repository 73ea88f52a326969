/**
 * `npm run restore -- --from FILE`: puts a backup into an empty store, as a data set of its own.
 * `-- --check FILE`: into a temporary one, to see that it can be.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from './audit/audit.ts';
import { summary } from './audit/report.ts';
import { runCommand } from './lib/command.ts';
import { monotonicNow } from './lib/machine.ts';
import {
  configuredPlace,
  FROM_VARIABLES,
  openPlace,
  openWallets,
  printDigest,
  progressLines,
} from './places.ts';
import { MoveRefused } from './store/archive.ts';
import { openBackup, restoreBackup } from './store/backup-file.ts';

const USAGE = `npm run restore -- --from FILE
npm run restore -- --check FILE

Puts a backup into DATA_DIR, or into MONGODB_URI where that is set, which must hold no game. Start no Denaria on it
before it is done.
With --check it is put into a temporary folder (in TMPDIR, with room for a game), audited there, and removed; it says
what is in the backup, and touches no game.
${FROM_VARIABLES}`;

runCommand(async () => {
  const { from, check } = options();
  return from === undefined ? checkBackup(check) : restoreFrom(from);
});

async function restoreFrom(from: string): Promise<number> {
  await restoreInto(configuredPlace(), from);
  console.log('Both sides were read again and agree on every count and hash.');
  return 0;
}

/** @returns 1 if what is restored differs from its own stakes and events. */
async function checkBackup(path: string): Promise<number> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  await restoreInto(dataDir, path, path);
  const source = await openWallets({ mongodbUri: null, dataDir });
  try {
    const begun = monotonicNow();
    const found = await audit(source, null, () => undefined);
    console.log(summary(path, found, monotonicNow() - begun).join('\n'));
    return found.differences.count === 0 ? 0 : 1;
  } finally {
    await source.close();
  }
}

/** @param shown what the place is called. */
async function restoreInto(place: string, from: string, shown?: string): Promise<void> {
  const backup = await openBackup(from);
  const target = await openPlace(place, false);
  try {
    const digest = await restoreBackup(backup, target, progressLines());
    const where = shown === undefined ? target.name : 'a temporary place';
    console.log(`${from}, of ${new Date(backup.at).toISOString()}, is in ${where}.`);
    printDigest(digest);
  } finally {
    await target.close();
  }
}

/** Removed when the process ends, by a signal too: it holds all that the game stores. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'denaria-check-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1));
  }
  return folder;
}

/** @throws MoveRefused */
function options() {
  try {
    const { from, check } = parseArgs({
      options: { from: { type: 'string' }, check: { type: 'string' } },
    }).values;
    if (from && check === undefined) return { from };
    if (check && from === undefined) return { check };
  } catch (cause) {
    throw new MoveRefused(USAGE, { cause });
  }
  throw new MoveRefused(USAGE);
}
