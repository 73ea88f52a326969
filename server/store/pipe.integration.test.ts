/**
 * Carrying a whole game from one place into another, by a move and by a backup, and what a move
 * refuses.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCheckpoint } from '../../common/ledger/note.ts';
import { inOrder, type Change } from '../../common/rules/decision.ts';
import { after, NOW, walletOf } from '../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { weekAt, weekBegins, WEEK_MS } from '../../common/values/week.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { closeWeeks } from '../past/testing/close-weeks.ts';
import { continueLog } from '../ledger/continue-log.ts';
import { Ledger } from '../ledger/ledger.ts';
import { LedgerWriter } from '../ledger/ledger-writer.ts';
import { putSetting, setting } from './kept/settings.ts';
import { holdLease, releaseLease } from './kept/leases.ts';
import { readPast } from './kept/past.ts';
import type { PartDigest } from './pipe.ts';
import type { Store } from './store.ts';
import { inDataDir } from './testing/data-dir.ts';
import { receiptOf, stakingDena, stateAfter, story } from './testing/fixtures.ts';
import { allStakes, allEvents, loaded, loadedPlayers, receiptIn } from './testing/observe.ts';
import {
  backedUp,
  inDirectory,
  inMongo,
  moved,
  restored,
  using,
  type Location,
} from './testing/locations.ts';

const mongo = await testMongo();

type Places = readonly [Location, Location, Location, Location, Location];

/** Three directories and two databases, all new; each pair of kinds is next to each other. */
async function inPlaces(work: (places: Places, folder: string) => Promise<void>): Promise<void> {
  const databases = [mongo?.database(), mongo?.database()] as const;
  try {
    await inDataDir(async (folder) => {
      const directory = (name: string) => {
        const path = join(folder, name);
        mkdirSync(path);
        return inDirectory(path);
      };
      const [one, other] = databases;
      const places = [
        directory('first'),
        one ? inMongo(one.uri) : directory('instead of a database'),
        other ? inMongo(other.uri) : directory('instead of another'),
        directory('second'),
        directory('third'),
      ] as const;
      await work(places, folder);
    });
  } finally {
    for (const database of databases) await database?.drop();
  }
}

/** Everything in a game except the positions and the name that each store gives it. */
async function contents(store: Store, wallets: number) {
  const { players } = await loadedPlayers(store);
  const events = await allEvents(store);
  const each = Array.from({ length: wallets }, (_, n) => walletOf(n + 1));
  return {
    players,
    events: events.map(({ rev, ...event }) => (rev === REV_ZERO ? null : event)),
    stakes: await Promise.all(each.map((wallet) => allStakes(store, wallet))),
    receipts: await Promise.all(
      each.map((wallet) => receiptIn(store, wallet, receiptOf('last').commandId, Date.now())),
    ),
    cursor: await setting(store, 'cursor'),
    weeks: await weeksIn(store),
    ledger: await ledgerIn(store),
  };
}

/** The rows of the closed weeks, without the revs, which each store gives. */
async function weeksIn(store: Store) {
  const kinds = ['season', 'season-entries', 'season-places'] as const;
  const rows = await Promise.all(
    kinds.map((kind) => readPast(store, { kind, limit: 100, order: 'oldest-first' })),
  );
  return rows.flat().map(({ upTo, ...row }) => ({ ...row, number: upTo?.number ?? null }));
}

const IDENTITY = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(5) };

async function ledgerIn(store: Store) {
  const ledger = new Ledger(store, IDENTITY);
  const note = await ledger.checkpoint();
  return note && { note, entries: await ledger.entries(0, parseCheckpoint(note).size) };
}

/** Adds the commits that have no leaf yet. */
async function writeLedger(store: Store): Promise<number> {
  const writer = new LedgerWriter({ store, identity: IDENTITY, lease: { isHeld: () => true } });
  await writer.step();
  expect(writer.stopped).toBeNull();
  return writer.size;
}

