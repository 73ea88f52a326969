/**
 * A process that a test kills: opens the store of a directory or of a connection string, says so, and
 * commits endlessly, printing a line `rev wallet version` for each acknowledged commit. A commit that a
 * killed process left half done may still block one of this process's: that one is retried.
 */
import { walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { sleep } from '../../lib/machine.ts';
import { openEmbeddedStore } from '../embedded/embedded-store.ts';
import { openMongoStore } from '../mongo/mongo-store.ts';
import { VersionConflict, type Store } from '../store.ts';
import { joining, receiptOf, stakingDena } from './fixtures.ts';

const WALLETS = 16;
const CONFLICT_PAUSE_MS = 50;

const [place = ''] = process.argv.slice(2);
const store = await (place.startsWith('mongodb:')
  ? openMongoStore({ uri: place })
  : openEmbeddedStore({ dataDir: place }));
process.stdout.write('open\n');
await Promise.all(Array.from({ length: WALLETS }, (_, n) => commitForEver(store, walletOf(n + 1))));

async function commitForEver(into: Store, wallet: Address): Promise<never> {
  const { standing } = joining(wallet).player;
  let player = await into.player(wallet);
  for (;;) {
    // A commit of each version has its own stake and receipt. As if none were active before: more are made
    // here than the rules allow [STK1].
    const change = player ? stakingDena({ player: { ...player, standing } }, 1) : joining(wallet);
    const { version } = change.player;
    try {
      const rev = await into.commit(change, version - 1, receiptOf(`command-${version}`));
      acknowledge(rev, wallet, version);
      player = change.player;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      await sleep(CONFLICT_PAUSE_MS);
      player = await into.player(wallet);
    }
  }
}

/** A pipe is written synchronously, so that a line is out before the next commit begins. */
function acknowledge(rev: Rev, wallet: Address, version: number): void {
  process.stdout.write(`${rev} ${wallet} ${version}\n`);
}
