/** Rows by key, one by one and written together. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import type { Increment, Row, RowKind, Rows, RowsWrite } from '../../rows.ts';
import type { Store } from '../../store.ts';
import { commitAll, story } from '../fixtures.ts';
import { allEvents } from '../observe.ts';
import type { StoreContract } from './contract.ts';

const LONG_MS = 60_000;
const TTL = { ttlMs: LONG_MS };
const ALL = { limit: 99, order: 'ascending' } as const;

/** Texts that a database might misread. */
const ODD = ['', '{"quoted": "🇮🇹"}', '$document', '{"$gt": ""}', "'; DROP TABLE rows; --", '007'];

/** One that is durable, and one that only running processes need of each other. */
const KINDS = ['season', 'notice'] as const;

type Call = (rows: Rows) => Promise<unknown>;

const all: Call = (rows) => rows.range(ALL);
const get =
  (key: string): Call =>
  (rows) =>
    rows.get(key);
const put =
  (key: string, document: string, expected?: string | null): Call =>
  (rows) =>
    rows.put({ key, document }, expected);
const add =
  (key: string, by: number, more: Pick<Increment, 'most' | 'orBegin'> = {}): Call =>
  (rows) =>
    rows.increment({ key, by, ...more });
const remove =
  (key: string, expected?: string): Call =>
  (rows) =>
    rows.delete(key, expected);

/** Calls, one after the other, and what each answers. */
type Steps = readonly (readonly [call: Call, answer: unknown])[];

const PUTS: Steps = [
  [get('a'), null],
  [put('a', '1', 'none'), false],
  [get('a'), null],
  [put('a', '1', null), true],
  [put('a', '2', null), false],
  [put('a', '2', '3'), false],
  [get('a'), row('a', '1')],
  [put('a', '2', '1'), true],
  // As a lease is renewed: nothing but its time changes.
  [put('a', '2', '2'), true],
  [get('a'), row('a', '2')],
  [put('a', '3'), true],
  [get('a'), row('a', '3')],
];

const DELETES: Steps = [
  [remove('b'), false],
  [remove('a', '2'), false],
  [remove('a', '3'), true],
  [remove('a', '3'), false],
  [put('a', '3'), true],
  [remove('a'), true],
  [get('a'), null],
];

const INCREMENTS: Steps = [
  [add('n', 1), false],
  [add('n', 8, { most: 7, orBegin: TTL }), false],
  [get('n'), null],
  [add('n', 5, { most: 7, orBegin: TTL }), true],
  [add('n', 3, { most: 7, orBegin: TTL }), false],
  [add('n', 2, { most: 7 }), true],
  [get('n'), row('n', '7')],
  [add('n', -1, { most: 7 }), true],
  [add('n', 1_000_000_000_000), true],
  [get('n'), row('n', '1000000000006')],
];

const OF_EXPIRED: Steps = [
  [all, [row('alive', '7')]],
  // They take no place in a page.
  [(rows) => rows.range({ limit: 1, order: 'descending' }), [row('alive', '7')]],
  [get('put'), null],
  [put('expected', '8', '7'), false],
  [put('expected', '8', null), true],
  [put('put', '8'), true],
  [add('increment', 1), false],
  [add('begin', 2, { orBegin: TTL }), true],
  [remove('delete'), false],
  [remove('delete expected', '7'), false],
  [all, [row('alive', '7'), row('begin', '2'), row('expected', '8'), row('put', '8')]],
];

async function expectAnswers(rows: Rows, steps: Steps): Promise<void> {
  for (const [n, [call, answer]] of steps.entries()) {
    expect([n, await call(rows)]).toEqual([n, answer]);
  }
}

