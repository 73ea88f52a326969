/** The record of the past. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import type { StoredEvent } from '../../../../common/values/stored-event.ts';
import type { PastKind, PastQuery, PastRow } from '../../store.ts';
import { commitAll, story } from '../fixtures.ts';
import { allEvents } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function pastIsKept({ name, storeTest }: StoreContract): void {
  describe(`${name}: the record of the past`, () => {
    const STATE = { kind: 'state', at: 0, upTo: null, document: '{}' } as const;
    const minute = (at: number, document = `minute ${at} 🇮🇹`) =>
      ({ kind: 'minute', at, upTo: null, document }) as const;
    const hour = (at: number) => ({ kind: 'hour', at, upTo: null, document: `h ${at}` }) as const;

    storeTest(
      'is read by kind and moment, from either end; replaced; forgotten; written only on the expected state',
      async ({ opened: { store } }) => {
        const read = (kind: PastKind) => store.past({ kind, limit: 9, order: 'oldest-first' });
        const moments = async (query: Omit<PastQuery, 'kind'>) =>
          (await store.past({ kind: 'minute', ...query })).map(({ at }) => at);
        expect(await read('minute')).toEqual([]);
        const minutes = [1, 2, 9, 10, 1e12].map((at) => minute(at));
        const first = [...minutes, hour(1), hour(9), STATE];
        expect(await store.writePast({ expected: null, rows: first, forget: null })).toBe(true);
        expect(await read('minute')).toEqual(minutes);
        expect(await moments({ from: 2, to: 10, limit: 9, order: 'newest-first' })).toEqual([
          10, 9, 2,
        ]);
        expect(await moments({ from: 2, limit: 2, order: 'oldest-first' })).toEqual([2, 9]);
        expect(await moments({ to: 8, limit: 1, order: 'newest-first' })).toEqual([2]);
        expect(await moments({ from: 11, to: 12, limit: 9, order: 'oldest-first' })).toEqual([]);

        const again = { ...STATE, document: '{"again":true}' };
        const second = [minute(9, 'another'), again];
        const forget = { kind: 'minute', before: 9 } as const;
        expect(await store.writePast({ expected: null, rows: second, forget })).toBe(false);
        const expected = STATE.document;
        expect(await store.writePast({ expected, rows: second, forget })).toBe(true);
        expect(await read('minute')).toEqual([minute(9, 'another'), minute(10), minute(1e12)]);
        expect(await read('hour')).toEqual([hour(1), hour(9)]);
        expect(await read('state')).toEqual([again]);

        await commitAll(store, story(walletOf(1)).slice(0, 2));
        const [one, two] = await allEvents(store, { wallet: walletOf(1) });
        if (!one || !two) throw new Error('two commits have events');
        const upTo = ({ rev }: StoredEvent, number: number) => ({
          ...STATE,
          upTo: { rev, number },
          document: `{"number":${number}}`,
        });
        const write = (before: string | null, row: PastRow) =>
          store.writePast({ expected: before, rows: [row, hour(5)], forget: null });
        expect(await write(upTo(one, 1).document, upTo(one, 1))).toBe(false);
        expect(await read('hour')).toEqual([hour(1), hour(9)]);
        expect(await write(again.document, upTo(one, 1))).toBe(true);
        expect(await write(again.document, upTo(two, 2))).toBe(false);
        const both = await Promise.all(
          [1, 2].map(() => write(upTo(one, 1).document, upTo(two, 2))),
        );
        expect(both.filter((isWritten) => isWritten)).toHaveLength(1);
        expect(await read('state')).toEqual([upTo(two, 2)]);
      },
    );

    storeTest(
      'the ledger’s rows are written only on its own checkpoint, whatever the record’s state is',
      async ({ opened: { store } }) => {
        const checkpoint = (document: string) =>
          ({ kind: 'ledger-checkpoint', at: 0, upTo: null, document }) as const;
        const tile = (document: string) =>
          ({ kind: 'ledger-tile-0', at: 0, upTo: null, document }) as const;
        const write = (expected: string | null, next: string) =>
          store.writePast({
            head: 'ledger-checkpoint',
            expected,
            rows: [tile(`tile ${next}`), checkpoint(next)],
            forget: null,
          });
        expect(await store.writePast({ expected: null, rows: [STATE], forget: null })).toBe(true);
        expect(await write('one', 'two')).toBe(false);
        expect(await write(null, 'one')).toBe(true);
        expect(await write(null, 'two')).toBe(false);
        const both = await Promise.all([write('one', 'two'), write('one', 'three')]);
        expect(both.filter((isWritten) => isWritten)).toHaveLength(1);
        const next = both[0] ? 'two' : 'three';
        const read = (kind: PastKind) => store.past({ kind, limit: 9, order: 'oldest-first' });
        expect(await read('ledger-checkpoint')).toEqual([checkpoint(next)]);
        expect(await read('ledger-tile-0')).toEqual([tile(`tile ${next}`)]);
        expect(await read('state')).toEqual([STATE]);
      },
    );
  });
}
