/**
 * Reads events in the order of their revs, without a gap: if some events have no rev yet at the
 * moment of the read, the answer includes them with theirs filled in.
 */
import { Long, type ClientSession, type Timestamp } from 'mongodb';
import { written } from '../../../common/values/cultural.ts';
import { revSchema, type Rev } from '../../../common/values/ids.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { UnreadableDocument } from '../documents.ts';
import type { EventAt, UnreadableEvents } from '../unreadable-events.ts';
import { StoreUnavailable, type EventQuery } from '../store.ts';
import { isMoment, NO_TIME, revUpTo } from './cluster-time.ts';
import type { Collections, EventDocument } from './collections.ts';
import { PENDING_FIELDS, type EventRevs, type PendingEvent } from './event-revs.ts';
import { EVENT_INDEXES, PENDING_INDEX } from './data-set.ts';

/** More than all processes together have in flight. */
const PENDING_BATCH = 100_000;

/** A read in a snapshot session must say this if the client's reads use another level. */
export const AT_ITS_MOMENT = { readConcern: { level: 'snapshot' } } as const;

/** What events are read with. */
export interface EventReader {
  readonly collection: Collections['events'];
  readonly eventRevs: EventRevs;
  readonly unreadable: UnreadableEvents;
}

/**
 * The events, and the moment of the answer: it holds every requested commit up to there.
 * @param session a snapshot session; its next reads are of the same moment.
 */
export async function readEvents(reader: EventReader, query: EventQuery, session: ClientSession) {
  const { collection, eventRevs, unreadable } = reader;
  const { pending, at } = await readPending(reader, about(query), session);
  const events = await readWithRev(reader, query, session, at);
  if (pending.length === 0) return { events, at };
  const revs = await eventRevs.of(pending);
  const matching = Array.from(revs, ([key, rev]) => ({ key, rev })).filter(({ rev }) =>
    isAskedFor(rev, query),
  );
  const first = inOrder(matching, query).slice(0, query.limit);
  if (first.length === 0) return { events, at };
  const documents = await collection
    .find({ _id: { $in: first.map(({ key }) => key) } }, { session, ...AT_ITS_MOMENT })
    .toArray();
  for (const document of documents) {
    const rev = revs.get(document._id);
    if (rev) events.push(unreadable.read(rev, () => document));
  }
  return { events: inOrder(events, query).slice(0, query.limit), at };
}

/**
 * The events that have their revs. Skips those without a rev of this data set: damaged ones, and
 * ones from after the moment of the read.
 */
async function readWithRev(
  { collection, unreadable }: EventReader,
  query: EventQuery,
  session: ClientSession,
  at: Rev,
): Promise<EventAt[]> {
  for (let limit = query.limit; ; limit *= 2) {
    const found = await collection
      .find({ ...about(query), rev: revRange(query) }, { session, ...AT_ITS_MOMENT })
      .hint(indexFor(query))
      .sort({ rev: query.order === 'newest-first' ? -1 : 1 })
      .limit(limit)
      .toArray();
    const placed = found.flatMap((document) => {
      const { data: rev } = revSchema.safeParse(document.rev);
      if (rev && rev <= at) return [{ rev, document }];
      noteMisplaced(unreadable, document, 'rev');
      return [];
    });
    // The page is full without the skipped ones, or there are no more.
    if (placed.length < query.limit && found.length === limit) continue;
    return inSlices(placed.slice(0, query.limit), ({ rev, document }) =>
      unreadable.read(rev, () => document),
    );
  }
}

function noteMisplaced(
  unreadable: UnreadableEvents,
  { _id: key }: EventDocument,
  field: string,
): void {
  const error = new UnreadableDocument(
    `The ${field} of the stored event ${key} can't be read. Restore the store from a backup.`,
  );
  unreadable.note({ key, part: 'row', error });
}

function about({ wallet, nationId, kinds, ofEras }: EventQuery) {
  return {
    // The index has those without a wallet under null.
    ...(ofEras && { 'row.wallet': null, kind: ofEras }),
    ...(wallet && { 'row.wallet': wallet }),
    ...(nationId && { 'row.nationId': nationId }),
    // The index has each nation's kinds in the order of revs; the server merges them as it reads.
    ...(kinds && !wallet && !nationId && { 'row.nationId': { $in: [...NATION_IDS] } }),
    ...(kinds && { kind: { $in: kinds.map((kind) => written(kind)) } }),
  };
}

/**
 * Skips those whose moment is damaged. A bare command, since the driver does not report the moment
 * of its read.
 */
export async function readPending(
  { collection, unreadable }: EventReader,
  filter: object,
  session: ClientSession,
): Promise<{ readonly pending: PendingEvent[]; readonly at: Rev }> {
  const { db, collectionName } = collection;
  const { cursor } = await db.command(
    {
      find: collectionName,
      filter: { ...filter, insertedAt: { $exists: true } },
      projection: PENDING_FIELDS,
      hint: PENDING_INDEX,
      batchSize: PENDING_BATCH,
    },
    { session },
  );
  const { firstBatch, atClusterTime }: { firstBatch: EventDocument[]; atClusterTime?: Timestamp } =
    cursor;
  if (!atClusterTime) throw new StoreUnavailable(NO_TIME);
  let documents = firstBatch;
  // A batch ends at 16 MB.
  for (let id = Long.fromValue(cursor.id); !id.isZero();) {
    const next = await db.command(
      { getMore: id, collection: collectionName, batchSize: PENDING_BATCH },
      { session },
    );
    documents = documents.concat(next.cursor.nextBatch);
    id = Long.fromValue(next.cursor.id);
  }
  const pending = documents.filter((document): document is PendingEvent => {
    const { insertedAt } = document;
    if (isMoment(insertedAt) && insertedAt.lte(atClusterTime)) return true;
    noteMisplaced(unreadable, document, 'insertedAt');
    return false;
  });
  return { pending, at: revUpTo(atClusterTime) };
}

function revRange({ before, after }: EventQuery) {
  // The query must state that there is a rev for the index to serve it.
  return { $exists: true, ...(before && { $lt: before }), ...(after && { $gt: after }) };
}

function indexFor({ wallet, kinds, ofEras }: EventQuery): string {
  if (ofEras) return EVENT_INDEXES.walletKind;
  if (kinds) return wallet ? EVENT_INDEXES.walletKind : EVENT_INDEXES.nationKind;
  return wallet ? EVENT_INDEXES.wallet : EVENT_INDEXES.all;
}

function isAskedFor(rev: Rev, { before, after }: EventQuery): boolean {
  return (!before || rev < before) && (!after || rev > after);
}

function inOrder<At extends { readonly rev: Rev }>(
  events: readonly At[],
  { order }: EventQuery,
): At[] {
  const direction = order === 'newest-first' ? -1 : 1;
  return events.toSorted((a, b) => (a.rev < b.rev ? -direction : direction));
}
