/** What processes share beside the game: a clock, and what operators did; and closing. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { wallNow } from '../../../lib/machine.ts';
import { actsIn } from '../../kept/acts.ts';
import { StoreUnavailable } from '../../store.ts';
import { joining } from '../fixtures.ts';
import { allStakes } from '../observe.ts';
import type { StoreContract } from './contract.ts';

export function stateIsShared({ name, storeTest }: StoreContract): void {
  storeTest(
    `${name}: its clock is near this machine’s, and never stands still`,
    async ({ store }) => {
      const before = wallNow();
      const first = await store.time();
      // A database may be on another machine.
      expect(Math.abs(first - before)).toBeLessThan(60_000);
      await expect.poll(() => store.time()).toBeGreaterThan(first);
    },
  );

  storeTest(
    `${name}: acts of several operators at once get a number each, without gaps, and are read in order`,
    async ({ opened: { store, act } }) => {
      const rows = store.rows('act');
      expect(await actsIn(rows, 0)).toEqual([]);
      const documents = Array.from({ length: 8 }, (_, n) => `{"n":${n}} 🇮🇹`);
      const acts = await Promise.all(
        documents.map(async (document) => ({ number: await act(document), document })),
      );
      const inOrder = acts.toSorted((a, b) => a.number - b.number);
      expect(inOrder.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(await actsIn(rows, 0)).toEqual(inOrder);
      expect(await actsIn(rows, 7)).toEqual(inOrder.slice(7));
    },
  );
}

export function closingIsFinal({ name, storeTest }: StoreContract): void {
  describe(`${name}: closing`, () => {
    storeTest('refuses everything from then on', async ({ opened: { store } }) => {
      const rows = store.rows('setting');
      const notices = store.rows('notice');
      await store.ping();
      await store.close();
      await store.close();

      const refused = [
        store.ping(),
        store.player(walletOf(1)),
        allStakes(store, walletOf(1)),
        store.loadPlayers(),
        store.playersAfter(null, 1),
        store.commit(joining(walletOf(99)), 0, null),
        store.era(),
        store.changeEra(() => null),
        store.load(walletOf(1), { stakeId: null, commandId: null, now: 0 }),
        store.events({ limit: 1, order: 'newest-first' }),
        store.write({
          head: { kind: 'state', key: '0', expected: null },
          rows: [{ kind: 'state', key: '0', document: '' }],
          forget: null,
        }),
        ...[rows, notices, store.rows('nonce')].flatMap((some) => [
          some.get('key'),
          some.range({ limit: 1, order: 'ascending' }),
          some.put({ key: 'key', document: '' }),
          some.increment({ key: 'key', by: 1 }),
          some.delete('key'),
        ]),
      ];
      for (const result of await Promise.allSettled(refused)) {
        expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown });
      }
    });
  });
}
