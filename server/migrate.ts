/**
 * `npm run migrate -- --from DATA_DIR --to MONGODB_URI`, and back: moves a whole game from one
 * store to another.
 */
import { parseArgs } from 'node:util';
import { runCommand } from './lib/command.ts';
import { openPlace, printDigest, progressLines } from './places.ts';
import { move, MoveRefused } from './store/archive.ts';

const USAGE = `npm run migrate -- --from PLACE --to PLACE

A PLACE is the DATA_DIR of the embedded store, or the MONGODB_URI of a database. The game at --from stays
as it is; the one at --to must be new. Stop every Denaria that uses one of them first.`;

async function migrate(from: string, to: string): Promise<void> {
  const source = await openPlace(from, true);
  try {
    const target = await openPlace(to, false);
    try {
      const { moved, digest } = await move(source, target, progressLines());
      const [did, way] = moved
        ? ['Moved', `from ${source.name} to ${target.name}`]
        : ['Moved before, nothing to do', `${source.name} and ${target.name} hold the same game`];
      console.log(`${did}: ${way}.`);
      printDigest(digest);
      console.log('Both sides were read again and agree on every count and hash.');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

runCommand(async () => {
  const { from, to } = options();
  await migrate(from, to);
  return 0;
});

/** @throws MoveRefused */
function options() {
  try {
    const named = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { from, to } = parseArgs({ options: named }).values;
    if (from && to) return { from, to };
  } catch (cause) {
    throw new MoveRefused(USAGE, { cause });
  }
  throw new MoveRefused(USAGE);
}
