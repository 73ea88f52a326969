/**
 * What every store must do, whatever its implementation: each adapter's tests run this suite on their own
 * data sets. Nothing here knows an adapter. Longer than other files, since it is one list. `durability.ts`
 * tests what must survive a close.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../common/rules/decision.ts';
import { LOCK_MS } from '../../../common/rules/lock.ts';
import { boardRow } from '../../../common/rules/ranking.ts';
import { unstake } from '../../../common/rules/unstake.ts';
import {
  after,
  HOUR_MS,
  NOW,
  stakeId,
  stakeIn,
  walletOf,
  type PlayerState,
} from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { GameEvent } from '../../../common/values/game-event.ts';
import { commandIdSchema, REV_ZERO, type Rev } from '../../../common/values/ids.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import type { Player } from '../../../common/values/player.ts';
import type { Stake } from '../../../common/values/stake.ts';
import {
  StoreUnavailable,
  VersionConflict,
  type PastKind,
  type PastQuery,
  type PastRow,
  type Receipt,
  type StakeQuery,
  type Stakers,
  type Store,
} from '../store.ts';
import {
  commitAll,
  joining,
  receiptOf,
  stakingDena,
  stakingNfts,
  stateAfter,
  story,
} from './fixtures.ts';
import {
  allEvents,
  allStakes,
  answerFrom,
  inParallel,
  loaded,
  loadedPlayers,
  readSnapshot,
  receiptIn,
  recorder,
  stakesFrom,
  type Loaded,
  type Recorder,
} from './observe.ts';

export interface OpenedStore {
  readonly store: Store;
  /**
   * Damages a player's record behind the store's back, so that it can't be read; null for a store whose
   * records nothing else can reach.
   */
  readonly damage: ((wallet: Address) => Promise<void>) | null;
  /** Closes the store, if it is open, and deletes the data set. */
  dispose(): Promise<void>;
}

