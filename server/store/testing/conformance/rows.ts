/** Rows by key, one by one and written together. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import type { NewRow, Row, RowKind, RowsWrite } from '../../rows.ts';
import type { Store } from '../../store.ts';
import { commitAll, story } from '../fixtures.ts';
import { allEvents } from '../observe.ts';
import type { StoreContract } from './contract.ts';

const LONG_MS = 60_000;

/** Texts that a database might misread. */
const ODD = ['', '{"quoted": "🇮🇹"}', '$document', '{"$gt": ""}', "'; DROP TABLE rows; --", '007'];

export function rowsAreKept({ name, storeTest }: StoreContract): void {
  describe(`${name}: a row`, () => {
    storeTest('is there under its kind and key until it is deleted', async ({ store }) => {
      const rows = store.rows('setting');
      expect(await rows.get('cursor')).toBeNull();
      expect(await rows.delete('cursor')).toBe(false);
      for (const document of ODD) {
        expect(await rows.put({ key: 'cursor', document })).toBe(true);
        expect(await rows.get('cursor')).toEqual(row('cursor', document));
      }
      for (const [n, document] of ODD.entries()) {
        await rows.put({ key: `a key: ${document}`, document: `${n}` });
      }
      for (const [n, document] of ODD.entries()) {
        expect(await rows.get(`a key: ${document}`)).toEqual(row(`a key: ${document}`, `${n}`));
      }
      expect(await store.rows('session').get('cursor')).toBeNull();
      expect(await store.rows('session').delete('cursor')).toBe(false);
      expect(await rows.delete('cursor')).toBe(true);
      expect(await rows.delete('cursor')).toBe(false);
      expect(await rows.get('cursor')).toBeNull();
    });

    storeTest('is replaced only where the expected one is', async ({ store }) => {
      for (const kind of ['session', 'lease', 'notice'] as const) {
        const rows = store.rows(kind);
        const put = (document: string, expected?: string | null) =>
          rows.put({ key: 'expected', document }, expected);
        expect(await put('one', 'none')).toBe(false);
        expect(await rows.get('expected')).toBeNull();
        expect(await put('one', null)).toBe(true);
        expect(await put('two', null)).toBe(false);
        expect(await put('two', 'three')).toBe(false);
        expect(await rows.get('expected')).toEqual(row('expected', 'one'));
        expect(await put('two', 'one')).toBe(true);
        // As a lease is renewed: nothing but its time changes.
        expect(await put('two', 'two')).toBe(true);
        expect(await rows.get('expected')).toEqual(row('expected', 'two'));
        expect(await rows.delete('expected', 'one')).toBe(false);
        expect(await rows.delete('expected', 'two')).toBe(true);
        expect(await rows.delete('expected', 'two')).toBe(false);
      }
    });

    storeTest('names the commit that it includes', async ({ opened: { store } }) => {
      const upTo = await lastPlace(store);
      const rows = store.rows('minute');
      await rows.put({ key: 'a', document: 'of a commit', upTo });
      expect(await rows.get('a')).toEqual({ key: 'a', document: 'of a commit', upTo });
      expect(await rows.range({ limit: 1, order: 'descending' })).toEqual([
        { key: 'a', document: 'of a commit', upTo },
      ]);
      await rows.put({ key: 'a', document: 'of none' });
      expect(await rows.get('a')).toEqual(row('a', 'of none'));
    });

    storeTest('is written by one of several who expect the same', async ({ store }) => {
      for (const kind of ['setting', 'lease'] as const) {
        const rows = store.rows(kind);
        const race = async (expected: string | null) => {
          const documents = Array.from({ length: 8 }, (_, n) => `${expected} ${n}`);
          const written = await Promise.all(
            documents.map((document) => rows.put({ key: 'race', document }, expected)),
          );
          expect(written.filter(Boolean)).toHaveLength(1);
          const winner = documents[written.indexOf(true)] ?? '';
          expect(await rows.get('race')).toEqual(row('race', winner));
          return winner;
        };
        await race(await race(null));
        const deleted = await Promise.all(Array.from({ length: 8 }, () => rows.delete('race')));
        expect(deleted.filter(Boolean)).toHaveLength(1);
      }
    });
  });

  describe(`${name}: a row that expires`, () => {
    const KINDS = ['nonce', 'lease', 'notice'] as const;

    storeTest.for(KINDS)('is not there from then on: %s', async (kind, { store }) => {
      const rows = store.rows(kind);
      const keys = ['put', 'expected', 'increment', 'begin', 'delete', 'delete expected'];
      const own = { after: 'expiring: ', to: 'expiring:!' };
      for (const key of keys) await rows.put({ key: `expiring: ${key}`, document: '7', ttlMs: 1 });
      await rows.put({ key: 'expiring: not', document: '7', ttlMs: LONG_MS });
      const kept = row('expiring: not', '7');
      await expect.poll(() => rows.range({ ...own, limit: 9, order: 'ascending' })).toEqual([kept]);
      // They take no place in a page.
      expect(await rows.range({ ...own, limit: 1, order: 'ascending' })).toEqual([kept]);
      for (const key of keys) expect(await rows.get(`expiring: ${key}`)).toBeNull();
      const ttlMs = LONG_MS;
      const next = { key: 'expiring: expected', document: '8', ttlMs };
      expect(await rows.put(next, '7')).toBe(false);
      expect(await rows.put(next, null)).toBe(true);
      expect(await rows.put({ key: 'expiring: put', document: '8' })).toBe(true);
      expect(await rows.increment({ key: 'expiring: increment', by: 1 })).toBe(false);
      const begin = { key: 'expiring: begin', by: 2, orBegin: { ttlMs } };
      expect(await rows.increment(begin)).toBe(true);
      expect(await rows.delete('expiring: delete')).toBe(false);
      expect(await rows.delete('expiring: delete expected', '7')).toBe(false);
      expect(await rows.range({ ...own, limit: 9, order: 'ascending' })).toEqual([
        row('expiring: begin', '2'),
        row('expiring: expected', '8'),
        kept,
        row('expiring: put', '8'),
      ]);
    });

    storeTest('gets a new time with each put, and keeps it when added to', async ({ store }) => {
      const rows = store.rows('lease');
      const short = (key: string) => rows.put({ key, document: '1', ttlMs: 1 });
      const SOON_MS = 400;
      await rows.put({ key: 'longer', document: '1', ttlMs: SOON_MS });
      await rows.put({ key: 'longer', document: '2', ttlMs: LONG_MS }, '1');
      await rows.put({ key: 'for ever', document: '1', ttlMs: SOON_MS });
      await rows.put({ key: 'for ever', document: '2' });
      await rows.put({ key: 'added to', document: '1', ttlMs: SOON_MS });
      const more = { key: 'added to', by: 1, orBegin: { ttlMs: LONG_MS } };
      expect(await rows.increment(more)).toBe(true);
      await short('shorter');
      await expect.poll(() => rows.get('shorter')).toBeNull();
      await expect.poll(() => rows.get('added to')).toBeNull();
      expect(await rows.get('longer')).toEqual(row('longer', '2'));
      expect(await rows.get('for ever')).toEqual(row('for ever', '2'));
    });
  });

  describe(`${name}: a number`, () => {
    storeTest('is added to where there is one, up to the most', async ({ store }) => {
      for (const kind of ['nonce', 'notice'] as const) {
        const rows = store.rows(kind);
        const add = (by: number, most?: number) =>
          rows.increment({ key: 'number', by, ...(most !== undefined && { most }) });
        const sum = async () => (await rows.get('number'))?.document;
        expect(await add(1)).toBe(false);
        expect(await sum()).toBeUndefined();
        await rows.put({ key: 'number', document: '0', ttlMs: LONG_MS });
        expect(await add(1, 2)).toBe(true);
        expect(await add(1, 2)).toBe(true);
        expect(await add(1, 2)).toBe(false);
        expect(await sum()).toBe('2');
        expect(await add(-1)).toBe(true);
        expect(await add(1, 2)).toBe(true);
        expect(await add(1_000_000_000_000)).toBe(true);
        expect(await sum()).toBe('1000000000002');
      }
    });

    storeTest('begins at 0 where that is allowed', async ({ store }) => {
      const rows = store.rows('refusal');
      const add = (key: string, by: number, most: number) =>
        rows.increment({ key, by, most, orBegin: { ttlMs: LONG_MS } });
      expect(await add('begun', 5, 7)).toBe(true);
      expect(await add('begun', 2, 7)).toBe(true);
      expect(await add('begun', 1, 7)).toBe(false);
      expect(await rows.get('begun')).toEqual(row('begun', '7'));
      expect(await add('too much', 8, 7)).toBe(false);
      expect(await rows.get('too much')).toBeNull();
    });

    storeTest('counts everyone who adds at the same time, once', async ({ store }) => {
      const rows = store.rows('refusal');
      const all = <Answer>(work: () => Promise<Answer>) =>
        Promise.all(Array.from({ length: 8 }, work));
      await all(() => rows.increment({ key: 'all', by: 3, orBegin: { ttlMs: LONG_MS } }));
      expect(await rows.get('all')).toEqual(row('all', '24'));
      await rows.put({ key: 'some', document: '0' });
      const added = await all(() => rows.increment({ key: 'some', by: 1, most: 5 }));
      expect(added.filter(Boolean)).toHaveLength(5);
      expect(await rows.get('some')).toEqual(row('some', '5'));
    });
  });

  describe(`${name}: a range of rows`, () => {
    // In the order of UTF-8, which differs from that of UTF-16 in the last two.
    const KEYS = ['', '$', ':', 'A', 'a', 'a:1', 'a:10', 'a:2', 'b', 'ż', '豈', '🇮🇹'];

    storeTest.for(['session', 'notice'] as const)(
      'is in the order of keys, from either end: %s',
      async (kind, { opened: { store } }) => {
        const rows = store.rows(kind);
        const order = 'ascending';
        expect(await rows.range({ limit: 9, order })).toEqual([]);
        for (const key of KEYS.toReversed()) await rows.put({ key, document: `of ${key}` });
        for (const other of ['act', 'setting', 'season', 'season-entries'] as const) {
          await store.rows(other).put({ key: 'a', document: 'of another kind' });
        }
        const all = KEYS.map((key) => row(key, `of ${key}`));
        const places = [undefined, 'A', 'a', 'a:', 'b', '豈', '🇮🇹'];
        for (const after of places) {
          for (const to of places) {
            for (const limit of [1, 3, 99]) {
              const range = { ...(after && { after }), ...(to && { to }) };
              const within = all.filter(
                ({ key }) =>
                  (!after || compareKeys(key, after) > 0) && (!to || compareKeys(key, to) <= 0),
              );
              const asked = JSON.stringify({ ...range, limit });
              const ascending = await rows.range({ ...range, limit, order });
              expect(ascending, asked).toEqual(within.slice(0, limit));
              const descending = await rows.range({ ...range, limit, order: 'descending' });
              expect(descending, asked).toEqual(within.toReversed().slice(0, limit));
            }
          }
        }
      },
    );

    storeTest('is of one kind, also where others begin alike', async ({ opened: { store } }) => {
      const kinds = ['season', 'season-entries', 'season-places'] as const;
      for (const kind of kinds) await store.rows(kind).put({ key: '1', document: kind });
      for (const kind of kinds) {
        for (const order of ['ascending', 'descending'] as const) {
          expect(await store.rows(kind).range({ limit: 9, order })).toEqual([row('1', kind)]);
        }
      }
    });
  });
}