export function rowsAreStored({ name, storeTest }: StoreContract): void {
  describe.for(KINDS)(`${name}: rows of the kind %s`, (kind) => {
    storeTest(
      'are put and deleted as expected, and added to up to the most',
      async ({ opened: { store } }) => {
        const rows = store.rows(kind);
        for (const steps of [PUTS, DELETES, INCREMENTS]) await expectAnswers(rows, steps);
        for (const text of ODD) {
          await rows.put({ key: `a key: ${text}`, document: text });
          await rows.put({ key: '', document: text });
          expect(await rows.get('')).toEqual(row('', text));
        }
        for (const text of ODD) {
          expect(await rows.get(`a key: ${text}`)).toEqual(row(`a key: ${text}`, text));
        }
      },
    );

    storeTest(
      'are written by one of several who expect the same, and added to by all',
      async ({ opened: { store } }) => {
        const rows = store.rows(kind);
        const eight = Array.from({ length: 8 }, (_, n) => `${n}`);
        const succeeding = async (call: (n: string) => Promise<boolean>) => {
          const answers = await Promise.all(eight.map(call));
          return eight.filter((_, n) => answers[n]);
        };
        for (const expected of [null, 'old']) {
          if (expected !== null) await rows.put({ key: 'a', document: expected });
          const winners = await succeeding((n) => rows.put({ key: 'a', document: n }, expected));
          expect(winners).toHaveLength(1);
          expect(await rows.get('a')).toEqual(row('a', winners[0] ?? ''));
        }
        expect(await succeeding(() => rows.delete('a'))).toHaveLength(1);
        await succeeding(() => rows.increment({ key: 'a', by: 3, orBegin: TTL }));
        expect(await rows.get('a')).toEqual(row('a', '24'));
        expect(await succeeding(() => rows.increment({ key: 'a', by: 1, most: 29 }))).toHaveLength(
          5,
        );
      },
    );

    storeTest('are not there from their expiry on', async ({ opened: { store } }) => {
      const rows = store.rows(kind);
      for (const key of ['put', 'expected', 'increment', 'begin', 'delete', 'delete expected']) {
        await rows.put({ key, document: '7', ttlMs: 1 });
      }
      await rows.put({ key: 'alive', document: '7', ...TTL });
      await expect.poll(() => rows.range(ALL)).toHaveLength(1);
      await expectAnswers(rows, OF_EXPIRED);
    });

    storeTest(
      'have a new time with each put, and keep it when added to',
      async ({ opened: { store } }) => {
        const rows = store.rows(kind);
        const soon = { document: '1', ttlMs: 1000 };
        for (const key of ['added to', 'for ever', 'longer']) await rows.put({ key, ...soon });
        await rows.put({ key: 'longer', document: '2', ...TTL }, '1');
        await rows.put({ key: 'for ever', document: '2' });
        expect(await rows.increment({ key: 'added to', by: 1, orBegin: TTL })).toBe(true);
        await expect.poll(() => rows.get('added to')).toBeNull();
        expect(await rows.range(ALL)).toEqual([row('for ever', '2'), row('longer', '2')]);
      },
    );

    // In the order of UTF-8, which differs from that of UTF-16 in the last two.
    const KEYS = ['$', ':', 'A', 'a', 'a:1', 'a:10', 'a:2', 'b', 'ż', '豈', '🇮🇹'];

    storeTest('are read by their keys, from either end', async ({ opened: { store } }) => {
      const rows = store.rows(kind);
      for (const key of KEYS.toReversed()) await rows.put({ key, document: `of ${key}` });
      for (const other of ['act', 'season-entries', 'setting'] as const) {
        await store.rows(other).put({ key: 'a', document: other });
        expect(await store.rows(other).range(ALL)).toEqual([row('a', other)]);
      }
      const every = KEYS.map((key) => row(key, `of ${key}`));
      const places = [undefined, 'A', 'a', 'a:', 'b', '豈', '🇮🇹'];
      for (const after of places) {
        for (const to of places) {
          const range = { ...(after && { after }), ...(to && { to }) };
          const within = every.filter(
            ({ key }) =>
              (!after || compareKeys(key, after) > 0) && (!to || compareKeys(key, to) <= 0),
          );
          for (const limit of [1, 3, 99]) {
            const asked = JSON.stringify({ ...range, limit });
            const ascending = await rows.range({ ...range, limit, order: 'ascending' });
            expect(ascending, asked).toEqual(within.slice(0, limit));
            const descending = await rows.range({ ...range, limit, order: 'descending' });
            expect(descending, asked).toEqual(within.toReversed().slice(0, limit));
          }
        }
      }
    });
  });
}

