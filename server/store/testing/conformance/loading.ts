/** Loading the players, and the stakers. */
import { expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { Player } from '../../../../common/values/player.ts';
import { VersionConflict, type PlayersPage, type Store } from '../../store.ts';
import { commitAll, joining, stakingDena } from '../fixtures.ts';
import { allEvents, inParallel, loaded, readSnapshot, type Loaded } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function playersAreLoaded({ name, storeTest }: StoreContract): void {
  storeTest(
    `${name}: players are loaded from one moment, whatever is committed meanwhile`,
    async ({ store, own }) => {
      const total = 400;
      const snapshots: Loaded[] = [];
      await inParallel(20, total, async (n) => {
        const wallet = own((n % 50) + 1);
        const player = await store.player(wallet);
        const change = player
          ? stakingDena({ player }, 10 * player.version)
          : joining(wallet, n % 2 ? 'usa' : 'china');
        // Two may use the same wallet: the loser's commit is missing, which is fine.
        await store.commit(change, player?.version ?? 0, null).catch(ifConflict);
        if (n % 100 !== 50) return;
        const snapshot = await store.loadPlayers();
        await store.commit(joining(own(1000 + n)), 0, null);
        snapshots.push(await readSnapshot(snapshot));
      });
      const all = await allEvents(store);
      snapshots.push(await loaded(store));
      expect(snapshots).toHaveLength(5);
      for (const { rev, rows } of snapshots) {
        const newest = new Map(
          all.filter((event) => event.rev <= rev).map(({ row }) => [row.wallet, row]),
        );
        const shown = rows.map(({ season: _season, ...row }) => [row.wallet, row] as const);
        expect(new Map(shown)).toEqual(newest);
      }
    },
  );

  storeTest(
    `${name}: players are found page by page, in the order of wallets, also beside a record that can’t be read`,
    async ({ opened: { store, damage } }) => {
      expect(await store.playersAfter(null, 5)).toEqual({
        players: [],
        unreadable: [],
        last: null,
      });
      const wallets = Array.from({ length: 23 }, (_, n) => walletOf(n + 1)).toSorted();
      const joined = new Map<Address, Player>();
      for (const wallet of wallets.toReversed()) {
        const change = joining(wallet);
        await commitAll(store, [change]);
        joined.set(wallet, change.player);
      }
      const inOrder = () => wallets.flatMap((wallet) => joined.get(wallet) ?? []);
      for (const most of [1, 2, 5, 22, 23, 24, 1000]) {
        const pages = await allPages(store, most);
        expect(pages.flatMap(({ players }) => players)).toEqual(inOrder());
        expect(pages.slice(0, -1).map(({ last }) => last)).toEqual(
          wallets.filter((_, n) => n % most === most - 1),
        );
        expect(pages.every(({ unreadable }) => unreadable.length === 0)).toBe(true);
      }
      if (!damage) return;
      const [, , , damaged] = wallets;
      if (!damaged) throw new Error('a fixture came to nothing');
      await damage(damaged);
      joined.delete(damaged);
      expect(await store.playersAfter(null, 30)).toEqual({
        players: inOrder(),
        unreadable: [damaged],
        last: null,
      });
      // Also if it is the only one of its page.
      const previous = wallets[wallets.indexOf(damaged) - 1] ?? null;
      const page = { players: [], unreadable: [damaged], last: damaged };
      expect(await store.playersAfter(previous, 1)).toEqual(page);
    },
  );
}

async function allPages(store: Store, most: number): Promise<PlayersPage[]> {
  const pages: PlayersPage[] = [];
  for (let last: Address | null | undefined = null; last !== undefined;) {
    const page = await store.playersAfter(last, most);
    pages.push(page);
    last = page.last ?? undefined;
  }
  return pages;
}

function ifConflict(error: unknown): void {
  if (!(error instanceof VersionConflict)) throw error;
}