/** A history: how far each wallet's story goes, and in which order the wallets take turns. */
const histories = fc
  .array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 })
  .chain((lengths) =>
    fc.record({
      lengths: fc.constant(lengths),
      turns: fc.shuffledSubarray(
        lengths.flatMap((length, wallet) => Array.from({ length }, () => wallet)),
        { minLength: lengths.reduce((sum, length) => sum + length, 0) },
      ),
    }),
  );

async function play(
  store: Store,
  { lengths, turns }: { readonly lengths: readonly number[]; readonly turns: readonly number[] },
): Promise<void> {
  const stories = lengths.map((length, n) =>
    story(walletOf(n + 1), NATION_IDS[n % NATION_IDS.length]).slice(0, length),
  );
  const played = lengths.map(() => 0);
  for (const wallet of turns) {
    const at = played[wallet] ?? 0;
    const change = stories[wallet]?.[at];
    if (!change) throw new Error('a turn without a change');
    played[wallet] = at + 1;
    const isLast = at + 1 === lengths[wallet];
    await store.commit(change, at, isLast ? receiptOf('last') : receiptOf(`turn-${at}`));
  }
  await putSetting(store, 'cursor', '{"block":7}');
}

/** A wallet's next change after its whole story. */
function nextOf(changes: readonly Change[]): Change {
  return stakingDena(stateAfter(changes), 1);
}

type Carry = (from: Location, to: Location, path: string) => Promise<PartDigest>;

async function byMove(from: Location, to: Location): Promise<PartDigest> {
  const { moved: isMoved, digest } = await moved(from, to);
  expect(isMoved).toBe(true);
  return digest;
}

async function byBackup(from: Location, to: Location, path: string): Promise<PartDigest> {
  const digest = await backedUp(from, path);
  expect(await restored(path, to)).toEqual(digest);
  return digest;
}

test.each<[string, Carry]>([
  ['moved', byMove],
  ['backed up and restored', byBackup],
])(
  '[ORD1, SEA1] a game that is %s is the same game, whatever its history and in whichever store, and goes on there under a new name',
  async (_, carry) => {
    const carried = fc.asyncProperty(histories, (history) =>
      inPlaces(async (places, folder) => {
        const [first] = places;
        const { lengths, turns } = history;
        await using(first, (store) => play(store, history));
        let state = stateAfter(story(walletOf(1), NATION_IDS[0]).slice(0, lengths[0]));
        const began = weekAt(story(walletOf(1))[0]?.event.at ?? 0);
        const ends = Math.max(
          ...lengths.map((length) => story(walletOf(1))[length - 1]?.event.at ?? 0),
        );
        const epochs = new Set<string>();
        let commits = turns.length;
        let leaves = commits;
        let before: Awaited<ReturnType<typeof contents>> | null = null;
        for (const [n, place] of places.entries()) {
          const from = places[n - 1];
          const digest = from && (await carry(from, place, join(folder, `${n}.backup`)));
          if (digest) {
            const counts = [digest.get('events')?.count, digest.get('receipts')?.count];
            expect(counts).toEqual([commits, turns.length]);
          }
          before = await using(place, async (store) => {
            if (before) expect(await contents(store, lengths.length)).toEqual(before);
            const { epoch, rev } = await loaded(store);
            epochs.add(epoch);
            // [ORD1] Numbers are above those that break ties.
            const asked = { stakeId: null, commandId: null, now: 0 };
            const { order } = await store.load(walletOf(1), asked);
            expect(order).toBeGreaterThan(state.player.gdpOrder);
            const now = ends + n * WEEK_MS;
            const next = inOrder(stakingDena(state, 10 * (n + 1), now), state.player, order);
            const newest = await store.commit(next, state.player.version, null);
            expect(newest > rev).toBe(true);
            expect(await store.player(walletOf(1))).toMatchObject({ gdpOrder: order });
            state = after(state, next);
            commits += 1;
            leaves += 1;
            expect(await writeLedger(store)).toBe(leaves);
            const ledger = new Ledger(store, IDENTITY);
            expect(await ledger.indexOf(newest, newest)).toBe(leaves - 1);
            if (n === 1) {
              // From here on it is a ledger that continues another.
              const note = (await ledger.checkpoint()) ?? '';
              await continueLog(store, IDENTITY, {
                from: note,
                why: 'The key was lost.',
                now: NOW,
              });
              leaves += 1;
              expect(await writeLedger(store)).toBe(leaves);
            }
            await closeWeeks(store, now + WEEK_MS);
            const last = { kind: 'season', limit: 1, order: 'newest-first' } as const;
            const [closing] = await readPast(store, last);
            const upTo = { number: commits, rev: newest };
            expect(closing).toMatchObject({ at: weekBegins(weekAt(now)), upTo });
            const kept = await contents(store, lengths.length);
            const weeks = kept.weeks.filter(({ kind }) => kind === 'season');
            expect(weeks).toHaveLength(weekAt(now) - began + 1);
            return kept;
          });
        }
        expect(epochs.size).toBe(places.length);
      }),
    );
    await fc.assert(carried, { numRuns: runs({ usual: 1, long: 20 }), endOnFailure: true });
  },
);

