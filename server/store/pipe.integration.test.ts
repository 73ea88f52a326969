/**
 * Carrying a whole game from one place into another, by a move and by a backup, and what a move
 * refuses. What is stored is all in the stream.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { inOrder } from '../../common/rules/decision.ts';
import { DAY_MS, NOW, walletOf } from '../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { isWeekEnd } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { closeWeeks } from '../past/testing/close-weeks.ts';
import { LedgerWriter } from '../ledger/ledger-writer.ts';
import { whileOpen } from '../lib/command.ts';
import { wallNow } from '../lib/machine.ts';
import { firstWeekOpened, weekEndedBefore } from './kept/era.ts';
import { putSetting } from './kept/settings.ts';
import { holdLease, releaseLease } from './kept/leases.ts';
import { readPast } from './kept/past.ts';
import { mongoTest } from './mongo/testing/processes.ts';
import { numberKey } from './rows.ts';
import { ONLY_THE_PLAYER, type Store } from './store.ts';
import { DATABASE_FILE } from './stored-form.ts';
import { ABOVE_ALL, PART_NAMES, type PartName } from './stream.ts';
import { changeRules, joining, receiptOf, stakingDena, story } from './testing/fixtures.ts';
import { allCommits, inParallel, loaded, rowsOf } from './testing/observe.ts';
import { inDirectory, inMongo, type Location } from './locations.ts';
import { backedUp, moved, restored, using } from './testing/locations.ts';
import { contentsOf, inPlaces, mongo } from './testing/places.ts';

/** Each pair of kinds is next to each other. */
const PLACES = ['directory', 'database', 'database', 'directory', 'directory'] as const;

/** Plays the wallets' stories, a commit of each wallet as the list names it, by other rules. */
async function play(store: Store, wallets: readonly number[]): Promise<void> {
  const played = new Map<number, number>();
  await changeRules(store, 1, { maxStakesPerKind: 400 });
  for (const wallet of wallets) {
    const at = played.get(wallet) ?? 0;
    const change = story(walletOf(wallet), NATION_IDS[wallet % NATION_IDS.length])[at];
    if (!change) continue;
    played.set(wallet, at + 1);
    // Copies are compared but for what expires within hours.
    const receipt = receiptOf(`change-${at}`, { expiresAt: wallNow() + DAY_MS });
    await store.commit(change, at, receipt);
  }
  await changeRules(store, 2, { lockMs: DAY_MS });
  await changeRules(store, 3, { 'tradePrices.oil': 60 }, NOW + 1000 * DAY_MS);
  await putSetting(store, 'cursor', '{"block":7}');
}

/** Adds the commits that have no leaf yet; how many leaves there are. */
async function writeLedger(store: Store): Promise<number> {
  const identity = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(5) };
  const writer = new LedgerWriter({ store, identity, lease: { isHeld: () => true } });
  await writer.step();
  expect(writer.stopped).toBeNull();
  return writer.size;
}

/** A week passes, with a commit, its end, their leaves and the week's list. */
async function playAWeek(store: Store): Promise<void> {
  const wallet = walletOf(1);
  const before = await allCommits(store);
  const { player, order } = await store.load(wallet, ONLY_THE_PLAYER);
  if (!player) throw new Error('the first wallet plays');
  // [ORD1] Numbers are above those that break ties.
  expect(order).toBeGreaterThan(player.gdpOrder);
  const week = 1 + weekAt(Math.max(...before.map(({ at }) => at)));
  await closeWeeks(store, weekBegins(week));
  const next = inOrder(stakingDena({ player }, 10, weekBegins(week)), player, order);
  const { number } = await store.era();
  await store.commit(next, player.version, null, number);
  await closeWeeks(store, weekBegins(week + 1));
  const after = await allCommits(store);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(await writeLedger(store)).toBe(after.length);
  const ends = after.flatMap((one) => (isWeekEnd(one) ? one.week : []));
  const first = weekAt(after[0]?.at ?? 0);
  expect(ends).toEqual(Array.from({ length: week + 1 - first }, (_, n) => first + n));
  const query = { kind: 'season', limit: 1000, order: 'oldest-first' } as const;
  const weeks = await readPast(store, query);
  const upTo = { number: after.length, rev: after.at(-1)?.rev };
  expect(weeks.at(-1)).toMatchObject({ at: weekBegins(week), upTo });
  expect(weeks).toHaveLength(ends.length);
}

