/**
 * A process to be killed by a test: opens the store of a directory or of a connection string, says so,
 * and commits without end, a line `rev wallet version` for each commit that was acknowledged.
 */
import type { PlayerState } from '../../../common/rules/decision.ts';
import { after, walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { openEmbeddedStore } from '../embedded/embedded-store.ts';
import { openMongoStore } from '../mongo/mongo-store.ts';
import type { Store } from '../store.ts';
import { joining, receiptOf, stakingDena } from './fixtures.ts';

const WALLETS = 16;

const [place = ''] = process.argv.slice(2);
const store = await (place.startsWith('mongodb:')
  ? openMongoStore({ uri: place })
  : openEmbeddedStore({ dataDir: place }));
process.stdout.write('open\n');
await Promise.all(Array.from({ length: WALLETS }, (_, n) => commitForEver(store, walletOf(n + 1))));

async function commitForEver(into: Store, wallet: Address): Promise<never> {
  const [player, stakes] = await Promise.all([into.player(wallet), into.stakes(wallet)]);
  let state: PlayerState | null = player && { player, stakes };
  for (;;) {
    // One DENA: a commit of each version has a stake and a receipt of its own.
    const change = state ? stakingDena(state, 1) : joining(wallet);
    const { version } = change.player;
    const rev = await into.commit(change, version - 1, receiptOf(`command-${version}`));
    state = after(state, change);
    acknowledge(rev, wallet, version);
  }
}

/** A pipe is written at once, so that a line is out before the next commit begins. */
function acknowledge(rev: Rev, wallet: Address, version: number): void {
  process.stdout.write(`${rev} ${wallet} ${version}\n`);
}
