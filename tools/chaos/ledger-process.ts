/**
 * A process that a test kills: it commits endlessly, ends weeks, and writes the ledger as fast as
 * it can, as if it had the lease, and prints `size root` of each checkpoint that it then serves,
 * and `rev wallet version` of each commit that is acknowledged.
 */
import { openCheckpoint, parseVerifier, toBase64 } from '../../common/ledger/note.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { sleep } from '../../server/lib/machine.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { firstWeekOpened, weekEndedBefore, weeksIn } from '../../server/store/kept/era.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { StoreUnavailable, VersionConflict } from '../../server/store/store.ts';
import { joining, receiptOf, stakingDena } from '../../server/store/testing/fixtures.ts';
import { Ledger } from '../../server/ledger/ledger.ts';
import { LedgerWriter } from '../../server/ledger/ledger-writer.ts';

const WALLETS = 4;
/** What a killed process has left half done blocks a commit for a moment. */
const CONFLICT_PAUSE_MS = 50;
const WEEK_PAUSE_MS = 100;
const FIRST_WEEK = 2900;

const [place = '', slot = '', origin = '', seed = ''] = process.argv.slice(2);
const identity = { origin, seed: Buffer.from(seed, 'hex') };
const store = await (place.startsWith('mongodb:')
  ? openMongoStore({ uri: place })
  : openEmbeddedStore({ dataDir: place }));
process.stdout.write('open\n');
const first = 1_000_000 + Number(slot) * WALLETS;
await Promise.all([
  writeForEver(),
  endWeeksForEver(),
  ...Array.from({ length: WALLETS }, (_, n) => commitForEver(walletOf(first + n))),
]);

async function writeForEver(): Promise<never> {
  const lease = { isHeld: () => true };
  const writer = new LedgerWriter({ store, identity, lease });
  const ledger = new Ledger(store, identity);
  const verifier = parseVerifier(await ledger.key());
  for (let said = 0; ;) {
    await writer.step().catch(unlessUnavailable);
    if (writer.stopped) throw writer.stopped;
    const note = await ledger.checkpoint();
    const { size, root } = note ? openCheckpoint(note, verifier) : { size: 0, root: null };
    if (root && size > said) process.stdout.write(`${size} ${toBase64(root)}\n`);
    said = size;
  }
}

async function commitForEver(wallet: Address): Promise<never> {
  const { standing } = joining(wallet).player;
  for (let player = await store.player(wallet); ;) {
    // As if no stake were active: more are made here than the rules allow [STK1].
    const change = player ? stakingDena({ player: { ...player, standing } }, 1) : joining(wallet);
    const { version } = change.player;
    try {
      const rev = await store.commit(change, version - 1, receiptOf(`command-${version}`));
      // A pipe is written synchronously: the line is out before the next commit begins.
      process.stdout.write(`${rev} ${wallet} ${version}\n`);
      player = change.player;
    } catch (error) {
      if (!(error instanceof VersionConflict)) unlessUnavailable(error);
      await sleep(CONFLICT_PAUSE_MS);
      player = await store.player(wallet);
    }
  }
}

/** One process may end what another one has begun to. */
async function endWeeksForEver(): Promise<never> {
  for (;;) {
    try {
      await store.changeEra(firstWeekOpened(FIRST_WEEK));
      const { open = FIRST_WEEK } = weeksIn((await store.era()).value) ?? {};
      await store.changeEra(weekEndedBefore(open + 1));
    } catch (error) {
      unlessUnavailable(error);
    }
    await sleep(WEEK_PAUSE_MS);
  }
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}
