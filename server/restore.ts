/**
 * `npm run restore -- --from FILE`: puts a backup into an empty store, as a data set of its own.
 * `-- --check FILE`: into a temporary one, to prove that it can be restored.
 */
import { parseArgs } from 'node:util';
import { checkBackup } from './check-backup.ts';
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
npm run restore -- --check FILE

Puts a backup into DATA_DIR, or into MONGODB_URI where that is set, which must hold no game. Start no Denaria on it
before it is done.
With --check it is put into a temporary folder (in TMPDIR, with room for the game), audited there, and removed; it says
what is in the backup, and touches no game.
${FROM_VARIABLES}`;

runCommand(async () => {
  const { from, check } = options();
  if (from === undefined) return (await checkBackup(check)) ? 0 : 1;
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
