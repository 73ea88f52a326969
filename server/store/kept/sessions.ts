/** The sessions of signed-in wallets, each from its sign-in until it is ended or expires. */
import { z } from 'zod';
import { address, type Address } from '../../../common/values/address.ts';
import { wallNow } from '../../lib/machine.ts';
import { inBatches, keysOf, pagesOf, type Row, type Rows } from '../rows.ts';
import type { Store } from '../store.ts';

type Parts = Pick<Store, 'rows' | 'isShared'>;

/** A store of one process writes so many together. */
const ONE_TRANSACTION = 1000;

export const sessionSchema = z.object({
  /** What signed: an account's key, or a contract wallet on chain. */
  kind: z.enum(['account', 'contract']),
  /** The network that it began in, never a whole address: a /24 of IPv4, a /48 of IPv6. */
  network: z.string(),
  /** The browser and the system that it began in, in words of this program's own. */
  device: z.string(),
  /** Machine time, ms; so are the others. */
  signedInAt: z.number(),
  lastUsedAt: z.number(),
  expiresAt: z.number(),
});

export type StoredSession = Readonly<z.infer<typeof sessionSchema>> & {
  readonly id: string;
  readonly wallet: Address;
};

/** Sessions that end together: those of a wallet (null: of all) that began up to a moment. */
interface SessionsToEnd {
  readonly wallet: Address | null;
  /** Machine time, ms. */
  readonly upTo: number;
  /** The one that goes on; null: none. */
  readonly except: string | null;
}

/** More than a wallet may have. */
const MOST_OF_WALLET = 1000;

/**
 * Begins a session. Of its wallet's others, only the newest `most` - 1 go on.
 * @throws StoreUnavailable
 */
export async function beginSession(
  store: Parts,
  session: StoredSession,
  most: number,
): Promise<void> {
  const rows = store.rows('session');
  // Side by side: what is read may have it or not.
  const [all] = await Promise.all([sessionsOf(rows, session.wallet), rows.put(rowOf(session))]);
  const others = all.filter(({ id }) => id !== session.id);
  await deleteAll(store, others.slice(most - 1));
}

/** Null: the wallet has none with that id, or it has ended. @throws StoreUnavailable */
export async function readSession(
  store: Parts,
  wallet: Address,
  id: string,
): Promise<StoredSession | null> {
  const row = await store.rows('session').get(keyOf({ wallet, id }));
  return row && sessionIn(row);
}

/** A wallet's sessions, the newest sign-in first. @throws StoreUnavailable */
export async function sessionsOf(
  rows: Pick<Rows, 'range'>,
  wallet: Address,
): Promise<StoredSession[]> {
  const range = { ...keysOf(wallet), limit: MOST_OF_WALLET, order: 'descending' } as const;
  const found = (await rows.range(range)).map(sessionIn);
  return found.toSorted((a, b) => b.signedInAt - a.signedInAt);
}

/** Keeps when a session was last used, if it has not been ended. @throws StoreUnavailable */
export async function useSession(
  store: Parts,
  wallet: Address,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  const rows = store.rows('session');
  const row = await rows.get(keyOf({ wallet, id }));
  if (!row) return;
  const known = sessionIn(row);
  // Of two processes that report a use at the same time, one is enough.
  if (known.lastUsedAt < at) await rows.put(rowOf({ ...known, lastUsedAt: at }), row.document);
}

/** Ends a session of the wallet; false if there is none with that id. @throws StoreUnavailable */
export async function endSession(store: Parts, wallet: Address, id: string): Promise<boolean> {
  return store.rows('session').delete(keyOf({ wallet, id }));
}

/** Ends these sessions; how many there were. @throws StoreUnavailable */
export async function endSessions(
  store: Parts,
  { wallet, upTo, except }: SessionsToEnd,
): Promise<number> {
  let count = 0;
  for await (const page of pagesOf(store.rows('session'), wallet === null ? {} : keysOf(wallet))) {
    const ended = page
      .map(sessionIn)
      .filter(({ id, signedInAt }) => signedInAt <= upTo && id !== except);
    count += await deleteAll(store, ended);
  }
  return count;
}

async function deleteAll(store: Parts, sessions: readonly StoredSession[]): Promise<number> {
  const rows = store.rows('session');
  const deleted = await inBatches(
    sessions,
    (session) => rows.delete(keyOf(session)),
    store.isShared ? undefined : ONE_TRANSACTION,
  );
  // Another process may have ended some of them first.
  return deleted.filter(Boolean).length;
}

function keyOf({ wallet, id }: Pick<StoredSession, 'wallet' | 'id'>): string {
  return `${wallet}:${id}`;
}

function rowOf(stored: StoredSession) {
  const document = JSON.stringify(sessionSchema.parse(stored));
  return { key: keyOf(stored), document, ttlMs: Math.max(0, stored.expiresAt - wallNow()) };
}

function sessionIn({ key, document }: Row): StoredSession {
  const colon = key.indexOf(':');
  return {
    ...sessionSchema.parse(JSON.parse(document)),
    wallet: address(key.slice(0, colon)),
    id: key.slice(colon + 1),
  };
}
