/**
 * `npm run upgrade`: makes a game that an earlier version stored into one of the newest form, which
 * the server opens. The old game stays, and `-- --back` puts it back.
 */
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
import { undoFolderUpgrade, upgradeFolder } from './store/embedded/upgraded-folder.ts';
import { inMongo, isMongoUri } from './store/locations.ts';
import { MoveRefused, pipe } from './store/pipe.ts';
import { STORED_FORM } from './store/stored-form.ts';
import type { Extent, Target } from './store/stream.ts';

const USAGE = `npm run upgrade
npm run upgrade -- --to MONGODB_URI
npm run upgrade -- --back

Makes the game in DATA_DIR into one that this Denaria opens. Stop its server first. The old one is kept in a folder of
DATA_DIR that is named by its form; --back puts it back, without what was played since, which is kept in turn.
Where MONGODB_URI is set, the game there stays as it is, and --to names a new database beside it: start the server on that.
What was made is compared and audited before it takes its place; --${WITH_DIFFERENCES}: even if the audit finds differences.
It may be killed and begun again at any moment.
${FROM_VARIABLES}`;

/** What it copies in a second, measured (docs/operating.md). */
const BYTES_A_SECOND = 8_000_000;

type Options = ReturnType<typeof options>;

async function upgradeDirectory(dataDir: string, { mayDiffer }: Options): Promise<void> {
  const done = await upgradeFolder(dataDir, {
    announce: (form, extent) => announce(dataDir, form, extent),
    progress: progressLines(),
    audit: (draft) => auditCopy(draft, mayDiffer),
  });
  if (!done) return sayNewest(dataDir);
  printDigest(done.digest);
  console.log(`The game in ${dataDir} is upgraded. The old one is in ${done.archive}.`);
}

async function upgradeDatabase(uri: string, { to, mayDiffer }: Options): Promise<void> {
  await whileOpen(await inMongo(uri).source(), async (source) => {
    const { form } = await source.state();
    if (form === STORED_FORM) return sayNewest(source.name);
    if (to === undefined || !isMongoUri(to) || to === uri) {
      throw new MoveRefused(
        "Name a new database for the upgraded game: npm run upgrade -- --to 'mongodb://…' The one in MONGODB_URI stays as it is.",
      );
    }
    announce(source.name, form, await source.extent());
    const audit = () => auditCopy(to, mayDiffer);
    const fill = (target: Target) => pipe(source, target, { progress: progressLines(), audit });
    const { moved, digest } = await whileOpen(await inMongo(to).target(), fill);
    printDigest(digest);
    const did = moved ? 'The game is upgraded.' : 'It was upgraded before, and is as it was then.';
    console.log(`${did} Set MONGODB_URI to the new database, then start the server.`);
  });
}

function sayNewest(place: string): void {
  console.log(`The game in ${place} is of the newest form (${STORED_FORM}). Nothing to do.`);
}

/** Says what it will take. @throws MoveRefused if there is no room for it */
function announce(place: string, form: number, { size, needed, free }: Extent): void {
  const minutes = Math.ceil(size / BYTES_A_SECOND / 60);
  const time = minutes === 1 ? 'less than a minute' : `about ${minutes} minutes`;
  const room = free === null ? '' : `; ${(free / 1e6).toFixed(1)} MB are free`;
  console.log(
    `The game in ${place} goes from form ${form} to ${STORED_FORM}. It takes ${time}, and ${(needed / 1e6).toFixed(1)} MB of room${room}.`,
  );
  if (free === null || free >= needed) return;
  throw new MoveRefused('That is too little room. Nothing was changed: make room, then try again.');
}

async function goBack(place: string): Promise<void> {
  if (isMongoUri(place)) {
    throw new MoveRefused(
      'The old database is as it was: set MONGODB_URI to it, and start the Denaria that wrote it.',
    );
  }
  const { archive, form } = await undoFolderUpgrade(place);
  console.log(
    `The game of form ${form} is in ${place} again: start the Denaria that wrote it. What was there is in ${archive}.`,
  );
}

runCommand(async () => {
  const request = options();
  const place = configuredPlace();
  if (request.back) await goBack(place);
  else if (isMongoUri(place)) await upgradeDatabase(place, request);
  else if (request.to === undefined) await upgradeDirectory(place, request);
  else throw new OperatorError(USAGE);
  return 0;
});

/** @throws OperatorError */
function options() {
  const { values } = commandLine(USAGE, {
    options: { to: { type: 'string' }, back: { type: 'boolean', default: false }, ...MAY_DIFFER },
  });
  const { to, back, [WITH_DIFFERENCES]: mayDiffer } = values;
  if (back && (to !== undefined || mayDiffer)) throw new OperatorError(USAGE);
  return { to, back, mayDiffer };
}