describe.skipIf(!mongo)('a game that is moved', () => {
  test('is refused if there is none, another one, or a server that runs; a second move changes nothing', async () => {
    await inPlaces(async ([first, database, , second]) => {
      await expect(moved(second, first)).rejects.toThrow(/holds no game. Name the DATA_DIR/);
      await expect(moved(database, first)).rejects.toThrow(/holds no game. Name the MONGODB_URI/);
      await using(first, async (store) => {
        await play(store, { lengths: [3], turns: [0, 0, 0] });
        await expect(moved(first, database)).rejects.toThrow(
          /in use by another Denaria. Stop that/,
        );
      });
      await using(database, async (store) => {
        await holdLease(store, 'chain', 'a server', 60_000);
        await expect(moved(first, database)).rejects.toThrow(
          /A Denaria is running on this database/,
        );
        await releaseLease(store, 'chain', 'a server');
      });

      await moved(first, database);
      const { epoch } = await using(database, loaded);
      expect(await moved(first, database)).toMatchObject({ moved: false });
      await using(database, async (store) => {
        expect((await loaded(store)).epoch).toBe(epoch);
        await store.commit(nextOf(story(walletOf(1)).slice(0, 3)), 3, null);
      });
      await expect(moved(first, database)).rejects.toThrow(
        /already holds another game, or this one/,
      );

      await using(second, (store) => play(store, { lengths: [1], turns: [0] }));
      for (const [from, to] of [
        [second, database],
        [database, second],
      ] as const) {
        await expect(moved(from, to)).rejects.toThrow(/already holds another game.*Name an empty/);
      }
    });
  });

  test('starts over if a move was interrupted, and no server opens it before', async () => {
    await inPlaces(async ([first, database, , second]) => {
      const before = await using(first, async (store) => {
        await play(store, { lengths: [5], turns: [0, 0, 0, 0, 0] });
        return contents(store, 1);
      });
      for (const target of [database, second]) {
        const half = await target.target();
        const failing = { ...half, write: async () => Promise.reject(new Error('it was killed')) };
        await expect(moved(first, { ...target, target: async () => failing })).rejects.toThrow(
          /can't be written into .*: it was killed/,
        );
        await expect(target.open()).rejects.toThrow(
          /has not finished. Run `npm run migrate` or `npm run restore`/,
        );
        await expect(moved(target, first)).rejects.toThrow(/itself the target of a move/);
        await moved(first, target);
        expect(await using(target, (store) => contents(store, 1))).toEqual(before);
      }
    });
  });
});
