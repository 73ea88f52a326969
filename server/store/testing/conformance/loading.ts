/** Loading the players, and the stakers. */
import { describe, expect } from 'vitest';
import type { Change } from '../../../../common/rules/decision.ts';
import { LOCK_MS } from '../../../../common/rules/lock.ts';
import { boardRow } from '../../../../common/rules/ranking.ts';
import { unstake } from '../../../../common/rules/unstake.ts';
import {
  after,
  HOUR_MS,
  NOW,
  stakeIn,
  walletOf,
  type PlayerState,
} from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import { REV_ZERO } from '../../../../common/values/ids.ts';
import { NATION_IDS } from '../../../../common/values/nations.ts';
import type { Player } from '../../../../common/values/player.ts';
import { VersionConflict, type Stakers, type Store } from '../../store.ts';
import { commitAll, joining, stakingDena, stakingNfts, story } from '../fixtures.ts';
import {
  allEvents,
  inParallel,
  loaded,
  loadedPlayers,
  readSnapshot,
  type Loaded,
} from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function playersAreLoaded({ name, storeTest }: StoreContract): void {
  describe(`${name}: loading the players`, () => {
    storeTest('is from one moment, whatever is committed meanwhile', async ({ store }) => {
      const total = 400;
      const snapshots: Loaded[] = [];
      await inParallel(20, total, async (n) => {
        const wallet = walletOf((n % 50) + 1);
        const player = await store.player(wallet);
        const change = player
          ? stakingDena({ player }, 10 * player.version)
          : joining(wallet, n % 2 ? 'usa' : 'china');
        // Two may use the same wallet: the loser's commit is missing, which is fine.
        await store.commit(change, player?.version ?? 0, null).catch(ifConflict);
        if (n % 100 !== 50) return;
        const snapshot = await store.loadPlayers();
        await store.commit(joining(walletOf(1000 + n)), 0, null);
        snapshots.push(await readSnapshot(snapshot));
      });
      const all = await allEvents(store);
      snapshots.push(await loaded(store));
      expect(snapshots).toHaveLength(5);
      for (const { rev, rows } of snapshots) {
        const newest = new Map(
          all.filter((event) => event.rev <= rev).map(({ row }) => [row.wallet, row]),
        );
        expect(new Map(rows.map((row) => [row.wallet, row]))).toEqual(newest);
      }
    });

    storeTest('shows of each player what the leaderboard does', async ({ store }) => {
      for (let n = 1; n <= 4; n += 1) {
        const changes = story(walletOf(n), NATION_IDS[n - 1]);
        const name = n % 2 ? null : `Żółw “${n}” \\ 🐢.eth`;
        await commitAll(
          store,
          changes.map((change) => ({
            ...change,
            player: { ...change.player, name },
            event: { ...change.event, row: { ...change.event.row, name } },
          })),
        );
      }
      const { rows, players } = await loadedPlayers(store);
      expect(rows).toHaveLength(4);
      expect(rows).toEqual(players.map((player) => boardRow(player)));
    });

    storeTest('finds nobody in a new data set, and can be abandoned', async ({ store }) => {
      expect(await loaded(store)).toMatchObject({ rev: REV_ZERO, rows: [] });
      await commitAll(store, story(walletOf(1)));
      for await (const batch of (await store.loadPlayers()).players) {
        expect(batch).toHaveLength(1);
        break;
      }
      expect((await loaded(store)).rows).toHaveLength(1);
    });
  });

  describe(`${name}: the stakers`, () => {
    storeTest('are found page by page, in the order of wallets', async ({ store }) => {
      const wallets = Array.from({ length: 23 }, (_, n) => walletOf(n + 1));
      // One third has an active stake of some kind; another third had one, and the rest never had any.
      const staking = new Map<Address, Player>();
      for (const [n, wallet] of wallets.entries()) {
        const joined = joining(wallet);
        const state = after(null, joined);
        const staked = [stakingDena(state), stakingNfts(state, 'cultural')][n % 2];
        if (!staked) throw new Error('a fixture came to nothing');
        await commitAll(store, [joined]);
        if (n % 3 === 0) await commitAll(store, [staked]);
        if (n % 3 === 0) staking.set(wallet, staked.player);
        if (n % 3 === 1) await commitAll(store, endedStake(state));
      }
      const inOrder = wallets.toSorted();
      for (const most of [1, 2, 5, 22, 23, 24, 1000]) {
        const pages = await allPages(store, most);
        expect(pages.flatMap(({ players }) => players)).toEqual(
          inOrder.flatMap((wallet) => staking.get(wallet) ?? []),
        );
        expect(pages.slice(0, -1).map(({ last }) => last)).toEqual(
          inOrder.filter((_, n) => n % most === most - 1),
        );
        expect(pages.every(({ unreadable }) => unreadable.length === 0)).toBe(true);
      }
    });

    storeTest('are none in an empty store, nor in a page without any', async ({ store }) => {
      expect(await store.stakers(null, 5)).toEqual({ players: [], unreadable: [], last: null });
      const wallets = Array.from({ length: 4 }, (_, n) => walletOf(n + 1));
      for (const wallet of wallets) await commitAll(store, [joining(wallet)]);
      const [first, second] = wallets.toSorted();
      const page = await store.stakers(first ?? null, 1);
      expect(page).toEqual({ players: [], unreadable: [], last: second });
    });

    storeTest('are found if one record among them can’t be read', async ({ opened, skip }) => {
      const { store, damage } = opened;
      if (!damage) return skip('nobody else reaches its records');
      const wallets = Array.from({ length: 5 }, (_, n) => walletOf(n + 1)).toSorted();
      for (const wallet of wallets) {
        const joined = joining(wallet);
        await commitAll(store, [joined, stakingDena(after(null, joined))]);
      }
      const [first, second, third, ...rest] = wallets;
      if (!first || !second || !third) throw new Error('a fixture came to nothing');
      await damage(third);
      const { players, ...all } = await store.stakers(null, 10);
      expect(players.map(({ wallet }) => wallet)).toEqual([first, second, ...rest]);
      expect(all).toEqual({ unreadable: [third], last: null });
      // Also if it is the last of its page, and the next one begins with it.
      expect(await store.stakers(second, 1)).toEqual({
        players: [],
        unreadable: [third],
        last: third,
      });
    });
  });
}

/** Commits after a join: a stake, and its end. */
function endedStake(joined: PlayerState): Change[] {
  const staked = stakingDena(joined);
  const state = after(joined, staked);
  const decision = unstake(
    state.player,
    stakeIn(state, 'dena-1'),
    { kinds: ['dena'] },
    { now: NOW + HOUR_MS + LOCK_MS },
  );
  if (!decision.ok) throw new Error(decision.message);
  return [staked, decision.change];
}

async function allPages(store: Store, most: number): Promise<Stakers[]> {
  const pages: Stakers[] = [];
  for (let last: Address | null | undefined = null; last !== undefined;) {
    const page = await store.stakers(last, most);
    pages.push(page);
    last = page.last ?? undefined;
  }
  return pages;
}

function ifConflict(error: unknown): void {
  if (!(error instanceof VersionConflict)) throw error;
}