type Carry = (from: Location, to: Location, path: string) => Promise<void>;

async function byMove(from: Location, to: Location): Promise<void> {
  expect(await moved(from, to)).toMatchObject({ moved: true });
}

async function byBackup(from: Location, to: Location, path: string): Promise<void> {
  const digest = await backedUp(from, path);
  expect(await restored(path, to)).toEqual(digest);
}

test.each<[string, Carry]>([
  ['moved', byMove],
  ['backed up and restored', byBackup],
])(
  '[ORD1, SEA1] a game that is %s is the same game, whatever its history and in whichever store, and goes on there under a new name',
  async (_, carry) => {
    const histories = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 });
    const carried = fc.asyncProperty(histories, (history) =>
      inPlaces(async (newPlace, folder) => {
        const places = PLACES.map(newPlace);
        const epochs = new Set<string>();
        let before: Awaited<ReturnType<typeof contentsOf>> | null = null;
        for (const [n, place] of places.entries()) {
          const from = places[n - 1];
          if (from) await carry(from, place, join(folder, `${n}.backup`));
          before = await using(place, async (store) => {
            if (before) expect(await contentsOf(store)).toEqual(before);
            else await play(store, [1, ...history]);
            epochs.add((await loaded(store)).epoch);
            await playAWeek(store);
            return contentsOf(store);
          });
        }
        expect(epochs.size).toBe(places.length);
      }),
    );
    await fc.assert(carried, { numRuns: runs({ usual: 1, long: 20 }), endOnFailure: true });
  },
);

