/**
 * `npm run migrate -- --from DATA_DIR --to MONGODB_URI`, and back: moves a whole game from one
 * store to another.
 */
import { parseArgs } from 'node:util';
import { runCommand } from './lib/command.ts';
import {
  auditCopy,
  openSource,
  openTarget,
  printDigest,
  progressLines,
  WITH_DIFFERENCES,
} from './places.ts';
import { MoveRefused, pipe } from './store/pipe.ts';

const USAGE = `npm run migrate -- --from PLACE --to PLACE

A PLACE is the DATA_DIR of the embedded store, or the MONGODB_URI of a database. The game at --from stays
as it is, and may be of an older version; the one at --to must be new. Stop every Denaria that uses one of them first.
What was copied is compared and audited before it can be used; --${WITH_DIFFERENCES}: even if the audit finds differences.`;

async function migrate({ from, to, mayDiffer }: ReturnType<typeof options>): Promise<void> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      const audit = () => auditCopy(to, mayDiffer);
      const { moved, digest } = await pipe(source, target, { progress: progressLines(), audit });
      const [did, way] = moved
        ? ['Moved', `from ${source.name} to ${target.name}`]
        : ['Moved before, nothing to do', `${source.name} and ${target.name} hold the same game`];
      console.log(`${did}: ${way}.`);
      printDigest(digest);
      console.log('Both sides agree on every count and hash.');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

runCommand(async () => {
  await migrate(options());
  return 0;
});

/** @throws MoveRefused */
function options() {
  try {
    const { from, to, ...others } = parseArgs({
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        [WITH_DIFFERENCES]: { type: 'boolean', default: false },
      },
    }).values;
    if (from && to) return { from, to, mayDiffer: others[WITH_DIFFERENCES] };
  } catch (cause) {
    throw new MoveRefused(USAGE, { cause });
  }
  throw new MoveRefused(USAGE);
}
