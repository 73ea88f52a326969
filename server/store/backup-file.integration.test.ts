/** Backups of a game that goes on, and what is refused when they are restored. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { Timestamp } from 'mongodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, NOW, walletOf } from '../../common/testing/fixtures.ts';
import { weekAt } from '../../common/values/week.ts';
import { REAL_MACHINE, useMachine, wallNow } from '../lib/machine.ts';
import { openBackup, writeBackup } from './backup-file.ts';
import { firstWeekOpened, weekEndedBefore, weeksIn } from './kept/era.ts';
import { holdLease, releaseLease } from './kept/leases.ts';
import { countRefusals } from './kept/refusals.ts';
import { beginSession } from './kept/sessions.ts';
import { mongoTest, takeRevAway } from './mongo/testing/processes.ts';
import { pipe } from './pipe.ts';
import { FIRST_FORM, STORED_FORM } from './stored-form.ts';
import type { Target } from './stream.ts';
import {
  commitAll,
  receiptOf,
  sessionOf,
  settlements,
  stateAfter,
  story,
} from './testing/fixtures.ts';
import { inMongo } from './locations.ts';
import { backedUp, streamedAs, restored, using } from './testing/locations.ts';
import { allEvents } from './testing/observe.ts';
import { contentsOf, inPlaces, mongo } from './testing/places.ts';

const silently = () => undefined;

const stores = mongo ? (['directory', 'database'] as const) : (['directory'] as const);

describe.each(stores)('a backup of a game in a %s', (kind) => {
  test('under load holds all commits up to one moment, and none after it', async () => {
    await inPlaces(async (newPlace, folder) => {
      const [first, second] = [newPlace(kind), newPlace(kind)];
      const path = join(folder, 'busy.backup');
      const wallets = Array.from({ length: 8 }, (_, n) => walletOf(n + 1));
      await using(first, async (store) => {
        const week = weekAt(NOW);
        await store.changeEra(firstWeekOpened(week));
        const begun = wallets.map((wallet) => story(wallet).slice(0, 5));
        for (const changes of begun) await commitAll(store, changes);
        const acknowledged = (await allEvents(store)).length;
        let isOver = false;
        const load = begun.map(async (changes) => {
          const { player } = stateAfter(changes);
          for (const [n, change] of settlements(player, 400).entries()) {
            if (isOver) break;
            await store.commit(change, player.version + n, null);
          }
        });
        const weeks = store.changeEra(weekEndedBefore(week + 9));
        await backedUp(first, path);
        isOver = true;
        await weeks;
        await Promise.all(load);
        expect((await stat(path)).mode & 0o077).toBe(0);
        await restored(path, second);
        const all = (await contentsOf(store)).events;
        const game = await using(second, contentsOf);
        const played = game.events.filter((event) => 'row' in event);
        expect(played.length).toBeGreaterThanOrEqual(acknowledged);
        expect(played).toEqual(all.filter((event) => 'row' in event).slice(0, played.length));
        // A restored MongoDB ends the week that was just being ended.
        const ended = game.events.length - played.length;
        expect(weeksIn(game.era.value)).toEqual({ first: week, open: week + ended });
        for (const player of game.players) {
          const own = played.filter(({ row }) => row.wallet === player?.wallet);
          expect(player?.version).toBe(own.length);
        }
      });
    });
  });

  test('that names a row twice is refused in words', async () => {
    await inPlaces(async (newPlace, folder) => {
      const [first, second] = [newPlace(kind), newPlace(kind)];
      const path = join(folder, 'a.backup');
      await using(first, (store) => commitAll(store, story(walletOf(1))));
      const source = await first.snapshot();
      const twice = streamedAs(source, async function* readTwice(batches) {
        for await (const batch of batches) {
          yield batch;
          if (batch.part === 'stakes') yield batch;
        }
      });
      await writeBackup(twice, path, silently);
      await source.close();
      await expect(restored(path, second)).rejects.toThrow(
        /^The stakes of .* can't be written into .* begin again/,
      );
      await expect(backedUp(second, `${path}.2`)).rejects.toThrow(/has not finished/);
    });
  });

  test.each([
    [1, 2],
    [7, 1],
    [21, 0],
  ])('is restored %i days later, with what has not expired by then', async (days, count) => {
    await inPlaces(async (newPlace, folder) => {
      const [first, second] = [newPlace('directory'), newPlace(kind)];
      const path = join(folder, 'a.backup');
      const wallet = walletOf(1);
      const expiresIn = (ms: number) => ({ expiresAt: wallNow() + ms - 1 });
      const before = await using(first, async (store) => {
        const [joined] = story(wallet);
        if (joined) await store.commit(joined, 0, receiptOf('join', expiresIn(DAY_MS)));
        const game = await contentsOf(store);
        await beginSession(store, sessionOf(wallet, expiresIn(7 * DAY_MS)), 9);
        const refused = { wallet, what: 'today LOCKED', count: 1 };
        await countRefusals(store, [refused], 14 * DAY_MS - 1);
        return game;
      });
      await backedUp(first, path);
      useMachine({ ...REAL_MACHINE, now: () => Date.now() + days * DAY_MS });
      onTestFinished(() => useMachine(null));
      const digest = await restored(path, second);
      expect([digest.get('receipts')?.count, digest.get('rows')?.count]).toEqual([0, count]);
      expect(await using(second, contentsOf)).toEqual(before);
    });
  });

  test('is restored only where there is no game and no server', async () => {
    await inPlaces(async (newPlace, folder) => {
      const [first, second] = [newPlace(kind), newPlace(kind)];
      const path = join(folder, 'a.backup');
      await using(first, (store) => commitAll(store, story(walletOf(1)).slice(0, 3)));
      await backedUp(first, path);
      await expect(backedUp(first, path)).rejects.toThrow(/already exists. Name a new file/);
      await expect(restored(path, first)).rejects.toThrow(/already holds this game. Name an empty/);
      await using(second, async (store) => {
        await holdLease(store, 'chain', 'a server', 60_000);
        await expect(restored(path, second)).rejects.toThrow(/in use by|A Denaria is running/);
        await releaseLease(store, 'chain', 'a server');
      });
      await restored(path, second);
    });
  });
});

test('a restore holds what expires while it is compared to be the same', async () => {
  await inPlaces(async (newPlace, folder) => {
    const [first, second] = [newPlace('directory'), newPlace('directory')];
    const path = join(folder, 'a.backup');
    await using(first, (store) => beginSession(store, sessionOf(walletOf(1)), 9));
    const expected = await backedUp(first, path);
    let aheadMs = 0;
    useMachine({ ...REAL_MACHINE, now: () => Date.now() + aheadMs });
    onTestFinished(() => useMachine(null));
    const target = await second.target();
    // It takes five hours to be read again; as in MongoDB, what expires meanwhile is removed.
    const slow: Target = {
      ...target,
      stream(aliveAt) {
        aheadMs += 5 * HOUR_MS;
        return target.stream(Math.max(aliveAt, wallNow()));
      },
    };
    const backup = await openBackup(path);
    const { digest } = await pipe(backup, slow, { progress: silently });
    expect(digest.get('players')).toEqual(expected.get('players'));
    await target.close();
  });
});

describe('a backup that is', () => {
  /** A backup's bytes, and the restore of others in their place. */
  async function withBackup(
    work: (whole: Buffer, restore: (bytes: Buffer) => Promise<unknown>) => Promise<void>,
  ) {
    await inPlaces(async (newPlace, folder) => {
      const [first, second] = [newPlace('directory'), newPlace('directory')];
      const path = join(folder, 'a.backup');
      await using(first, async (store) => {
        for (let n = 1; n <= 20; n += 1) await commitAll(store, story(walletOf(n)));
        await backedUp(first, path);
      });
      await work(await readFile(path), async (bytes) => {
        await writeFile(`${path}.other`, bytes);
        return restored(`${path}.other`, second);
      });
    });
  }

  /** Its two lines, in the first 4096 bytes. */
  const headerOf = (whole: Buffer) => whole.subarray(0, 4096).toString().trimEnd();

  test('cut short, altered at any byte, or longer is refused whole', async () => {
    await withBackup(async (whole, restore) => {
      const altered = (at: number) => {
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      };
      const { length } = whole;
      const headed = headerOf(whole).length;
      const step = Math.floor((length - 4096) / 60);
      const places = Array.from({ length: 60 }, (_, n) => 4096 + n * step);
      for (const broken of [
        ...[0, 100, 4095, 4096, 5000, length - 1].map((end) => whole.subarray(0, end)),
        ...[0, 10, headed - 70, headed - 2, ...places, length - 1].map(altered),
        Buffer.concat([whole, Buffer.from('x')]),
      ]) {
        await expect(restore(broken)).rejects.toThrow(/is damaged|is not a backup/);
      }
      await restore(whole);
    });
  });

  test('of another form, or no backup, is named', async () => {
    await withBackup(async (whole, restore) => {
      const [line = ''] = headerOf(whole).split('\n');
      const form = (number: number) => line.replace(`"form":${STORED_FORM}`, `"form":${number}`);
      for (const [header, words] of [
        [form(FIRST_FORM - 1), /older Denaria, in a form that is no longer read/],
        [form(STORED_FORM + 1), /newer Denaria/],
        [line.replace('denaria-backup-2', 'denaria-backup-10'), /newer Denaria/],
        ['not a backup', /is not a backup/],
      ] as const) {
        whole.write(`${header}\n${hash('sha256', header)}\n`.padEnd(4096));
        await expect(restore(whole)).rejects.toThrow(words);
      }
    });
  });

  test('being written has one writer, leaves nothing if it fails, and is named if it was killed', async () => {
    await inPlaces(async (newPlace, folder) => {
      const first = newPlace('directory');
      const path = join(folder, 'a.backup');
      await using(first, async (store) => {
        await commitAll(store, story(walletOf(1)));
        const source = await first.snapshot();
        const failing = streamedAs(source, async function* readHalf(batches) {
          for await (const batch of batches) {
            if (batch.part === 'events') throw new Error('the disk is full');
            await expect(backedUp(first, path)).rejects.toThrow(/exists: another backup is writ/);
            yield batch;
          }
        });
        await expect(writeBackup(failing, path, silently)).rejects.toThrow(/full/);
        await source.close();
      });
      expect((await readdir(folder)).filter((name) => name.startsWith('a.backup'))).toEqual([]);
      await writeFile(`${path}.unfinished`, 'half');
      await expect(backedUp(first, path)).rejects.toThrow(/or one was killed. Delete it/);
      const nowhere = join(folder, 'nowhere', 'a.backup');
      await expect(backedUp(first, nowhere)).rejects.toThrow(/can’t be written/);
      await expect(restored(nowhere, first)).rejects.toThrow(/can’t be read. Name the file/);
    });
  });
});

mongoTest(
  'a backup has events in their places that have no rev yet',
  async ({ uri, db, store }) => {
    await inPlaces(async (newPlace, folder) => {
      const path = join(folder, 'a.backup');
      await commitAll(store, story(walletOf(1)));
      const before = await contentsOf(store);
      await store.close();
      const events = db.collection<{ _id: string }>('events');
      const insertedAt = new Timestamp({ t: Math.floor(wallNow() / 1000) - 30, i: 1 });
      for (const version of [1, 4, 5, before.events.length]) {
        await takeRevAway(db, `${walletOf(1)}:${version}`, insertedAt);
      }
      const second = newPlace('directory');
      await backedUp(inMongo(uri), path);
      await restored(path, second);
      expect(await using(second, contentsOf)).toEqual(before);

      // One that has lost both is no commit that could be put in its place.
      await events.updateOne({ rev: { $exists: true } }, { $unset: { rev: '' } });
      await expect(backedUp(inMongo(uri), `${path}.2`)).rejects.toThrow(
        /, 1 have no place .* damaged/,
      );
    });
  },
);
