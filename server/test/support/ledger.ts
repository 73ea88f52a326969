/**
 * Compares the answers that a load received with what the store has: nothing lost, nothing done
 * twice.
 */
import type { Address } from '../../../common/values/address.ts';
import type { Store } from '../../store/store.ts';
import type { Load } from './load.ts';
import { expectConsistent, recordsOf, type Records } from './soundness.ts';

interface Balance {
  readonly acknowledged: number;
  /** Commands that were acknowledged and are not there. */
  readonly lost: number;
  /**
   * Commands that are there and that nobody was told about, except for those that got no answer.
   */
  readonly twice: number;
  readonly records: readonly Records[];
}

/** Balances the accounts of every wallet, whose records must also be sound on their own. */
export async function balance(
  store: Store,
  wallets: readonly Address[],
  load: Load,
): Promise<Balance> {
  let lost = 0;
  let twice = 0;
  const records: Records[] = [];
  for (const wallet of wallets) {
    const kept = await recordsOf(store, wallet);
    expectConsistent(kept);
    records.push(kept);
    const deeds = load.acknowledged.filter((one) => one.wallet === wallet).map(({ deed }) => deed);
    const told = deeds.flatMap((deed) => (deed.kind === 'stake' ? [deed.stakeId] : []));
    const there = new Set<string>(kept.stakes.map(({ id }) => id));
    const stakesLost = told.filter((id) => !there.has(id)).length;
    const trades = kept.events.filter(({ kind }) => kind === 'traded').length;
    const tradesTold = deeds.filter(({ kind }) => kind === 'trade').length;
    const unknown = load.unknown.filter((one) => one === wallet).length;
    lost += stakesLost + Math.max(0, tradesTold - trades);
    const tooMany = there.size + trades - (told.length - stakesLost) - Math.min(trades, tradesTold);
    twice += Math.max(0, tooMany - unknown);
    // A key that was answered twice would name one stake twice.
    twice += told.length - new Set(told).size;
  }
  return { acknowledged: load.acknowledged.length, lost, twice, records };
}
