/**
 * What processes share beside the game: sessions, a clock, leases, notices and acts; and closing.
 */
import { describe, expect } from 'vitest';
import { HOUR_MS, walletOf } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import { wallNow } from '../../../lib/machine.ts';
import { StoreUnavailable } from '../../store.ts';
import { joining, sessionOf } from '../fixtures.ts';
import { allStakes } from '../observe.ts';
import type { StoreContract } from './contract.ts';

const LONG_MS = 60_000;

export function stateIsShared({ name, storeTest }: StoreContract): void {
  describe(`${name}: a session`, () => {
    storeTest(
      'is there until it is ended, and knows when it was last used',
      async ({ store, own }) => {
        const session = sessionOf(own(1), { id: `of ${own(1)}`, kind: 'contract' });
        const { id, signedInAt } = session;
        expect(await store.session(id)).toBeNull();
        await store.beginSession(session, 50);
        expect(await store.session(id)).toEqual(session);
        await store.useSession(id, signedInAt + HOUR_MS);
        // A use that another process tells late.
        await store.useSession(id, signedInAt + 1);
        const used = { ...session, lastUsedAt: signedInAt + HOUR_MS };
        expect(await store.session(id)).toEqual(used);
        expect(await store.endSession(own(2), id)).toBe(false);
        expect(await store.session(id)).toEqual(used);
        expect(await store.endSession(own(1), id)).toBe(true);
        expect(await store.endSession(own(1), id)).toBe(false);
        await store.useSession(id, signedInAt + 2 * HOUR_MS);
        expect(await store.session(id)).toBeNull();
      },
    );

    storeTest(
      'is its wallet’s newest, or one of so many: the oldest end',
      async ({ store, own }) => {
        const at = wallNow();
        const begin = (n: number, signedInAt: number, wallet = own(1)) =>
          store.beginSession(sessionOf(wallet, { id: `${wallet} ${n}`, signedInAt }), 3);
        const ids = async (wallet = own(1)) =>
          (await store.sessions(wallet)).map(({ id }) => id.split(' ')[1]);
        for (const n of [1, 2, 3]) await begin(n, at + n);
        await begin(9, at, own(2));
        expect(await ids()).toEqual(['3', '2', '1']);
        await begin(4, at + 4);
        expect(await ids()).toEqual(['4', '3', '2']);
        // By a clock that was set back: it is the one that goes on all the same.
        await begin(5, at - HOUR_MS);
        expect(await ids()).toEqual(['4', '3', '5']);
        expect(await ids(own(2))).toEqual(['9']);
      },
    );

    storeTest('ends with others, as many at a time as are asked for', async ({ store, own }) => {
      // Long before any other case's: they share a data set.
      const at = 0;
      for (const wallet of [own(1), own(2)]) {
        for (const n of [1, 2, 3, 4]) {
          await store.beginSession(
            sessionOf(wallet, { id: `${wallet} ${n}`, signedInAt: at + n }),
            50,
          );
        }
      }
      const left = async (wallet: Address) =>
        (await store.sessions(wallet)).map(({ id }) => id.split(' ')[1]);
      const ofOne = { wallet: own(1), upTo: at + 3, except: `${own(1)} 2` };
      expect(await store.endSessions(ofOne, 1)).toBe(1);
      expect(await store.endSessions(ofOne, 5)).toBe(1);
      expect(await store.endSessions(ofOne, 5)).toBe(0);
      expect(await left(own(1))).toEqual(['4', '2']);
      expect(await left(own(2))).toEqual(['4', '3', '2', '1']);
      const ofAll = { wallet: null, upTo: at + 3, except: null };
      let ended = 0;
      do ended = await store.endSessions(ofAll, 2);
      while (ended > 0);
      expect([await left(own(1)), await left(own(2))]).toEqual([['4'], ['4']]);
    });
  });

  storeTest(`${name}: its clock tells the time, and never stands still`, async ({ store }) => {
    const before = wallNow();
    const first = await store.time();
    // A database may be on another machine.
    expect(Math.abs(first - before)).toBeLessThan(60_000);
    await expect.poll(() => store.time()).toBeGreaterThan(first);
  });

  describe(`${name}: a lease`, () => {
    storeTest(
      'belongs to one holder, who may renew it, until it is released',
      async ({ store }) => {
        const asked = Array.from({ length: 30 }, (_, n) => `${n}`);
        const answers = await Promise.all(
          asked.map((holder) => store.holdLease('chain', holder, LONG_MS)),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
        const winner = asked[answers.indexOf(true)] ?? '';
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        expect(await store.holdLease('chain', winner, LONG_MS)).toBe(true);
        expect(await store.holdLease('another', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('chain', 'b');
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(false);
        await store.releaseLease('chain', winner);
        expect(await store.holdLease('chain', 'b', LONG_MS)).toBe(true);
        await store.releaseLease('nobody has it', 'b');
      },
    );

    storeTest('falls to the next once it expired; renewed, it does not', async ({ store }) => {
      expect(await store.holdLease('expiring', 'a', 1)).toBe(true);
      await expect.poll(() => store.holdLease('expiring', 'b', LONG_MS)).toBe(true);
      expect(await store.holdLease('expiring', 'a', LONG_MS)).toBe(false);
      expect(await store.holdLease('renewed', 'a', 1)).toBe(true);
      const first = await store.time();
      await store.holdLease('renewed', 'a', LONG_MS);
      await expect.poll(() => store.time()).toBeGreaterThan(first + 1);
      expect(await store.holdLease('renewed', 'b', LONG_MS)).toBe(false);
    });
  });

  describe(`${name}: notices`, () => {
    const sorted = async (texts: Promise<readonly string[]>) => (await texts).toSorted();

    storeTest(
      'are sent to everyone who publishes one, on the same topic only',
      async ({ store }) => {
        const holders = Array.from({ length: 20 }, (_, n) => `holder ${n}`);
        await Promise.all(holders.map((one) => store.exchange('watching', one, one, LONG_MS)));
        // Texts that a database might misinterpret.
        const odd = '$until {"$gt": 1}';
        const all = [odd, ...holders].toSorted();
        expect(await sorted(store.exchange('watching', 'b', odd, LONG_MS))).toEqual(all);
        expect(await store.exchange('$topic', 'b', 'elsewhere', LONG_MS)).toEqual(['elsewhere']);
        expect(await sorted(store.exchange('watching', 'b', 'again', LONG_MS))).toEqual(
          ['again', ...holders].toSorted(),
        );
      },
    );

    storeTest('expire by themselves, and immediately with a time of 0', async ({ store }) => {
      await store.exchange('expiring', 'a', 'of a', 30);
      await store.exchange('expiring', 'b', 'of b', LONG_MS);
      await expect.poll(() => store.exchange('expiring', 'c', 'of c', 0)).toEqual(['of b']);
      expect(await store.exchange('expiring', 'b', 'of b', 0)).toEqual([]);
      expect(await store.exchange('expiring', 'a', 'of a', LONG_MS)).toEqual(['of a']);
    });
  });
}

export function actsAreRead({ name, storeTest }: StoreContract): void {
  describe(`${name}: acts of operators`, () => {
    storeTest(
      'are read by all that has the store open, in order, and only those after a number',
      async ({ opened: { store, act } }) => {
        expect(await store.acts(0)).toEqual([]);
        const documents = Array.from({ length: 12 }, (_, n) => `{"n":${n}} 🇮🇹`);
        for (const [n, document] of documents.entries()) expect(await act(document)).toBe(n + 1);
        const rows = documents.map((document, n) => ({ number: n + 1, document }));
        expect(await store.acts(0)).toEqual(rows);
        expect(await store.acts(9)).toEqual(rows.slice(9));
        expect(await store.acts(12)).toEqual([]);
      },
    );

    storeTest(
      'of several operators at once get a number each, without gaps',
      async ({ opened: { store, act } }) => {
        const documents = Array.from({ length: 8 }, (_, n) => `act ${n}`);
        const numbers = await Promise.all(documents.map(act));
        expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        const rows = await store.acts(0);
        expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        for (const [n, document] of documents.entries()) {
          expect(rows.find((row) => row.number === numbers[n])?.document).toBe(document);
        }
      },
    );
  });
}

export function closingIsFinal({ name, storeTest }: StoreContract): void {
  describe(`${name}: closing`, () => {
    storeTest('refuses everything from then on', async ({ opened: { store } }) => {
      await store.ping();
      await store.close();
      await store.close();

      const refused = [
        store.ping(),
        store.player(walletOf(1)),
        allStakes(store, walletOf(1)),
        store.loadPlayers(),
        store.stakers(null, 1),
        store.commit(joining(walletOf(99)), 0, null),
        store.load(walletOf(1), { stakeId: null, commandId: null, now: 0 }),
        store.events({ limit: 1, order: 'newest-first' }),
        store.issueNonce('nonce', 1),
        store.spendNonce('nonce', 1),
        store.takeNonceQuestion('nonce', 1, 1),
        store.returnNonceQuestion('nonce'),
        store.beginSession(sessionOf(walletOf(1)), 1),
        store.session('session'),
        store.sessions(walletOf(1)),
        store.useSession('session', 1),
        store.endSession(walletOf(1), 'session'),
        store.endSessions({ wallet: null, upTo: 1, except: null }, 1),
        store.setting('cursor'),
        store.putSetting('cursor', ''),
        store.acts(0),
        store.countRefusals([{ wallet: walletOf(1), what: 'a', count: 1, expiresAt: 1 }]),
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