/** Runs the suite; every `openStore` is a fresh data set. */
export function storeContract(name: string, openStore: () => Promise<OpenedStore>): void {
  const storeTest = test.extend<{ opened: OpenedStore; store: Store }>({
    // vitest requires the first argument to be destructured, even if nothing in it is needed.
    // oxlint-disable-next-line no-empty-pattern
    opened: async ({}, use) => {
      const opened = await openStore();
      await use(opened);
      await opened.dispose();
    },
    store: async ({ opened }, use) => use(opened.store),
  });

  describe(`${name}: reads return what was written`, () => {
    storeTest('a player, stakes and events of every kind, exactly', async ({ store }) => {
      const wallet = walletOf(1);
      const changes = story(wallet);
      const revs = await commitAll(store, changes);
      const { player, stakes } = stateAfter(changes);

      expect(await store.player(wallet)).toEqual(player);
      expect(await allStakes(store, wallet)).toEqual(stakes);
      expect(await allEvents(store)).toEqual(
        changes.map(({ event }, index) => ({ ...event, rev: revs[index] })),
      );
      expect(new Set(stakes.map(({ kind, state }) => `${kind} ${state.status}`))).toEqual(
        new Set(['dena ended', 'national ended', 'cultural active']),
      );
    });

    storeTest('values passed in or returned belong to the caller', async ({ store }) => {
      const wallet = walletOf(1);
      const changes = story(wallet).map((change) => structuredClone(change));
      const expected = structuredClone(stateAfter(changes));
      const told = recorder();
      const feed = store.watch(REV_ZERO, told);
      const receipt = receiptOf('once');
      for (const [index, change] of changes.entries()) {
        await store.commit(change, index, index === 0 ? receipt : null);
        scribble(change);
      }
      const events = await allEvents(store);
      const kept = structuredClone({ events, receipt });
      await told.events(changes.length);
      scribble(told.told);
      scribble(receipt);

      const read = async () => ({
        ...(await store.load(wallet, {
          stakeId: stakeId('dena-1'),
          commandId: kept.receipt.commandId,
          now: Date.now(),
        })),
        apart: [await store.player(wallet), await allStakes(store, wallet)],
        events: await allEvents(store),
        rows: (await loaded(store)).rows,
      });
      scribble(await read());
      expect(await read()).toEqual({
        player: expected.player,
        stake: expected.stakes[0],
        receipt: kept.receipt,
        order: expect.any(Number),
        apart: [expected.player, expected.stakes],
        events: kept.events,
        rows: [boardRow(expected.player)],
      });
      await feed.close();
    });

    storeTest('nothing about a wallet that never joined', async ({ store }) => {
      await commitAll(store, story(walletOf(1)));
      const stranger = walletOf(2);
      expect(await store.player(stranger)).toBeNull();
      expect(await allStakes(store, stranger)).toEqual([]);
      expect(await store.events({ ...NEWEST, wallet: stranger })).toEqual([]);
    });

    storeTest('stakes answer every query that the port allows', async ({ store }) => {
      const wallet = walletOf(1);
      const all = await withManyStakes(store, wallet);
      // Another wallet's, with the same ids.
      await withManyStakes(store, walletOf(2));
      const kinds: StakeQuery['kinds'][] = [['dena'], ['cultural'], ['national', 'cultural']];
      const missed = { ...missing, stakedAt: NOW };
      const places = [
        null,
        ...all,
        { ...missed, playerVersion: 0 },
        { ...missed, playerVersion: 12 },
      ];
      const questions = kinds.flatMap((some) =>
        [false, true].flatMap((activeOnly) =>
          places.flatMap((before) =>
            [1, 3, 1000].map((limit) => ({ kinds: some, activeOnly, before, limit })),
          ),
        ),
      );
      const unasked = questions.values();
      await inParallel(50, questions.length, async () => {
        const question = unasked.next().value;
        if (!question) return;
        const answer = await store.stakes(wallet, question);
        expect({ question, answer }).toEqual({ question, answer: stakesFrom(all, question) });
      });
    });

    storeTest('a list is read page by page, whatever ends meanwhile', async ({ store }) => {
      const wallet = walletOf(1);
      const all = await withManyStakes(store, wallet);
      const query = { kinds: ['dena'], activeOnly: true, limit: 2 } as const;
      const page = await store.stakes(wallet, { ...query, before: null });
      const expected = stakesFrom(all, { ...query, before: null, limit: 1000 });
      expect(page).toEqual(expected.slice(0, 2));
      const last = page[1];
      const player = await store.player(wallet);
      if (!last || !player) throw new Error('a fixture came to nothing');
      const ended = {
        ...last,
        state: { status: 'ended', endedAt: NOW, reason: 'unbacked' },
      } as const;
      const change = stakingDena({ player });
      await store.commit({ ...change, stakes: [ended] }, player.version, null);
      // For active stakes, the remaining ones; for all, what follows it at its current place.
      for (const before of [last, ended]) {
        expect(await store.stakes(wallet, { ...query, before })).toEqual(expected.slice(2, 4));
      }
      const rest = await store.stakes(wallet, { ...query, activeOnly: false, before: ended });
      expect(rest.every(({ state }) => state.status === 'ended')).toBe(true);
      expect(rest).not.toContainEqual(ended);
    });

    storeTest('settings', async ({ store }) => {
      expect(await store.setting('cursor')).toBeNull();
      await store.putSetting('cursor', 'block 7');
      await store.putSetting('offset', '');
      await store.putSetting('cursor', 'block 8, "quoted" 🇮🇹');
      expect(await store.setting('cursor')).toBe('block 8, "quoted" 🇮🇹');
      expect(await store.setting('offset')).toBe('');
    });

    storeTest('two data sets have two epochs', async ({ store }) => {
      const other = await openStore();
      try {
        expect((await loaded(store)).epoch).not.toBe((await loaded(other.store)).epoch);
      } finally {
        await other.dispose();
      }
    });
  });

  describe(`${name}: a commit`, () => {
    storeTest('is refused at any version but the player’s', async ({ store }) => {
      const wallet = walletOf(1);
      const joined = joining(wallet);
      await expect(store.commit(atVersion(joined, 2), 1, null)).rejects.toThrow(VersionConflict);
      await store.commit(joined, 0, null);
      const staked = stakingDena(after(null, joined));
      await expect(store.commit(joined, 0, null)).rejects.toThrow(VersionConflict);
      await expect(store.commit(atVersion(staked, 3), 2, null)).rejects.toThrow(VersionConflict);
      await store.commit(staked, 1, null);
      await expect(store.commit(staked, 1, null)).rejects.toThrow(VersionConflict);
    });

    storeTest('is refused under a receipt’s id that its wallet has used', async ({ store }) => {
      const receipt = receiptOf('once');
      const joined = joining(walletOf(1));
      await store.commit(joined, 0, receipt);
      const staked = stakingDena(after(null, joined));
      await expect(store.commit(staked, 1, receipt)).rejects.toThrow(VersionConflict);
      // Another wallet's id is a different id.
      await store.commit(joining(walletOf(2)), 0, receipt);
    });

    storeTest('that is refused leaves nothing at all', async ({ store }) => {
      const wallet = walletOf(1);
      const joined = joining(wallet);
      const rev = await store.commit(joined, 0, receiptOf('used'));
      const staked = stakingDena(after(null, joined));
      const told = recorder();
      const feed = store.watch(rev, told);

      const refusals = await Promise.allSettled([
        store.commit(staked, 1, receiptOf('used')),
        store.commit(atVersion(staked, 3), 2, receiptOf('new')),
        store.commit(atVersion(staked, 1), 0, receiptOf('newer')),
      ]);
      expect(refusals.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);

      expect(await store.player(wallet)).toEqual(joined.player);
      expect(await allStakes(store, wallet)).toEqual([]);
      expect((await allEvents(store)).map((event) => event.rev)).toEqual([rev]);
      for (const id of ['new', 'newer']) {
        const commandId = commandIdSchema.parse(id);
        expect(await receiptIn(store, wallet, commandId, Date.now())).toBeNull();
      }
      const next = await store.commit(staked, 1, receiptOf('new'));
      await told.events(1);
      expect(told.revs()).toEqual([next]);
      await feed.close();
    });

    storeTest('200 in parallel: one winner per version', async ({ store }) => {
      const joined = joining(walletOf(1));
      await store.commit(joined, 0, null);
      let state = after(null, joined);
      for (const version of [1, 2]) {
        const attempts = Array.from({ length: 200 }, (_, n) => stakingDena(state, n + 1));
        const results = await Promise.allSettled(
          attempts.map((change) => store.commit(change, version, null)),
        );
        const winners = attempts.filter((_, n) => results[n]?.status === 'fulfilled');
        const reasons = results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : []));
        expect(winners).toHaveLength(1);
        expect(reasons.every((reason) => reason instanceof VersionConflict)).toBe(true);
        state = winners.reduce(after, state);
        expect(await store.player(state.player.wallet)).toEqual(state.player);
        expect(await allStakes(store, state.player.wallet)).toEqual(state.stakes);
      }
      expect(await allEvents(store)).toHaveLength(3);
    });

    storeTest('[ORD1] comes after every one that was answered before', async ({ store }) => {
      const orderOf = async (n: number) =>
        (await store.load(walletOf(n), { stakeId: null, commandId: null, now: 0 })).order;
      let last = 0;
      for (let n = 1; n <= 20; n += 1) {
        const own = await orderOf(n);
        expect(own).toBeGreaterThan(last);
        expect(Number.isSafeInteger(own)).toBe(true);
        // Concurrent commits that wait for nobody.
        const beside = [n + 100, n + 200].map(async (other) => {
          const order = await orderOf(other);
          await store.commit(joining(walletOf(other)), 0, null);
          return order;
        });
        await store.commit(joining(walletOf(n)), 0, null);
        last = Math.max(own, ...(await Promise.all(beside)));
      }
    });

    storeTest('is seen completely or not at all by concurrent loads', async ({ store }) => {
      const joined = joining(walletOf(1));
      const { wallet } = joined.player;
      const load = (id: string | null, receipt: Receipt | null) =>
        store.load(wallet, {
          stakeId: id === null ? null : stakeId(id),
          commandId: receipt && receipt.commandId,
          now: Date.now(),
        });
      const nobody = await load('dena-1', receiptOf('1'));
      expect(nobody).toMatchObject({ player: null, stake: null, receipt: null });
      await store.commit(joined, 0, receiptOf('1'));
      let state = after(null, joined);
      for (let version = 1; version < 9; version += 1) {
        const change = stakingDena(state, version);
        const receipt = receiptOf(String(version + 1));
        const [stake = null] = change.stakes;
        const committing = store.commit(change, version, receipt);
        const next = after(state, change);
        for (let seen = 0; seen <= version;) {
          const found = await load(`dena-${version}`, receipt);
          seen = found.player?.version ?? 0;
          // It may show parts of the commit that are newer than the player, never the player without them.
          if (seen > version) expect(found).toMatchObject({ player: next.player, stake, receipt });
          else expect([null, stake]).toContainEqual(found.stake);
        }
        await committing;
        state = next;
      }
      const { player } = state;
      expect(await load(null, null)).toMatchObject({ player, stake: null, receipt: null });
    });

    storeTest(
      'is loaded with only the one stake that is named, of that wallet',
      async ({ store }) => {
        const changes = story(walletOf(1));
        await commitAll(store, changes);
        await commitAll(store, [joining(walletOf(2))]);
        const named = async (wallet: Address, id: string) =>
          (await store.load(wallet, { stakeId: stakeId(id), commandId: null, now: 0 })).stake;
        for (const stake of stateAfter(changes).stakes) {
          expect(await named(walletOf(1), stake.id)).toEqual(stake);
          expect(await named(walletOf(2), stake.id)).toBeNull();
        }
        expect(await named(walletOf(1), 'dena')).toBeNull();
      },
    );

    storeTest('of one wallet does not get in the way of another’s', async ({ store }) => {
      const wallets = Array.from({ length: 100 }, (_, n) => walletOf(n + 1));
      // The store decides which of a wallet's two comes first; one of them does.
      const revs = await Promise.all(
        wallets.map(async (wallet) => {
          const both = await Promise.allSettled([
            store.commit(joining(wallet, 'usa'), 0, null),
            store.commit(joining(wallet, 'china'), 0, null),
          ]);
          const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
          expect(won).toHaveLength(1);
          return won[0];
        }),
      );
      expect(new Set(revs).size).toBe(100);
      expect((await loaded(store)).rows).toHaveLength(100);
    });

    storeTest('that is inconsistent is a bug, and is not written', async ({ store }) => {
      const joined = joining(walletOf(1));
      const strayed = { ...joined, event: joining(walletOf(2)).event };
      await expect(store.commit(strayed, 0, null)).rejects.toThrow(/can't write for/);
      await expect(store.commit(joined, 4, null)).rejects.toThrow(/can't follow/);
      const nonsense = { ...joined, player: { ...joined.player, gdpSince: Number.NaN } };
      await expect(store.commit(nonsense, 0, null)).rejects.toThrow(/gdpSince/);
      expect(await allEvents(store)).toEqual([]);
    });
  });

  describe(`${name}: expiry`, () => {
    storeTest('a receipt is found until it expires, by its own wallet', async ({ store }) => {
      const receipt = receiptOf('once');
      await store.commit(joining(walletOf(1)), 0, receipt);
      const { commandId, expiresAt } = receipt;
      expect(await receiptIn(store, walletOf(1), commandId, expiresAt - 1)).toEqual(receipt);
      expect(await receiptIn(store, walletOf(1), commandId, expiresAt)).toBeNull();
      expect(await receiptIn(store, walletOf(2), commandId, expiresAt - 1)).toBeNull();
    });

    storeTest('the id of an expired receipt is free again', async ({ store }) => {
      const joined = joining(walletOf(1));
      await store.commit(joined, 0, receiptOf('once', { expiresAt: Date.now() - 1 }));
      const again = receiptOf('once', { answer: 'another' });
      await store.commit(stakingDena(after(null, joined)), 1, again);
      expect(await receiptIn(store, walletOf(1), again.commandId, Date.now())).toEqual(again);
    });

    storeTest('a nonce is spent once, however many ask concurrently', async ({ store }) => {
      const expiresAt = Date.now() + HOUR_MS;
      await store.issueNonce('nonce', expiresAt);
      const spent = await Promise.all(
        Array.from({ length: 50 }, () => store.spendNonce('nonce', Date.now())),
      );
      expect(spent.filter(Boolean)).toHaveLength(1);
      expect(await store.spendNonce('nonce', Date.now())).toBe(false);
    });

    storeTest('a nonce expires, and one never issued is not spent', async ({ store }) => {
      const expiresAt = Date.now() + HOUR_MS;
      await store.issueNonce('late', expiresAt);
      await store.issueNonce('in time', expiresAt);
      expect(await store.spendNonce('late', expiresAt)).toBe(false);
      expect(await store.spendNonce('in time', expiresAt - 1)).toBe(true);
      expect(await store.spendNonce('never issued', Date.now())).toBe(false);
    });

    storeTest(
      'a nonce allows a limited number of questions, however many ask concurrently',
      async ({ store }) => {
        const expiresAt = Date.now() + HOUR_MS;
        await store.issueNonce('nonce', expiresAt);
        const take = (now = Date.now()) => store.takeNonceQuestion('nonce', now, 3);
        const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
        expect(taken.filter(Boolean)).toHaveLength(3);
        expect(await take()).toBe(false);
        await store.returnNonceQuestion('nonce');
        expect(await take(expiresAt)).toBe(false);
        expect(await take(expiresAt - 1)).toBe(true);
        expect(await take()).toBe(false);
        expect(await store.spendNonce('nonce', Date.now())).toBe(true);
      },
    );

    storeTest('a nonce that was spent or never issued allows none', async ({ store }) => {
      await store.issueNonce('nonce', Date.now() + HOUR_MS);
      await store.spendNonce('nonce', Date.now());
      await store.returnNonceQuestion('nonce');
      for (const nonce of ['nonce', 'never issued']) {
        expect(await store.takeNonceQuestion(nonce, Date.now(), 3)).toBe(false);
        expect(await store.spendNonce(nonce, Date.now())).toBe(false);
      }
    });
  });

  describe(`${name}: the record of the past`, () => {
    const STATE = { kind: 'state', at: 0, upTo: null, document: '{}' } as const;

    storeTest('is read by kind and moment, from either end', async ({ store }) => {
      const rows = [1, 2, 9, 10, 1e12].flatMap((at) => [
        { kind: 'minute', at, upTo: null, document: `minute ${at} 🇮🇹` } as const,
        { kind: 'hour', at, upTo: null, document: `hour ${at}` } as const,
      ]);
      expect(await store.past({ kind: 'minute', limit: 9, order: 'oldest-first' })).toEqual([]);
      expect(await store.writePast({ expected: null, rows: [...rows, STATE], forget: null })).toBe(
        true,
      );
      const moments = async (query: Omit<PastQuery, 'kind'>) =>
        (await store.past({ kind: 'minute', ...query })).map(({ at, document }) => {
          expect(document).toBe(`minute ${at} 🇮🇹`);
          return at;
        });
      expect(await moments({ limit: 9, order: 'oldest-first' })).toEqual([1, 2, 9, 10, 1e12]);
      expect(await moments({ from: 2, to: 10, limit: 9, order: 'newest-first' })).toEqual([
        10, 9, 2,
      ]);
      expect(await moments({ from: 2, limit: 2, order: 'oldest-first' })).toEqual([2, 9]);
      expect(await moments({ to: 8, limit: 1, order: 'newest-first' })).toEqual([2]);
      expect(await moments({ from: 11, to: 12, limit: 9, order: 'oldest-first' })).toEqual([]);
    });

    storeTest('replaces what is there, and forgets what is before a moment', async ({ store }) => {
      const minute = (at: number, document: string) =>
        ({ kind: 'minute', at, upTo: null, document }) as const;
      const hour = { kind: 'hour', at: 1, upTo: null, document: 'kept' } as const;
      const first = [minute(1, 'a'), minute(2, 'b'), minute(3, 'c'), hour, STATE];
      await store.writePast({ expected: null, rows: first, forget: null });
      const second = [minute(3, 'd'), { ...STATE, document: '{"again":true}' }];
      const forget = { kind: 'minute', before: 2 } as const;
      expect(await store.writePast({ expected: null, rows: second, forget })).toBe(true);
      const read = (kind: PastKind) => store.past({ kind, limit: 9, order: 'oldest-first' });
      expect(await read('minute')).toEqual([minute(2, 'b'), minute(3, 'd')]);
      expect(await read('hour')).toEqual([hour]);
      expect(await read('state')).toEqual([{ ...STATE, document: '{"again":true}' }]);
    });

    storeTest('is written only on the state that was expected', async ({ store }) => {
      await commitAll(store, story(walletOf(1)).slice(0, 2));
      const [first, second] = await allEvents(store);
      if (!first || !second) throw new Error('two commits have events');
      const state = ({ rev }: GameEvent, number: number) =>
        ({ kind: 'state', at: 0, upTo: { rev, number }, document: '{}' }) as const;
      const hour = { kind: 'hour', at: 5, upTo: null, document: 'h' } as const;
      const write = (expected: Rev | null, row: PastRow) =>
        store.writePast({ expected, rows: [row, hour], forget: null });
      expect(await write(first.rev, state(first, 1))).toBe(false);
      expect(await store.past({ kind: 'hour', limit: 9, order: 'oldest-first' })).toEqual([]);
      expect(await write(null, state(first, 1))).toBe(true);
      expect(await write(null, state(second, 2))).toBe(false);
      const both = await Promise.all([1, 2].map(() => write(first.rev, state(second, 2))));
      expect(both.filter((isWritten) => isWritten)).toHaveLength(1);
      expect(await store.past({ kind: 'state', limit: 9, order: 'oldest-first' })).toEqual([
        state(second, 2),
      ]);
    });
  });

  describe(`${name}: session tokens`, () => {
    storeTest('are revoked one by one', async ({ store }) => {
      const state = (tokenId: string) => store.sessionState(walletOf(1), tokenId);
      expect(await state('a')).toEqual({ epoch: 0, isRevoked: false });
      await store.revokeToken('a', Date.now() + HOUR_MS);
      await store.revokeToken('a', Date.now() + HOUR_MS);
      expect(await state('a')).toEqual({ epoch: 0, isRevoked: true });
      expect(await state('b')).toEqual({ epoch: 0, isRevoked: false });
    });

    storeTest('are all revoked together by their wallet’s epoch', async ({ store }) => {
      await Promise.all(Array.from({ length: 10 }, () => store.raiseSessionEpoch(walletOf(1))));
      expect(await store.sessionState(walletOf(1), 'a')).toEqual({ epoch: 10, isRevoked: false });
      expect(await store.sessionState(walletOf(2), 'a')).toEqual({ epoch: 0, isRevoked: false });
    });
  });

  describe(`${name}: its clock`, () => {
    storeTest('tells the time, and never stands still', async ({ store }) => {
      const before = Date.now();
      const first = await store.time();
      // A database may be on another machine.
      expect(Math.abs(first - before)).toBeLessThan(60_000);
      await expect.poll(() => store.time()).toBeGreaterThan(first);
    });
  });

  describe(`${name}: a lease`, () => {
    const LONG_MS = 60_000;

    storeTest(
      'belongs to one holder, who may renew it, until it is released',
      async ({ store }) => {
        expect(await store.holdLease('chain', 'a', LONG_MS)).toBe(true);
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        expect(await store.holdLease('chain', 'a', LONG_MS)).toBe(true);
        expect(await store.holdLease('another', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('chain', 'b');
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        await store.releaseLease('chain', 'a');
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('nobody has it', 'b');
      },
    );

    storeTest('falls to the next once it expired; renewed, it does not', async ({ store }) => {
      expect(await store.holdLease('chain', 'a', 1)).toBe(true);
      await expect.poll(() => store.holdLease('chain', 'b', LONG_MS)).toBe(true);
      expect(await store.holdLease('chain', 'a', LONG_MS)).toBe(false);
      expect(await store.holdLease('renewed', 'a', 1)).toBe(true);
      await store.holdLease('renewed', 'a', LONG_MS);
      await sleep(20);
      expect(await store.holdLease('renewed', 'b', LONG_MS)).toBe(false);
    });

    storeTest('has one winner, however many ask concurrently', async ({ store }) => {
      for (const round of [1, 2, 3]) {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, n) => store.holdLease(`round ${round}`, `${n}`, LONG_MS)),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
      }
    });
  });

  describe(`${name}: notices`, () => {
    const LONG_MS = 60_000;

    storeTest(
      'are sent to everyone who publishes one, on the same topic only',
      async ({ store }) => {
        expect(await store.exchange('watching', 'a', 'of a', LONG_MS)).toEqual(['of a']);
        // Texts that a database might misinterpret.
        const odd = '$until {"$gt": 1}';
        expect(await sorted(store.exchange('watching', 'b', odd, LONG_MS))).toEqual([odd, 'of a']);
        expect(await store.exchange('$topic', 'a', 'elsewhere', LONG_MS)).toEqual(['elsewhere']);
        expect(await sorted(store.exchange('watching', 'a', 'of a again', LONG_MS))).toEqual([
          odd,
          'of a again',
        ]);
      },
    );

    storeTest('expire by themselves, and immediately with a time of 0', async ({ store }) => {
      await store.exchange('watching', 'a', 'of a', 30);
      await store.exchange('watching', 'b', 'of b', LONG_MS);
      await expect.poll(() => store.exchange('watching', 'c', 'of c', 0)).toEqual(['of b']);
      expect(await store.exchange('watching', 'b', 'of b', 0)).toEqual([]);
      expect(await store.exchange('watching', 'a', 'of a', LONG_MS)).toEqual(['of a']);
    });

    storeTest('are all there when many publish theirs concurrently', async ({ store }) => {
      const holders = Array.from({ length: 20 }, (_, n) => `holder ${n}`);
      await Promise.all(holders.map((one) => store.exchange('watching', one, one, LONG_MS)));
      expect(await sorted(store.exchange('watching', 'last', 'last', LONG_MS))).toEqual(
        [...holders, 'last'].toSorted(),
      );
    });

    async function sorted(texts: Promise<readonly string[]>): Promise<readonly string[]> {
      return (await texts).toSorted();
    }
  });

  describe(`${name}: the feed`, () => {
    storeTest('delivers every commit once, in order, while commits go on', async ({ store }) => {
      const total = 1500;
      const fromTheStart = recorder();
      const feeds = [store.watch(REV_ZERO, fromTheStart)];
      const late: { readonly after: Rev; readonly told: Recorder }[] = [];
      await inParallel(30, total, async (n) => {
        const rev = await store.commit(joining(walletOf(n + 1)), 0, null);
        // Some start in the middle of it, at the newest rev and at the oldest.
        if (n % 300 !== 299) return;
        for (const from of [rev, REV_ZERO]) {
          const told = recorder();
          late.push({ after: from, told });
          feeds.push(store.watch(from, told));
        }
      });

      const all = await allEvents(store);
      expect(all).toHaveLength(total);
      await fromTheStart.events(total);
      expect(fromTheStart.told).toEqual(all);
      expect(late).toHaveLength(10);
      for (const { after: from, told } of late) {
        const expected = all.filter((event) => event.rev > from);
        await told.events(expected.length);
        expect(told.revs()).toEqual(expected.map((event) => event.rev));
      }
      await Promise.all(feeds.map((feed) => feed.close()));
    });

    storeTest('goes on from an old rev into future commits', async ({ store }) => {
      const changes = story(walletOf(1));
      const revs = await commitAll(store, changes.slice(0, 5));
      const told = recorder();
      const feed = store.watch(revs[1] ?? REV_ZERO, told);
      await told.events(3);
      revs.push(...(await commitAll(store, changes.slice(5))));
      await told.events(changes.length - 2);
      expect(told.revs()).toEqual(revs.slice(2));
      expect(told.told).toEqual((await allEvents(store)).slice(2));
      await feed.close();
    });

    storeTest('delivers nothing after it was closed; others go on', async ({ store }) => {
      const [closed, open] = [recorder(), recorder()];
      const first = store.watch(REV_ZERO, closed);
      const second = store.watch(REV_ZERO, open);
      await store.commit(joining(walletOf(1)), 0, null);
      await Promise.all([closed.events(1), open.events(1)]);
      await first.close();
      await store.commit(joining(walletOf(2)), 0, null);
      await open.events(2);
      expect(closed.told).toHaveLength(1);
      await second.close();
    });

    storeTest('can be closed by its own listener', async ({ store }) => {
      await commitAll(store, story(walletOf(1)));
      const told: GameEvent[] = [];
      const feed = store.watch(REV_ZERO, {
        onEvent(event) {
          told.push(event);
          void feed.close();
        },
        onLost: (error) => expect.unreachable(error.message),
      });
      await expect.poll(() => told).toHaveLength(1);
      await store.commit(joining(walletOf(2)), 0, null);
      expect(told).toHaveLength(1);
    });
  });

  describe(`${name}: the events`, () => {
    storeTest('answer every query that the port allows', async ({ store }) => {
      await commitAll(store, story(walletOf(1), 'italy'));
      await commitAll(store, story(walletOf(2), 'usa'));
      await commitAll(store, story(walletOf(3), 'italy').slice(0, 3));
      const all = await allEvents(store);
      const revs = [undefined, REV_ZERO, all[4]?.rev, all[11]?.rev, all.at(-1)?.rev];
      const questions = [undefined, walletOf(1), walletOf(2), walletOf(9)].flatMap((wallet) =>
        [undefined, 'italy' as const, 'china' as const].flatMap((nationId) =>
          revs.flatMap((before) =>
            revs.flatMap((after) =>
              [1, 3, 1000].flatMap((limit) =>
                (['newest-first', 'oldest-first'] as const).map((order) => ({
                  ...(wallet && { wallet }),
                  ...(nationId && { nationId }),
                  ...(before && { before }),
                  ...(after && { after }),
                  limit,
                  order,
                })),
              ),
            ),
          ),
        ),
      );
      const unasked = questions.values();
      await inParallel(50, questions.length, async () => {
        const question = unasked.next().value;
        if (!question) return;
        const answer = await store.events(question);
        expect(answer, JSON.stringify(question)).toEqual(answerFrom(all, question));
      });
    });
  });

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

    storeTest('finds nobody in a new data set', async ({ store }) => {
      expect(await loaded(store)).toMatchObject({ rev: REV_ZERO, rows: [] });
    });

    storeTest('can be abandoned', async ({ store }) => {
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

  describe(`${name}: closing`, () => {
    storeTest('finishes what was requested, then refuses everything', async ({ store }) => {
      await store.ping();
      const wallets = Array.from({ length: 50 }, (_, n) => walletOf(n + 1));
      const asked = wallets.map((wallet) => store.commit(joining(wallet), 0, null));
      const closed = store.close();
      expect(new Set(await Promise.all(asked)).size).toBe(asked.length);
      await closed;
      await store.close();

      const refused = [
        store.ping(),
        store.player(walletOf(1)),
        allStakes(store, walletOf(1)),
        store.loadPlayers(),
        store.stakers(null, 1),
        store.commit(joining(walletOf(99)), 0, null),
        store.load(walletOf(1), { stakeId: null, commandId: null, now: 0 }),
        store.events(NEWEST),
        store.issueNonce('nonce', 1),
        store.spendNonce('nonce', 1),
        store.takeNonceQuestion('nonce', 1, 1),
        store.returnNonceQuestion('nonce'),
        store.sessionState(walletOf(1), 'token'),
        store.revokeToken('token', 1),
        store.raiseSessionEpoch(walletOf(1)),
        store.setting('cursor'),
        store.putSetting('cursor', ''),
        store.holdLease('chain', 'a', 1),
        store.releaseLease('chain', 'a'),
        store.exchange('watching', 'a', '', 1),
      ];
      for (const result of await Promise.allSettled(refused)) {
        expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown });
      }
    });
  });
}

