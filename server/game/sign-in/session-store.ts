/**
 * The sessions that the store keeps: one is valid while its row is there, for a week at most and as
 * long as it is used. Nothing is cached, so that an ended one is refused everywhere at once: a read
 * takes 55 µs of the embedded store, and each command some of MongoDB anyway.
 */
import { hash } from 'node:crypto';
import type { Address } from '../../../common/values/address.ts';
import { unguessableBytes } from '../../lib/machine.ts';
import {
  beginSession,
  endSession,
  endSessions,
  readSession,
  sessionsOf,
  useSession,
  type StoredSession,
} from '../../store/kept/sessions.ts';
import type { Store } from '../../store/store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
export const SESSION_MS = 7 * DAY_MS;
/** Without use for this long a session ends. docs/asvs.md says why. */
export const IDLE_MS = 3 * DAY_MS;
/** How exactly the store knows when a session was last used. */
const USE_WRITTEN_EVERY_MS = HOUR_MS;
/** How many sessions a wallet may have: with one more its oldest ends. */
export const MOST_SESSIONS = 50;

/** By how much the clocks of processes may differ. */
const SKEW_MS = 2000;

/** What a sign-in has proven, and where it came from. */
export type SignedIn = Pick<StoredSession, 'wallet' | 'kind' | 'network' | 'device'>;

export type Session = StoredSession;

/** Every call @throws StoreUnavailable */
export type SessionStore = ReturnType<typeof createSessionStore>;

/** @param now machine time, ms. */
export function createSessionStore(store: Pick<Store, 'isShared' | 'rows'>, now: () => number) {
  /**
   * By an operator's act: those that began up to a moment, of all and of a wallet. Their rows may
   * still be there.
   */
  let allEndedUpTo = 0;
  const endedUpTo = new Map<Address, number>();

  function isAlive({ wallet, signedInAt, lastUsedAt, expiresAt }: StoredSession): boolean {
    if (signedInAt <= Math.max(allEndedUpTo, endedUpTo.get(wallet) ?? 0)) return false;
    return now() < expiresAt && now() - lastUsedAt < IDLE_MS;
  }

  return {
    /** Begins a session of a wallet, and returns its key, which nothing but its cookie may hold. */
    async begin(
      begun: SignedIn,
    ): Promise<{ readonly key: string; readonly session: StoredSession }> {
      const key = unguessableBytes(16).toString('base64url');
      const signedInAt = now();
      const session: StoredSession = {
        ...begun,
        id: idOf(key),
        signedInAt,
        lastUsedAt: signedInAt,
        expiresAt: signedInAt + SESSION_MS,
      };
      await beginSession(store, session, MOST_SESSIONS);
      return { key, session };
    },

    /** The session of the wallet with this id, which is used now; null if it has ended. */
    async use(id: string, wallet: Address): Promise<StoredSession | null> {
      const session = await readSession(store, wallet, id);
      if (!session || !isAlive(session)) return null;
      const at = now();
      if (at - session.lastUsedAt >= USE_WRITTEN_EVERY_MS) {
        // Not awaited: a request is not slower, and doesn't fail, because its session is used. A
        // write that fails is repeated by the next request.
        useSession(store, wallet, { id, at }).catch(() => undefined);
      }
      return session;
    },

    /** Those of a wallet that are valid, the newest sign-in first. */
    async of(wallet: Address): Promise<StoredSession[]> {
      return (await sessionsOf(store.rows('session'), wallet)).filter(isAlive);
    },

    /** False if the wallet has no such session. */
    end: (wallet: Address, id: string): Promise<boolean> => endSession(store, wallet, id),

    /** Ends those of a wallet, apart from one. @returns how many there were. */
    endAll: (wallet: Address, except: string | null = null): Promise<number> =>
      endSessions(store, { wallet, upTo: now() + SKEW_MS, except }),

    /**
     * An operator has ended the sessions of a wallet (null: of all) at a moment of the store's
     * clock: from now on they are invalid here. Resolves once their rows are gone; those that can't
     * be deleted now expire by themselves.
     */
    async endByAct(wallet: Address | null, at: number): Promise<void> {
      // Nothing is left of acts from that long ago.
      if (at + SKEW_MS + SESSION_MS <= now()) return;
      const upTo = at + SKEW_MS;
      if (wallet === null) allEndedUpTo = Math.max(allEndedUpTo, upTo);
      else endedUpTo.set(wallet, Math.max(endedUpTo.get(wallet) ?? 0, upTo));
      await endSessions(store, { wallet, upTo, except: null });
    },
  };
}

/** Of a session's key: it can be shown and stored, since it does not open what the key opens. */
export function idOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}
