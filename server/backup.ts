/** `npm run backup -- --to FILE`: a whole game as it is now, in one file, while it goes on. */
import { parseArgs } from 'node:util';
import { runCommand } from './lib/command.ts';
import { FROM_VARIABLES, openSnapshot, printDigest, progressLines } from './places.ts';
import { MoveRefused } from './store/archive.ts';
import { openBackup, writeBackup } from './store/backup-file.ts';

const USAGE = `npm run backup -- --to FILE

Writes the game in DATA_DIR, or in MONGODB_URI where that is set, to a new file. Its servers may run meanwhile.
${FROM_VARIABLES}`;

runCommand(async () => {
  const { to } = options();
  const source = await openSnapshot();
  try {
    const digest = await writeBackup(source, to, progressLines());
    // Read back from the disk, as a restore would.
    await openBackup(to);
    console.log(`${source.name} is in ${to}, which was read again and is whole.`);
    printDigest(digest);
  } finally {
    await source.close();
  }
  return 0;
});

/** @throws MoveRefused */
function options() {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
    if (to) return { to };
  } catch (cause) {
    throw new MoveRefused(USAGE, { cause });
  }
  throw new MoveRefused(USAGE);
}