export function rowsAreWrittenTogether({ name, storeTest }: StoreContract): void {
  describe(`${name}: rows that are written together`, () => {
    const state = (document: string, more: Partial<NewRow> = {}) =>
      ({ kind: 'state', key: '0', document, ...more }) as const;
    const minute = (key: string, document = `minute ${key} 🇮🇹`) =>
      ({ kind: 'minute', key, document }) as const;
    const on = (
      expected: string | null,
      rows: RowsWrite['rows'],
      forget: RowsWrite['forget'] = null,
    ): RowsWrite => ({ head: { kind: 'state', key: '0', expected }, rows, forget });
    const read = async (store: Store, kind: RowKind) =>
      (await store.rows(kind).range({ limit: 99, order: 'ascending' })).map(
        ({ key, document }) => `${key}: ${document}`,
      );

    storeTest('are written only where the head is expected', async ({ opened: { store } }) => {
      expect(await store.write(on('none', [minute('1'), state('one')]))).toBe(false);
      expect(await read(store, 'minute')).toEqual([]);
      const hour = { kind: 'hour', key: '1', document: 'an hour' } as const;
      expect(await store.write(on(null, [minute('1'), minute('2'), hour, state('one')]))).toBe(
        true,
      );
      expect(await store.write(on(null, [minute('3'), state('two')]))).toBe(false);
      expect(await store.write(on('two', [minute('3'), state('two')]))).toBe(false);
      expect(await read(store, 'minute')).toEqual(['1: minute 1 🇮🇹', '2: minute 2 🇮🇹']);
      expect(await store.write(on('one', [minute('2', 'again'), state('two')]))).toBe(true);
      // One whose document stays as it is.
      expect(await store.write(on('two', [state('two'), minute('3')]))).toBe(true);
      expect(await read(store, 'minute')).toEqual(['1: minute 1 🇮🇹', '2: again', '3: minute 3 🇮🇹']);
      expect(await read(store, 'hour')).toEqual(['1: an hour']);
      expect(await read(store, 'state')).toEqual(['0: two']);
    });

    storeTest('forget those of a kind before a key', async ({ opened: { store } }) => {
      const hour = { kind: 'hour', key: '1', document: 'an hour' } as const;
      const minutes = ['1', '2', '3'].map((key) => minute(key));
      await store.write(on(null, [...minutes, hour, state('one')]));
      const forget = { kind: 'minute', before: '3' } as const;
      expect(await store.write(on('none', [state('two')], forget))).toBe(false);
      expect(await read(store, 'minute')).toHaveLength(3);
      expect(await store.write(on('one', [minute('4'), state('two')], forget))).toBe(true);
      expect(await read(store, 'minute')).toEqual(['3: minute 3 🇮🇹', '4: minute 4 🇮🇹']);
      expect(await read(store, 'hour')).toEqual(['1: an hour']);
    });

    storeTest('name their commits, expire, and are rows', async ({ opened: { store } }) => {
      const upTo = await lastPlace(store);
      const brief = { kind: 'nonce', key: 'brief', document: '0', ttlMs: 1 } as const;
      const long = { kind: 'nonce', key: 'long', document: '0', ttlMs: LONG_MS } as const;
      expect(await store.write(on(null, [brief, long, state('one', { upTo })]))).toBe(true);
      const head = { key: '0', document: 'one', upTo };
      expect(await store.rows('state').get('0')).toEqual(head);
      await expect.poll(() => read(store, 'nonce')).toEqual(['long: 0']);
      // A head that was written alone, and one that expired.
      expect(await store.rows('state').put({ key: '0', document: 'two', ttlMs: 1 })).toBe(true);
      await expect.poll(() => store.rows('state').get('0')).toBeNull();
      expect(await store.write(on('two', [state('three')]))).toBe(false);
      expect(await store.write(on(null, [state('three')]))).toBe(true);
      expect(await store.rows('state').get('0')).toEqual(row('0', 'three'));
    });

    storeTest('are those of one of two who write at once', async ({ opened: { store } }) => {
      let expected: string | null = null;
      for (const round of ['first', 'second', 'third']) {
        const next = [1, 2].map((n) => `${round} of ${n}`);
        const written = await Promise.all(
          next.map((document) =>
            store.write(on(expected, [minute(round, document), state(document)])),
          ),
        );
        expect(written.filter(Boolean)).toHaveLength(1);
        expected = next[written.indexOf(true)] ?? null;
        expect(await store.rows('state').get('0')).toEqual(row('0', expected ?? ''));
        expect(await store.rows('minute').get(round)).toEqual(row(round, expected ?? ''));
      }
    });

    storeTest('are of the head that they name', async ({ opened: { store } }) => {
      const checkpoint = (expected: string | null, document: string): RowsWrite => ({
        head: { kind: 'ledger-checkpoint', key: '0', expected },
        rows: [
          { kind: 'ledger-checkpoint', key: '0', document },
          { kind: 'ledger-tile-0', key: '0', document: `tile of ${document}` },
        ],
        forget: null,
      });
      expect(await store.write(on(null, [state('one')]))).toBe(true);
      expect(await store.write(checkpoint('one', 'two'))).toBe(false);
      const both = await Promise.all([
        store.write(checkpoint(null, 'two')),
        store.write(on('one', [state('three')])),
      ]);
      expect(both).toEqual([true, true]);
      expect(await read(store, 'ledger-tile-0')).toEqual(['0: tile of two']);
      expect(await read(store, 'state')).toEqual(['0: three']);
    });
  });
}

function row(key: string, document: string): Row {
  return { key, document, upTo: null };
}

/** A player's second commit, the data set's last. */
async function lastPlace(store: Store) {
  await commitAll(store, story(walletOf(1)).slice(0, 2));
  const [, second] = await allEvents(store);
  if (!second) throw new Error('two commits have events');
  return { rev: second.rev, number: 2 };
}

function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
