/** The sessions of signed-in wallets, as the database keeps them. */
import type { Collection } from 'mongodb';
import type { Address } from '../../../common/values/address.ts';
import type { AnswerOf } from '../../lib/gathered.ts';
import type { SessionsToEnd, StoredSession } from '../store.ts';
import type { KeptSession } from './collections.ts';

type Sessions = Collection<KeptSession>;

export async function beginSession(
  sessions: Sessions,
  { id: _id, signedInAt, lastUsedAt, expiresAt, ...session }: StoredSession,
  most: number,
): Promise<void> {
  await sessions.insertOne({
    _id,
    ...session,
    signedInAt: new Date(signedInAt),
    lastUsedAt: new Date(lastUsedAt),
    expiresAt: new Date(expiresAt),
  });
  const older = { wallet: session.wallet, _id: { $ne: _id } };
  const past = await sessions
    .find(older, { projection: { _id: 1 } })
    .sort({ signedInAt: -1, _id: -1 })
    .skip(most - 1)
    .toArray();
  await deleteAll(sessions, past);
}

/** For many questions at once. */
export async function readSessions(
  sessions: Sessions,
  ids: readonly string[],
): Promise<readonly AnswerOf<StoredSession | null>[]> {
  const found = await sessions.find({ _id: { $in: ids } }).toArray();
  const byId = new Map(found.map((kept) => [kept._id, sessionOf(kept)]));
  return ids.map((id) => () => byId.get(id) ?? null);
}

export async function sessionsOf(sessions: Sessions, wallet: Address): Promise<StoredSession[]> {
  return (await sessions.find({ wallet }).sort({ signedInAt: -1, _id: -1 }).toArray()).map(
    sessionOf,
  );
}

export async function endSessions(
  sessions: Sessions,
  { wallet, upTo, except }: SessionsToEnd,
  most: number,
): Promise<number> {
  const ended = await sessions
    .find(
      {
        ...(wallet !== null && { wallet }),
        signedInAt: { $lte: new Date(upTo) },
        ...(except !== null && { _id: { $ne: except } }),
      },
      { projection: { _id: 1 } },
    )
    .limit(most)
    .toArray();
  await deleteAll(sessions, ended);
  // Another process may have ended some of them first.
  return ended.length;
}

async function deleteAll(
  sessions: Sessions,
  kept: readonly Pick<KeptSession, '_id'>[],
): Promise<void> {
  if (kept.length > 0) await sessions.deleteMany({ _id: { $in: kept.map(({ _id }) => _id) } });
}

function sessionOf({ _id: id, ...kept }: KeptSession): StoredSession {
  return {
    ...kept,
    id,
    signedInAt: kept.signedInAt.getTime(),
    lastUsedAt: kept.lastUsedAt.getTime(),
    expiresAt: kept.expiresAt.getTime(),
  };
}
