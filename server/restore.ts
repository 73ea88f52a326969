/**
 * `npm run restore -- --from FILE`: puts a backup into an empty store, as a data set of its own.
 * `-- --check FILE`: into a temporary one, to prove that it can be restored.
 */
import { checkBackup } from './check-backup.ts';
import { commandLine, OperatorError, runCommand, whileOpen } from './lib/command.ts';
import {
  auditCopy,
  configuredPlace,
  FROM_VARIABLES,
  MAY_DIFFER,
  printDigest,
  progressLines,
  WITH_DIFFERENCES,
} from './places.ts';
import { openBackup } from './store/backup-file.ts';
import { locationOf } from './store/locations.ts';
import { pipe } from './store/pipe.ts';

const USAGE = `npm run restore -- --from FILE
npm run restore -- --check FILE

Puts a backup into DATA_DIR, or into MONGODB_URI where that is set, which must hold no game. Start no Denaria on it
before it is done. What was restored is compared and audited before it can be used; --${WITH_DIFFERENCES}: even if the
audit finds differences.
With --check it is put into a temporary folder (in TMPDIR, with room for the game), audited there, and removed; it says
what is in the backup, and touches no game.
${FROM_VARIABLES}`;

runCommand(async () => {
  const { values } = commandLine(USAGE, {
    options: { from: { type: 'string' }, check: { type: 'string' }, ...MAY_DIFFER },
  });
  const { from, check, [WITH_DIFFERENCES]: mayDiffer } = values;
  if (check && from === undefined && !mayDiffer) return checkBackup(check);
  if (!from || check !== undefined) throw new OperatorError(USAGE);
  const backup = await openBackup(from);
  const place = configuredPlace();
  const audit = () => auditCopy(place, mayDiffer);
  await whileOpen(await locationOf(place).target(), async (target) => {
    const { digest } = await pipe(backup, target, { progress: progressLines(), audit });
    console.log(`${from}, of ${new Date(backup.at).toISOString()}, is in ${target.name}.`);
    printDigest(digest);
    console.log('Both sides agree on every count and hash.');
  });
  return 0;
});
