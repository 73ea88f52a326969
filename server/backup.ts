/** `npm run backup -- --to FILE`: a whole game as it is now, in one file, while it goes on. */
import { checkBackup } from './check-backup.ts';
import { commandLine, OperatorError, runCommand, whileOpen } from './lib/command.ts';
import { wallNow } from './lib/machine.ts';
import { configuredPlace, FROM_VARIABLES, printDigest, progressLines } from './places.ts';
import { openBackup, writeBackup } from './store/backup-file.ts';
import { newBackupPath, removeOldBackups } from './store/backup-folder.ts';
import { locationOf } from './store/locations.ts';

const USAGE = `npm run backup -- --to FILE
npm run backup -- --into FOLDER --keep N

Writes the game in DATA_DIR, or in MONGODB_URI where that is set, to a new file. Its servers may run meanwhile.
With --into the file is named by its time and checked as by npm run restore -- --check. If it is sound, only the newest
N of that folder's backups stay; other files in it are left alone.
${FROM_VARIABLES}`;

runCommand(async () => {
  const { to, into, keep } = options();
  const path = to ?? (await newBackupPath(into, wallNow()));
  await writeTo(path);
  if (to !== undefined) {
    // Read back from the disk, as a restore would.
    await openBackup(path);
    console.log(`${path} was read again and is whole.`);
    return 0;
  }
  const checked = await checkBackup(path);
  if (checked !== 0) {
    console.log('No older backup was deleted.');
    return checked;
  }
  const old = await removeOldBackups(path, keep);
  if (old.length > 0) console.log(`Deleted what is older: ${old.join(', ')}.`);
  return 0;
});

async function writeTo(path: string): Promise<void> {
  await whileOpen(await locationOf(configuredPlace()).snapshot(), async (source) => {
    const digest = await writeBackup(source, path, progressLines());
    console.log(`${source.name} is in ${path}.`);
    printDigest(digest);
  });
}

/** One file, or a folder and how many of its backups stay. @throws OperatorError */
function options() {
  const { to, into, keep } = commandLine(USAGE, {
    options: { to: { type: 'string' }, into: { type: 'string' }, keep: { type: 'string' } },
  }).values;
  if (to && into === undefined && keep === undefined) return { to };
  if (to === undefined && into && keep && /^[1-9]\d{0,3}$/.test(keep)) {
    return { into, keep: Number(keep) };
  }
  throw new OperatorError(USAGE);
}
