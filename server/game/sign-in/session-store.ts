/**
 * The sessions that the store keeps: one is valid while its row is there, for a week at most and as
 * long as it is used. Every process asks the store and caches its answers. On a shared store an
 * answer is cached for less than a second: a session that one process ends is refused by all within
 * that time. A process with a store of its own knows of every ending, and asks once.
 */
import { hash } from 'node:crypto';
import type { Address } from '../../../common/values/address.ts';
import { monotonicNow, unguessableBytes } from '../../lib/machine.ts';
import {
  beginSession,
  endSession,
  endSessions,
  readSession,
  sessionsOf,
  useSession,
  type SessionsToEnd,
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
/** Before a use that the store could not write is sent to it again. */
const USE_REPEATED_MS = 60_000;

/** How many sessions a wallet may have: with one more its oldest ends. */
export const MOST_SESSIONS = 50;

/** How long an answer of a shared store is cached, counted from the request. */
const CACHED_MS = 800;

/** How many answers are cached: the newest. */
const MOST_CACHED = 20_000;

/** By how much the clocks of processes may differ. */
const SKEW_MS = 2000;

/** What a sign-in has proven, and where it came from. */
export type SignedIn = Pick<StoredSession, 'wallet' | 'kind' | 'network' | 'device'>;

export type Session = StoredSession;

/** Every call @throws StoreUnavailable */
export type SessionStore = ReturnType<typeof createSessionStore>;

interface Answer {
  readonly askedAt: number;
  readonly wallet: Address;
  readonly session: Promise<StoredSession | null>;
  use: Use | null;
}

/** The last use that was sent to the store. */
interface Use {
  readonly at: number;
  readonly sentAt: number;
  isStored: boolean;
}

/** @param now machine time, ms. */
export function createSessionStore(store: Pick<Store, 'isShared' | 'rows'>, now: () => number) {
  const cachedMs = store.isShared ? CACHED_MS : Infinity;
  /**
   * By an operator's act: those that began up to a moment, of all and of a wallet. Their rows may
   * still be there.
   */
  let allEndedUpTo = 0;
  const endedUpTo = new Map<Address, number>();
  /** By the session's id, the oldest request first. */
  const answers = new Map<string, Answer>();

  function ask(id: string, wallet: Address): Answer {
    const session = readSession(store, wallet, id);
    const use = answers.get(id)?.use ?? null;
    const answer = { askedAt: monotonicNow(), wallet, session, use };
    answers.delete(id);
    const [oldest] = answers.keys();
    if (answers.size >= MOST_CACHED && oldest !== undefined) answers.delete(oldest);
    answers.set(id, answer);
    // A failed lookup is repeated by the next request, which still knows of the last use.
    session.catch(() => {
      if (answers.get(id) === answer) answers.set(id, { ...answer, askedAt: -Infinity });
    });
    return answer;
  }

  function isAlive(session: StoredSession, use: Use | null = null): boolean {
    const { wallet, signedInAt, lastUsedAt, expiresAt } = session;
    if (signedInAt <= Math.max(allEndedUpTo, endedUpTo.get(wallet) ?? 0)) return false;
    const usedAt = Math.max(lastUsedAt, use?.at ?? 0);
    return now() < expiresAt && now() - usedAt < IDLE_MS;
  }

  /** Not awaited: a request is not slower, and fails no sooner, because its session is used. */
  function noteUse({ id, wallet, lastUsedAt }: StoredSession, answer: Answer): void {
    const at = now();
    const { use } = answer;
    const isDue = at - Math.max(lastUsedAt, use?.at ?? 0) >= USE_WRITTEN_EVERY_MS;
    const isOwed = use && !use.isStored && monotonicNow() - use.sentAt >= USE_REPEATED_MS;
    if (!isDue && !isOwed) return;
    const sent: Use = { at, sentAt: monotonicNow(), isStored: false };
    answer.use = sent;
    useSession(store, wallet, { id, at }).then(
      () => (sent.isStored = true),
      // The store is away, as its other callers report. The use is sent again.
      () => undefined,
    );
  }

  function forget(wallet: Address | null): void {
    if (wallet === null) answers.clear();
    else for (const [id, answer] of answers) if (answer.wallet === wallet) answers.delete(id);
  }

  async function endMany(which: SessionsToEnd): Promise<number> {
    try {
      return await endSessions(store, which);
    } finally {
      forget(which.wallet);
    }
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
      try {
        await beginSession(store, session, MOST_SESSIONS);
      } finally {
        // Its oldest may have ended.
        forget(begun.wallet);
      }
      return { key, session };
    },

    /** The session of the wallet with this id, which is used now; null if it has ended. */
    async use(id: string, wallet: Address): Promise<StoredSession | null> {
      const known = answers.get(id);
      const isFresh = known?.wallet === wallet && monotonicNow() - known.askedAt < cachedMs;
      const answer = isFresh ? known : ask(id, wallet);
      const session = await answer.session;
      if (!session || !isAlive(session, answer.use)) return null;
      noteUse(session, answer);
      return session;
    },

    /** Those of a wallet that are valid, the newest sign-in first. */
    async of(wallet: Address): Promise<StoredSession[]> {
      const sessions = await sessionsOf(store.rows('session'), wallet);
      return sessions.filter((session) => isAlive(session, answers.get(session.id)?.use));
    },

    /**
     * Immediately in this process, within a second in all others. False if the wallet has no such
     * session.
     */
    async end(wallet: Address, id: string): Promise<boolean> {
      try {
        return await endSession(store, wallet, id);
      } finally {
        // Also if it failed: it may have been written.
        answers.delete(id);
      }
    },

    /** Ends those of a wallet, apart from one. @returns how many there were. */
    endAll: (wallet: Address, except: string | null = null): Promise<number> =>
      endMany({ wallet, upTo: now() + SKEW_MS, except }),

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
      await endMany({ wallet, upTo, except: null });
    },
  };
}

/** Of a session's key: it can be shown and stored, since it does not open what the key opens. */
export function idOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}
