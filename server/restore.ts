/**
 * `npm run restore -- --from FILE`: puts a backup into an empty store, as a data set of its own.
 * `-- --check FILE`: into a temporary one, to prove that it can be restored.
 */
import { parseArgs } from 'node:util';
import { checkBackup } from './check-backup.ts';
import { runCommand } from './lib/command.ts';
import {
  auditCopy,
  configuredPlace,
  FROM_VARIABLES,
  openTarget,
  printDigest,
  progressLines,
  WITH_DIFFERENCES,
} from './places.ts';
import { openBackup, restoreBackup } from './store/backup-file.ts';
import { MoveRefused } from './store/pipe.ts';

const USAGE = `npm run restore -- --from FILE
npm run restore -- --check FILE

Puts a backup into DATA_DIR, or into MONGODB_URI where that is set, which must hold no game. Start no Denaria on it
before it is done. What was restored is compared and audited before it can be used; --${WITH_DIFFERENCES}: even if the
audit finds differences.
With --check it is put into a temporary folder (in TMPDIR, with room for the game), audited there, and removed; it says
what is in the backup, and touches no game.
${FROM_VARIABLES}`;

runCommand(async () => {
  const { from, check, mayDiffer } = options();
  if (from === undefined) return checkBackup(check);
  const backup = await openBackup(from);
  const place = configuredPlace();
  const target = await openTarget(place);
  try {
    const audit = () => auditCopy(place, mayDiffer);
    const digest = await restoreBackup(backup, target, { progress: progressLines(), audit });
    console.log(`${from}, of ${new Date(backup.at).toISOString()}, is in ${target.name}.`);
    printDigest(digest);
    console.log('Both sides agree on every count and hash.');
  } finally {
    await target.close();
  }
  return 0;
});

/** @throws MoveRefused */
function options() {
  try {
    const { from, check, ...others } = parseArgs({
      options: {
        from: { type: 'string' },
        check: { type: 'string' },
        [WITH_DIFFERENCES]: { type: 'boolean', default: false },
      },
    }).values;
    const mayDiffer = others[WITH_DIFFERENCES];
    if (from && check === undefined) return { from, mayDiffer };
    if (check && from === undefined && !mayDiffer) return { check, mayDiffer };
  } catch (cause) {
    throw new MoveRefused(USAGE, { cause });
  }
  throw new MoveRefused(USAGE);
}
