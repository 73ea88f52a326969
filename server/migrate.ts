/**
 * `npm run migrate -- --from DATA_DIR --to MONGODB_URI`, and back: moves a whole game from one store to
 * another. Names the concrete stores, as boot/start-server.ts does for a server.
 */
import { parseArgs } from 'node:util';
import { monotonicNow } from './lib/machine.ts';
import { move, MoveRefused, type Archive, type Progress } from './store/archive.ts';
import { openEmbeddedArchive } from './store/embedded/embedded-archive.ts';
import { openMongoArchive } from './store/mongo/mongo-archive.ts';
import { StoreNotOpened } from './store/store.ts';

const USAGE = `npm run migrate -- --from PLACE --to PLACE

A PLACE is the DATA_DIR of the embedded store, or the MONGODB_URI of a database. The game at --from stays
as it is; the one at --to must be new. Stop every Denaria that uses one of them first.`;

/** Between two progress lines. */
const PROGRESS_MS = 2000;

async function openPlace(place: string, mustExist: boolean): Promise<Archive> {
  return /^mongodb(\+srv)?:/.test(place)
    ? openMongoArchive({ uri: place, mustExist })
    : openEmbeddedArchive({ dataDir: place, mustExist });
}

function progressLines(): Progress {
  let last = { at: monotonicNow(), step: '', part: '' };
  return (step, part, count) => {
    const now = monotonicNow();
    const isNew = step !== last.step || part !== last.part;
    if (!isNew && now - last.at < PROGRESS_MS) return;
    last = { at: now, step, part };
    console.log(`${step} ${part}: ${count.toLocaleString('en-US')}`);
  };
}

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
      for (const [part, { count, sha256 }] of digest) {
        console.log(`  ${part.padEnd(9)} ${count.toLocaleString('en-US').padStart(12)}  ${sha256}`);
      }
      console.log('Both sides were read again and agree on every count and hash.');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' } },
  });
  if (!values.from || !values.to) throw new MoveRefused(USAGE);
  await migrate(values.from, values.to);
}

main().catch((error: unknown) => {
  const isRefusal = error instanceof MoveRefused || error instanceof StoreNotOpened;
  console.error(isRefusal ? error.message : error);
  process.exitCode = 1;
});
