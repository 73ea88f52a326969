/** Moving a whole game from one store to the other, and what is refused on the way. */
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
import { testMongo, type TestMongo } from '../../tools/test/mongo/test-mongo.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { closeWeeks } from '../past/testing/close-weeks.ts';
import { continueLog } from '../ledger/continue-log.ts';
import { Ledger } from '../ledger/ledger.ts';
import { LedgerWriter } from '../ledger/ledger-writer.ts';
import { inDataDir } from './testing/data-dir.ts';
import type { Store } from './store.ts';
import { commitAll, receiptOf, stakingDena, stateAfter, story } from './testing/fixtures.ts';
import { allStakes, allEvents, loaded, loadedPlayers, receiptIn } from './testing/observe.ts';
import { inDirectory, inMongo, moved, using, type Location } from './testing/locations.ts';

const mongo = await testMongo();

/** Two directories and a database, all new. */
async function inPlaces(
  work: (places: readonly [Location, Location, Location]) => Promise<void>,
): Promise<void> {
  if (!mongo) throw new Error('there is no MongoDB');
  const database = (mongo satisfies TestMongo).database();
  try {
    await inDataDir(async (folder) => {
      const [first, second] = [join(folder, 'first'), join(folder, 'second')];
      for (const path of [first, second]) mkdirSync(path);
      await work([inDirectory(first), inMongo(database.uri), inDirectory(second)]);
    });
  } finally {
    await database.drop();
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
    cursor: await store.setting('cursor'),
  };
}

/** The rows of the closed weeks, without the revs, which each store gives. */
async function weeksIn(store: Store) {
  const kinds = ['season', 'season-entries', 'season-places'] as const;
  const rows = await Promise.all(
    kinds.map((kind) => store.past({ kind, limit: 100, order: 'oldest-first' })),
  );
  return rows.flat().map(({ upTo, ...row }) => ({ ...row, number: upTo?.number ?? null }));
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
  await store.putSetting('cursor', '{"block":7}');
}

/** A wallet's next change after its whole story. */
function nextOf(changes: readonly Change[]): Change {
  return stakingDena(stateAfter(changes), 1);
}

