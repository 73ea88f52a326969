/** Closing. */
import { describe, expect } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { StoreUnavailable } from '../../store.ts';
import { joining, sessionOf } from '../fixtures.ts';
import { allStakes } from '../observe.ts';
import type { StoreContract } from './contract.ts';

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