describe.skipIf(!mongo)('a game that is moved', () => {
  test('is refused if there is another one, or a server that runs; a second move changes nothing', async () => {
    await inPlaces(async (newPlace) => {
      const [first, second] = [newPlace('directory'), newPlace('directory')];
      const database = newPlace('database');
      await using(first, async (store) => {
        await play(store, [1, 1, 1]);
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
      expect(await using(database, loaded)).toMatchObject({ epoch });
      await using(database, playAWeek);
      await using(second, (store) => play(store, [1]));
      for (const [from, to] of [
        [first, database],
        [second, database],
        [database, second],
      ] as const) {
        await expect(moved(from, to)).rejects.toThrow(
          /already holds another game, or this one.*Name an empty/,
        );
      }
    });
  });

  test('starts over if a move was interrupted, and no server opens it before', async () => {
    await inPlaces(async (newPlace) => {
      const first = newPlace('directory');
      const before = await using(first, async (store) => {
        await play(store, [1, 1, 1, 1, 1]);
        return contentsOf(store);
      });
      for (const target of [newPlace('database'), newPlace('directory')]) {
        const half = await target.target();
        const failing = { ...half, flush: async () => Promise.reject(new Error('it was killed')) };
        await expect(moved(first, { ...target, target: async () => failing })).rejects.toThrow(
          'it was killed',
        );
        await expect(target.open()).rejects.toThrow(
          /has not finished. Run `npm run migrate` or `npm run restore`/,
        );
        await expect(moved(target, first)).rejects.toThrow(/itself the target of a move/);
        await moved(first, target);
        expect(await using(target, contentsOf)).toEqual(before);
      }
    });
  });
});

const IN_BOTH = mongo ? (['directory', 'database'] as const) : (['directory'] as const);

/** By which the last row of a part is found. */
const KEYS: Readonly<Record<PartName, string>> = {
  players: 'id',
  stakes: 'id',
  events: 'rev',
  receipts: 'command_id',
  rows: 'key',
};

/** All that is stored, but for the name of the data set. */
const STORED = [...PART_NAMES, 'data_set'].toSorted();

test('all tables are parts of the stream, and one row that is missing in any is noticed after a move', async () => {
  await inPlaces(async (newPlace, folder) => {
    const first = newPlace('directory');
    await using(first, (store) => play(store, [1, 1, 1]));
    const whole = join(folder, 'whole');
    await moved(first, inDirectory(whole));
    for (const part of PART_NAMES) {
      const lacking = join(folder, part);
      cpSync(whole, lacking, { recursive: true });
      const database = new Database(join(lacking, DATABASE_FILE));
      const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
      const names = database.prepare(tables).pluck().all().map(String);
      expect(names.filter((name) => !name.startsWith('sqlite_'))).toEqual(STORED);
      const key = KEYS[part];
      database.exec(`DELETE FROM ${part} WHERE ${key} = (SELECT max(${key}) FROM ${part})`);
      database.close();
      await expect(moved(first, inDirectory(lacking)), part).rejects.toThrow(/another game/);
    }
  });
});

test.each(IN_BOTH)(
  '[SEA1] the end of a week in a %s is in the history, and of no wallet',
  async (kind) => {
    await inPlaces(async (newPlace) => {
      const place = newPlace(kind);
      const all = await using(place, async (store) => {
        const week = weekAt(NOW);
        await store.changeEra(firstWeekOpened(week));
        await play(store, [1]);
        await store.changeEra(weekEndedBefore(week + 1));
        return allCommits(store);
      });
      await whileOpen(await place.wallets(), async (source) => {
        await source.refresh();
        const wallets: string[] = [];
        for await (const rows of source.read('events', { after: '', upTo: ABOVE_ALL })) {
          wallets.push(...rows.map(([wallet]) => wallet));
        }
        expect(wallets).toEqual([walletOf(1)]);
        expect(await source.history(REV_ZERO, 9)).toEqual(
          all.map((event) => ({ rev: event.rev, event })),
        );
      });
    });
  },
);

test.each(IN_BOTH)(
  'what expired, and what lives for minutes, is in no stream of a game in a %s',
  async (kind) => {
    await inPlaces(async (newPlace) => {
      const place = newPlace(kind);
      const [document, ttlMs] = ['🇮🇹', DAY_MS];
      await using(place, async (store) => {
        await store.commit(joining(walletOf(1)), 0, receiptOf('alive'));
        const expired = receiptOf('expired', { expiresAt: wallNow() - 1 });
        await store.commit(joining(walletOf(2)), 0, expired);
        for (const one of ['nonce', 'notice'] as const) {
          await store.rows(one).put({ key: 'a', document, ttlMs });
        }
        await store.rows('session').put({ key: 'alive', document, ttlMs });
        await store.rows('session').put({ key: 'expired', document, ttlMs: 0 });
        // More than a batch has.
        await inParallel(50, 1001, async (n) => {
          await store.rows('minute').put({ key: numberKey(n), document });
        });
      });
      for (const open of [() => place.source(), () => place.snapshot()]) {
        const found = await whileOpen(await open(), (source) => rowsOf(source));
        expect(found.get('receipts')?.map(([wallet]) => wallet)).toEqual([walletOf(1)]);
        const rows = found.get('rows') ?? [];
        expect(rows).toHaveLength(1002);
        expect(rows[0]).toEqual(['minute', numberKey(0), null, document, null, null]);
        const session = ['session', 'alive', null, document, expect.any(Number), null];
        expect(rows.at(-1)).toEqual(session);
      }
    });
  },
);

mongoTest('all collections are parts of the stream', async ({ uri, db }) => {
  await using(inMongo(uri), (store) => play(store, [1, 1, 1]));
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  expect(found.map(({ name }) => name).toSorted()).toEqual(STORED);
});
