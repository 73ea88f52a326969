/**
 * A game of random players whose commits are in the order of their moments, as those of one game
 * are.
 */
import { inOrder, type Change } from '../../../common/rules/decision.ts';
import { after, type PlayerState } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import { byNation } from '../../../common/values/nations.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { NOTHING_CONTRIBUTED, stillNeeded } from '../../../common/values/works.ts';
import type { ChainSim } from '../../chain/testing/chain-sim.ts';
import type { Store } from '../../store/store.ts';

/**
 * Writes them, each player's up to a contribution that their nation's work does not need any more
 * [WRK1].
 * @param chain gets what they hold in the end.
 * @returns how many commits there are.
 */
export async function commitMerged(
  store: Pick<Store, 'commit'>,
  chain: ChainSim,
  stories: readonly (readonly Change[])[],
): Promise<number> {
  const states = new Map<Address, PlayerState>();
  const over = new Set<Address>();
  const totals = byNation(() => NOTHING_CONTRIBUTED);
  let commits = 0;
  for (const decided of stories.flat().toSorted((a, b) => a.event.at - b.event.at)) {
    const { wallet, nationId, version } = decided.player;
    const { resourceType, quantity = 0 } = decided.event.detail;
    if (decided.event.kind === 'contributed' && resourceType) {
      const given = totals[nationId];
      if (quantity > stillNeeded(given, resourceType)) over.add(wallet);
      else totals[nationId] = { ...given, [resourceType]: given[resourceType] + quantity };
    }
    if (over.has(wallet)) continue;
    const before = states.get(wallet) ?? null;
    const change = inOrder(decided, before?.player ?? null, ORDER_BASE + commits);
    await store.commit(change, version - 1, null);
    states.set(wallet, after(before, change));
    commits += 1;
  }
  const gifts = [...states.values()].flatMap(({ player: { wallet, nationId, holdings } }) =>
    chain.transfersTo(wallet, {
      denaWei: holdings.denaWei,
      national: { [nationId]: holdings.national },
      cultural: { [nationId]: holdings.cultural },
    }),
  );
  chain.mine(gifts, { isSilent: true });
  return commits;
}
