/**
 * `npm run ledger -- continue --from CHECKPOINT --why "…"`: begins a new log after a restored
 * backup or a lost key (docs/ledger.md).
 */
import { placeOfLedger } from './boot/config.ts';
import { ContinueRefused, continueLog } from './ledger/continue-log.ts';
import { commandLine, OperatorError, runCommand, textOf, whileOpen } from './lib/command.ts';
import { newId, wallNow } from './lib/machine.ts';
import { holdLease, releaseLease } from './store/kept/leases.ts';
import { locationOf } from './store/locations.ts';
import type { Store } from './store/store.ts';

const USAGE = `npm run ledger -- continue --from FILE --why "…"

Begins a new log after one that can't go on: the store was restored from a backup, or the key is lost. FILE has the newest
checkpoint of the old log that anyone has seen. Everyone reads why, for good. Set PUBLIC_ORIGIN, LEDGER_KEY and DATA_DIR
or MONGODB_URI as for the server, and stop every Denaria first.`;

/** What the process that writes the ledger holds. */
const LEASE = 'chain-follower';
const LEASE_MS = 60_000;

function requestOf(): { readonly from: string; readonly why: string } {
  const options = { from: { type: 'string' }, why: { type: 'string' } } as const;
  const { values, positionals } = commandLine(USAGE, { allowPositionals: true, options });
  const { from, why } = values;
  if (positionals.join() !== 'continue' || !from || !why) throw new OperatorError(USAGE);
  return { from: textOf(from, 'Name the file of a checkpoint.'), why };
}

async function whileNobodyWrites<Result>(store: Store, work: () => Promise<Result>) {
  const holder = newId();
  if (!(await holdLease(store, LEASE, holder, LEASE_MS))) {
    throw new ContinueRefused(
      'A Denaria is running on this database, or was a moment ago. Stop every one of them, then wait half a minute.',
    );
  }
  try {
    return await work();
  } finally {
    await releaseLease(store, LEASE, holder);
  }
}

runCommand(async () => {
  const request = requestOf();
  const { dataDir, mongodbUri, identity } = placeOfLedger();
  await whileOpen(await locationOf(mongodbUri ?? dataDir).open(), async (store) => {
    const { origin, leaf, isSigned } = await whileNobodyWrites(store, () =>
      continueLog(store, identity, { ...request, now: wallNow() }),
    );
    console.log(
      `The log ${origin} begins. It follows ${leaf.origin}, which had ${leaf.size} leaves:`,
    );
    console.log(`this game has ${leaf.kept} of its commits, ${leaf.missing} are missing.`);
    if (!isSigned)
      console.log('That checkpoint is not signed by LEDGER_KEY: it was taken as it is.');
  });
  return 0;
});