describe.skipIf(!mongo)('a game that is moved', () => {
  test('to MongoDB and back is the same game, whatever its history', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await inPlaces(async (places) => {
          const [first] = places;
          const { length } = history.lengths;
          const before = await using(first, async (store) => {
            await play(store, history);
            return contents(store, length);
          });
          for (const [n, place] of places.slice(1).entries()) {
            const from = places[n];
            if (!from) throw new Error('a place is missing');
            const { moved: isMoved, digest } = await moved(from, place);
            expect(isMoved).toBe(true);
            expect(digest.get('events')?.count).toBe(history.turns.length);
            expect(digest.get('receipts')?.count).toBe(history.turns.length);
            expect(await using(place, (store) => contents(store, length))).toEqual(before);
          }
        });
      }),
      { numRuns: runs({ usual: 1, long: 20 }), endOnFailure: true },
    );
  });

  test.each([
    ['a ledger', false],
    ['a ledger that continues another', true],
  ])('keeps %s byte for byte, which goes on there', async (_, isContinued) => {
    const identity = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(5) };
    const written = async (store: Store) => {
      const writer = new LedgerWriter({ store, identity, lease: { isHeld: () => true } });
      await writer.step();
      expect(writer.stopped).toBeNull();
      return writer.size;
    };
    const ledgerIn = async (store: Store) => {
      const ledger = new Ledger(store, identity);
      const note = await ledger.checkpoint();
      const { size, origin } = parseCheckpoint(note ?? '');
      expect(origin).toBe(isContinued ? 'play.example/denaria/2' : 'play.example/denaria');
      return { size, note, entries: await ledger.entries(0, size) };
    };
    await inPlaces(async (places) => {
      const [first] = places;
      let before = await using(first, async (store) => {
        await play(store, {
          lengths: [8, 7],
          turns: [0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1],
        });
        expect(await written(store)).toBe(15);
        if (isContinued) {
          const from = (await new Ledger(store, identity).checkpoint()) ?? '';
          await continueLog(store, identity, { from, why: 'The key was lost.', now: NOW });
          expect(await written(store)).toBe(16);
        }
        return ledgerIn(store);
      });
      let state = stateAfter(story(walletOf(1), NATION_IDS[0]));
      for (const [n, place] of places.entries()) {
        const from = places[n - 1];
        if (from) await moved(from, place);
        before = await using(place, async (store) => {
          expect(await ledgerIn(store)).toEqual(before);
          const next = stakingDena(state, 10 * (n + 1));
          const rev = await store.commit(next, state.player.version, null);
          state = after(state, next);
          expect(await written(store)).toBe(before.size + 1);
          expect(await new Ledger(store, identity).indexOf(rev, rev)).toBe(before.size);
          const now = await ledgerIn(store);
          expect(now.entries?.subarray(0, before.entries?.length)).toEqual(before.entries);
          return now;
        });
      }
    });
  });

  test('[ORD1] continues where it was, under a new name, with numbers above those that break ties', async () => {
    await inPlaces(async (places) => {
      const [first] = places;
      const names = new Set<string>();
      let state = stateAfter(story(walletOf(1), NATION_IDS[0]));
      await using(first, (store) => play(store, { lengths: [8], turns: Array(8).fill(0) }));
      for (const [n, place] of places.entries()) {
        const from = places[n - 1];
        if (from) await moved(from, place);
        state = await using(place, async (store) => {
          const { epoch, rev, players } = await loadedPlayers(store);
          names.add(epoch);
          expect(players).toEqual([state.player]);
          const asked = { stakeId: null, commandId: null, now: 0 };
          const { order } = await store.load(walletOf(1), asked);
          expect(order).toBeGreaterThan(state.player.gdpOrder);
          const next = inOrder(stakingDena(state, 10 * (n + 1)), state.player, order);
          expect((await store.commit(next, state.player.version, null)) > rev).toBe(true);
          expect(await store.player(walletOf(1))).toMatchObject({ gdpOrder: order });
          expect(await allEvents(store)).toHaveLength(9 + n);
          return after(state, next);
        });
      }
      expect(names.size).toBe(3);
    });
  });

  test('[SEA1] keeps its closed weeks byte for byte, and closes the next one where it goes on', async () => {
    await inPlaces(async (places) => {
      const changes = story(walletOf(1));
      const ends = changes.at(-1)?.event.at ?? 0;
      let kept: Awaited<ReturnType<typeof weeksIn>> = [];
      for (const [n, place] of places.entries()) {
        const from = places[n - 1];
        if (from) await moved(from, place);
        await using(place, async (store) => {
          expect(await weeksIn(store)).toEqual(kept);
          // The story has three weeks, and each place adds one.
          const now = ends + n * WEEK_MS;
          const next = n === 0 ? changes : [stakingDena(stateAfter(changes), 1000, now)];
          await commitAll(store, next);
          if (n > 0) changes.push(...next);
          await closeWeeks(store, now + WEEK_MS);
          const [closing] = await store.past({ kind: 'season', limit: 1, order: 'newest-first' });
          const [newest] = await store.events({ limit: 1, order: 'newest-first' });
          expect(closing).toMatchObject({
            at: weekBegins(weekAt(now)),
            upTo: { number: changes.length, rev: newest?.rev },
          });
          kept = await weeksIn(store);
          expect(kept.filter(({ kind }) => kind === 'season')).toHaveLength(3 + n);
        });
      }
    });
  });

  test('is refused if there is none, another one, or a server that runs; a second move changes nothing', async () => {
    await inPlaces(async ([first, database, second]) => {
      await expect(moved(second, first)).rejects.toThrow(/holds no game. Name the DATA_DIR/);
      await expect(moved(database, first)).rejects.toThrow(/holds no game. Name the MONGODB_URI/);
      await using(first, async (store) => {
        await play(store, { lengths: [3], turns: [0, 0, 0] });
        await expect(moved(first, database)).rejects.toThrow(
          /in use by another Denaria. Stop that/,
        );
      });
      await using(database, async (store) => {
        await store.holdLease('chain', 'a server', 60_000);
        await expect(moved(first, database)).rejects.toThrow(
          /A Denaria is running on this database/,
        );
        await store.releaseLease('chain', 'a server');
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
    await inPlaces(async ([first, database, second]) => {
      const before = await using(first, async (store) => {
        await play(store, { lengths: [5], turns: [0, 0, 0, 0, 0] });
        return contents(store, 1);
      });
      for (const target of [database, second]) {
        const [source, half] = [await first.archive(true), await target.archive()];
        const { epoch } = await source.state();
        await half.begin(epoch);
        for await (const rows of source.read('stakes', 0)) await half.write('stakes', rows);
        await source.close();
        await half.close();
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
