/** [LB1] [PRE1] Ranks and Presidents: of two with the same figure, the earlier one is ahead. */
import type { NationId } from './facts.ts';
import { copies, type WalletState } from './wallet.ts';
import type { Row, WireEvent } from './wire.ts';

/** The commits' numbers [ORD1], by their events' ids. */
export type Orders = Map<string, number>;

/** Learns the numbers that rows show. @returns those that are not what they were, in words. */
export function learn(
  orders: Orders,
  rows: readonly Row[],
  states: ReadonlyMap<string, WalletState>,
): string[] {
  return rows.flatMap(({ walletAddress, gdpOrder, culturalOrder }) => {
    const state = states.get(walletAddress);
    if (!state) return [];
    const shown = [
      [state.gdpSince, gdpOrder],
      [state.culturalSince, culturalOrder],
    ] as const;
    return shown.flatMap(([{ id }, number]) => {
      const known = orders.get(id);
      if (known === undefined) orders.set(id, number);
      return known === undefined || known === number
        ? []
        : [`${walletAddress} reached its figure by ${id}, number ${known}, not ${number} [ORD1]`];
    });
  });
}

/** Best first. */
export function ranked(players: Iterable<WalletState>, orders: Orders): WalletState[] {
  return [...players].toSorted(
    (a, b) => b.gdp - a.gdp || first(a, b, ({ gdpSince }) => gdpSince, orders),
  );
}

/** As the rows of its nation name it. */
export function presidentOf(
  nationId: NationId,
  players: readonly WalletState[],
  orders: Orders,
): Pick<Row, 'presidentWallet' | 'presidentStakedCount'> {
  const [president] = players
    .filter((state) => state.nationId === nationId && copies(state, 'cultural') > 0)
    .toSorted(
      (a, b) =>
        copies(b, 'cultural') - copies(a, 'cultural') ||
        first(a, b, ({ culturalSince }) => culturalSince, orders),
    );
  return {
    presidentWallet: president?.wallet ?? null,
    presidentStakedCount: president ? copies(president, 'cultural') : 0,
  };
}

function first(
  a: WalletState,
  b: WalletState,
  since: (state: WalletState) => WireEvent,
  orders: Orders,
): number {
  const numberOf = (state: WalletState) => orders.get(since(state).id) ?? 0;
  return numberOf(a) - numberOf(b) || (a.wallet.toLowerCase() < b.wallet.toLowerCase() ? -1 : 1);
}
