/**
 * `npm run migrate -- --from DATA_DIR --to MONGODB_URI`, and back: moves a whole game from one
 * store to another.
 */
import { commandLine, OperatorError, runCommand, whileOpen } from './lib/command.ts';
import { auditCopy, MAY_DIFFER, printDigest, progressLines, WITH_DIFFERENCES } from './places.ts';
import { locationOf } from './store/locations.ts';
import { pipe } from './store/pipe.ts';
import type { Source, Target } from './store/stream.ts';

const USAGE = `npm run migrate -- --from PLACE --to PLACE

A PLACE is the DATA_DIR of the embedded store, or the MONGODB_URI of a database. The game at --from stays
as it is, and may be of an older version; the one at --to must be new. Stop every Denaria that uses one of them first.
What was copied is compared and audited before it can be used; --${WITH_DIFFERENCES}: even if the audit finds differences.`;

runCommand(async () => {
  const { values } = commandLine(USAGE, {
    options: { from: { type: 'string' }, to: { type: 'string' }, ...MAY_DIFFER },
  });
  const { from, to, [WITH_DIFFERENCES]: mayDiffer } = values;
  if (!from || !to) throw new OperatorError(USAGE);
  const audit = () => auditCopy(to, mayDiffer);
  const move = async (source: Source, target: Target) => {
    const { moved, digest } = await pipe(source, target, { progress: progressLines(), audit });
    const [did, way] = moved
      ? ['Moved', `from ${source.name} to ${target.name}`]
      : ['Moved before, nothing to do', `${source.name} and ${target.name} hold the same game`];
    console.log(`${did}: ${way}.`);
    printDigest(digest);
    console.log('Both sides agree on every count and hash.');
  };
  await whileOpen(await locationOf(from).source(), async (source) =>
    whileOpen(await locationOf(to).target(), (target) => move(source, target)),
  );
  return 0;
});