/** Belongs to nobody, and sorts before every other id. */
const missing = { id: stakeId('-'), state: { status: 'active' } } as const;

/**
 * Stakes of every kind, every third one ended, some from before versions were kept and begun at the same
 * moment; all of them.
 */
async function withManyStakes(store: Store, wallet: Address): Promise<Stake[]> {
  const joined = joining(wallet);
  const state = after(null, joined);
  const [dena] = stakingDena(state).stakes;
  const [national] = stakingNfts(state, 'national').stakes;
  const [cultural] = stakingNfts(state, 'cultural').stakes;
  if (!dena || !national || !cultural) throw new Error('a fixture came to nothing');
  const stakes = Array.from({ length: 15 }, (_, n): Stake[] => {
    const ended = { status: 'ended', endedAt: NOW, reason: 'unstaked' } as const;
    const parts = {
      stakedAt: NOW + (n % 4),
      state: n % 3 === 0 ? ended : ({ status: 'active' } as const),
    };
    // Ids in no time order, some with letters that locales sort differently.
    const id = (kind: string) => stakeId(`${'aB_9-Zb'[n % 7]}${kind}${n}`);
    return [
      { ...dena, ...parts, ...begunBy(n, 1), id: id('d') },
      { ...national, ...parts, ...begunBy(n, 2), id: id('n') },
      { ...cultural, ...parts, ...begunBy(n, 3), id: id('c') },
    ];
  }).flat();
  await commitAll(store, [joined, { ...stakingDena(state), stakes }]);
  return stakes;
}

/** In an order different from that of the moments. */
function begunBy(n: number, kind: number): Pick<Stake, 'playerVersion'> {
  return { playerVersion: n % 2 === 0 ? 0 : ((n * 7) % 15) * 3 + kind };
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

const NEWEST = { limit: 1000, order: 'newest-first' } as const;

function ifConflict(error: unknown): void {
  if (!(error instanceof VersionConflict)) throw error;
}

/** Overwrites every number and text inside, as a careless caller might. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === 'object') scribble(part);
    else Reflect.set(value, key, 'scribbled');
  }
}

/** The change as if it were computed from one version ahead or behind. */
function atVersion(change: Change, version: number): Change {
  return { ...change, player: { ...change.player, version } };
}
