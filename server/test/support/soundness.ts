/** What must hold for every player after whatever happened: read from the store and over HTTP. */
import { expect } from 'vitest';
import { leaderboardCall, type LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { standingOf } from '../../../common/rules/gdp.ts';
import { denaHoldingsWei, compareRank } from '../../../common/rules/ranking.ts';
import { unbackedStakes } from '../../../common/rules/verify-holdings.ts';
import type { Address } from '../../../common/values/address.ts';
import { formatDena, parseDena } from '../../../common/values/amount.ts';
import { instantText } from '../../../common/values/instant.ts';
import type { KnownEvent } from '../../../common/values/stored-event.ts';
import type { Player } from '../../../common/values/player.ts';
import type { Stake } from '../../../common/values/stake.ts';
import type { Store } from '../../store/store.ts';
import { allStakes, known } from '../../store/testing/observe.ts';
import type { Harness } from './harness.ts';

/** Everything that is stored about a wallet. */
export interface Records {
  readonly player: Player | null;
  readonly stakes: readonly Stake[];
  /** Oldest first. */
  readonly events: readonly KnownEvent[];
}

/** All from one moment, though the chain's follower may commit meanwhile. */
export async function recordsOf(store: Store, wallet: Address): Promise<Records> {
  for (;;) {
    const player = await store.player(wallet);
    const [stakes, events] = await Promise.all([
      allStakes(store, wallet),
      store.events({ wallet, limit: 1_000_000, order: 'oldest-first' }),
    ]);
    const again = await store.player(wallet);
    if (player?.version === again?.version) return { player, stakes, events: events.map(known) };
  }
}

/** For these wallets: nothing partial, every figure recomputed, and the whole list in its order. */
export async function expectSound(
  server: Harness,
  wallets: readonly Address[],
): Promise<Records[]> {
  const all = await Promise.all(wallets.map((wallet) => recordsOf(server.store, wallet)));
  for (const records of all) expectConsistent(records);

  expectList((await server.ask('/api/leaderboard')).json(leaderboardCall.answers[200]), all);
  return all;
}

/** The list is in its order, and its rows match the records. */
export function expectList(rows: readonly LeaderboardEntry[], all: readonly Records[]): void {
  // [LB1] 1..N without gaps or ties, in the order of the rule
  expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_row, i) => i + 1));
  const keys = rows.map(({ gdp, gdpOrder, walletAddress }) => ({
    gdp,
    gdpOrder,
    wallet: walletAddress,
  }));
  expect(keys).toEqual(keys.toSorted(compareRank));
  for (const { player } of all) {
    if (!player) continue;
    expect(rows.find(({ walletAddress }) => walletAddress === player.wallet)).toMatchObject({
      gdp: player.standing.gdp,
      gdpSince: instantText(player.gdpSince),
      denaHoldings: formatDena(denaHoldingsWei(player)),
      resources: player.resources.units,
    });
  }
}

/** Nothing partial, every figure recomputed from the stakes and the events. */
export function expectConsistent({ player, stakes, events }: Records): void {
  if (!player) {
    expect({ stakes, events }).toEqual({ stakes: [], events: [] });
    return;
  }
  // [GDP1] the stored standing is the recomputed one
  expect(player.standing).toEqual(standingOf(player.startingGdp, stakes));
  // one event for each commit, the last one's row the player's
  expect(events).toHaveLength(player.version);
  expect(events.at(-1)?.row.gdp).toBe(player.standing.gdp);
  for (const [i, event] of events.entries()) {
    expect(event.gdpBefore).toBe(events[i - 1]?.row.gdp ?? 0);
  }
  // every stake has its event, and every ended stake another
  const named = events.flatMap(({ detail }) => detail.stakeIds ?? []).toSorted();
  const expected = stakes.flatMap(({ id, state }) => (state.status === 'active' ? [id] : [id, id]));
  expect(named).toEqual(expected.toSorted());
  // [TRD1] the trades cost what was spent
  const costs = events
    .filter(({ kind }) => kind === 'traded')
    .map(({ detail }) => parseDena(detail.amount ?? '') ?? 0n);
  expect(player.spentWei).toBe(costs.reduce((sum, cost) => sum + cost, 0n));
  // [NFT4, DEN1] the last verified holdings back every active stake
  expect(unbackedStakes(stakes, player, player.holdings)).toEqual([]);
}