export function rowsAreWrittenTogether({ name, storeTest }: StoreContract): void {
  describe(`${name}: rows that are written together`, () => {
    const state = (document: string) => ({ kind: 'state', key: '0', document }) as const;
    const minute = (key: string, document = `minute ${key} 🇮🇹`) =>
      ({ kind: 'minute', key, document }) as const;
    const hour = { kind: 'hour', key: '1', document: 'an hour' } as const;
    const on = (
      expected: string | null,
      rows: RowsWrite['rows'],
      forget: RowsWrite['forget'] = null,
    ): RowsWrite => ({ head: { kind: 'state', key: '0', expected }, rows, forget });
    const read = async (store: Store, kind: RowKind) =>
      (await store.rows(kind).range(ALL)).map(({ key, document }) => `${key}: ${document}`);

    storeTest(
      'are written, and others forgotten, only where the head is expected',
      async ({ opened: { store } }) => {
        expect(await store.write(on('none', [minute('1'), state('one')]))).toBe(false);
        expect(await read(store, 'minute')).toEqual([]);
        const first = [minute('1'), minute('2'), hour, state('one')];
        expect(await store.write(on(null, first))).toBe(true);
        const forget = { kind: 'minute', before: '2' } as const;
        for (const expected of [null, 'two']) {
          expect(await store.write(on(expected, [minute('3'), state('two')], forget))).toBe(false);
        }
        expect(await read(store, 'minute')).toEqual(['1: minute 1 🇮🇹', '2: minute 2 🇮🇹']);
        expect(await store.write(on('one', [minute('2', 'again'), state('two')]))).toBe(true);
        // One whose document stays as it is.
        expect(await store.write(on('two', [minute('3'), state('two')], forget))).toBe(true);
        expect(await read(store, 'minute')).toEqual(['2: again', '3: minute 3 🇮🇹']);
        expect(await read(store, 'hour')).toEqual(['1: an hour']);
        expect(await read(store, 'state')).toEqual(['0: two']);
      },
    );

    storeTest('name the last commit that they include', async ({ opened: { store } }) => {
      await commitAll(store, story(walletOf(1)).slice(0, 2));
      const [, second] = await allEvents(store);
      if (!second) throw new Error('two commits have events');
      const upTo = { rev: second.rev, number: 2 };
      expect(await store.write(on(null, [{ ...state('one'), upTo }]))).toBe(true);
      const rows = store.rows('state');
      const found = { key: '0', document: 'one', upTo };
      expect([await rows.get('0'), await rows.range(ALL)]).toEqual([found, [found]]);
      await rows.put({ key: '0', document: 'two' });
      expect(await rows.get('0')).toEqual(row('0', 'two'));
    });

    storeTest(
      'are those of one of two who write the same head at once',
      async ({ opened: { store } }) => {
        const checkpoint = { kind: 'ledger-checkpoint', key: '0', document: 'another' } as const;
        const another = { kind: checkpoint.kind, key: '0', expected: null };
        let expected: string | null = null;
        for (const round of ['first', 'second', 'third']) {
          const next = [1, 2].map((n) => `${round} of ${n}`);
          const writes = next.map((text) => on(expected, [minute(round, text), state(text)]));
          if (round === 'first') writes.push({ head: another, rows: [checkpoint], forget: null });
          const [one, other, beside = true] = await Promise.all(
            writes.map((write) => store.write(write)),
          );
          expect([one !== other, beside]).toEqual([true, true]);
          expected = next[one ? 0 : 1] ?? null;
          expect(await read(store, 'state')).toEqual([`0: ${expected}`]);
          expect(await store.rows('minute').get(round)).toEqual(row(round, expected ?? ''));
        }
        expect(await read(store, 'ledger-checkpoint')).toEqual(['0: another']);
      },
    );
  });
}

function row(key: string, document: string): Row {
  return { key, document, upTo: null };
}

function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
