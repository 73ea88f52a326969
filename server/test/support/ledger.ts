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
   * Commands that are there and were not acknowledged, except for those that got no answer.
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
    const stored = await recordsOf(store, wallet);
    expectConsistent(stored);
    records.push(stored);
    const commands = load.acknowledged.flatMap((one) =>
      one.wallet === wallet ? [one.command] : [],
    );
    const stakes = commands.flatMap((one) => (one.kind === 'stake' ? [one.stakeId] : []));
    const trades = commands.filter(({ kind }) => kind === 'trade').length;
    const storedStakes = new Set<string>(stored.stakes.map(({ id }) => id));
    const storedTrades = stored.events.filter(({ kind }) => kind === 'traded').length;
    const foundStakes = stakes.filter((id) => storedStakes.has(id)).length;
    const foundTrades = Math.min(trades, storedTrades);
    lost += stakes.length - foundStakes + trades - foundTrades;
    const unknown = load.unknown.filter((one) => one === wallet).length;
    const others = storedStakes.size - foundStakes + storedTrades - foundTrades;
    twice += Math.max(0, others - unknown);
    // A key that was answered twice would name one stake twice.
    twice += stakes.length - new Set(stakes).size;
  }
  return { acknowledged: load.acknowledged.length, lost, twice, records };
}
