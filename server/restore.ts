/**
 * `npm run restore -- --from FILE`: puts a backup into an empty store, as a data set of its own.
 */
import { parseArgs } from 'node:util';
import { runCommand } from './lib/command.ts';
import {
  configuredPlace,
  FROM_VARIABLES,
  openPlace,
  printDigest,
  progressLines,
} from './places.ts';
import { MoveRefused } from './store/archive.ts';
import { openBackup, restoreBackup } from './store/backup-file.ts';

const USAGE = `npm run restore -- --from FILE

Puts a backup into DATA_DIR, or into MONGODB_URI where that is set, which must hold no game. Start no Denaria on it
before it is done.
${FROM_VARIABLES}`;

runCommand(async () => {
  const { from } = options();
  const backup = await openBackup(from);
  const target = await openPlace(configuredPlace(), false);
  try {
    const digest = await restoreBackup(backup, target, progressLines());
    console.log(`${from}, of ${new Date(backup.at).toISOString()}, is in ${target.name}.`);
    printDigest(digest);
    console.log('Both sides were read again and agree on every count and hash.');
  } finally {
    await target.close();
  }
  return 0;
});

/** @throws MoveRefused */
function options() {
  try {
    const { from } = parseArgs({ options: { from: { type: 'string' } } }).values;
    if (from) return { from };
  } catch (cause) {
    throw new MoveRefused(USAGE, { cause });
  }
  throw new MoveRefused(USAGE);
}
