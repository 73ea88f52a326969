/** The record of the past. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import type { GameEvent } from '../../../../common/values/game-event.ts';
import type { Rev } from '../../../../common/values/ids.ts';
import type { PastKind, PastQuery, PastRow } from '../../store.ts';
import { commitAll, story } from '../fixtures.ts';
import { allEvents } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function pastIsKept({ name, storeTest }: StoreContract): void {
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
}
