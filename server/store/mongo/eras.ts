/**
 * Changes of the era in a database that many processes write to. A transaction depends only on the
 * players that it writes, so each also writes a slot, which no other one uses at the same time: a
 * row that its process has made, under the era that was in force. A change names itself in the
 * era's row, from when on nobody makes a slot; it deletes every slot by itself, for which the
 * database waits for the transaction that has it; then nothing of that era can be committed any
 * more, and it writes the next one. If its process dies on the way, the next one that needs to know
 * the era finishes it.
 */
import type { ClientSession, MongoClient } from 'mongodb';
import { monotonicNow, newId, sleep, wallNow } from '../../lib/machine.ts';
import { eraEventDocument } from '../documents.ts';
import {
  ERA_KEY,
  eraAfter,
  eraText,
  FIRST_ERA,
  storedEra,
  type Era,
  type NextEra,
  type StoredEra,
} from '../era.ts';
import { inBatches, type Rows } from '../rows.ts';
import { StoreUnavailable } from '../store.ts';
import { endAbandoned, untilNoneHangs } from './abandoned.ts';
import { FILLED_BY_SERVER } from './cluster-time.ts';
import { eventKey, keysOfKind, rowKey, type Collections, type RowDocument } from './collections.ts';
import { NotCarriedOut, SlotGone, Unfit, type CommitDocuments } from './commit-batch.ts';
import { DURABLY, type Connection } from './connection.ts';
import { statement } from './in-flight.ts';
import { isOutOfTime, isTransient } from './mongo-error.ts';
import { rowsIn } from './rows.ts';

/** Between two looks whether another process has finished its change, … */
const LOOK_MS = 20;
/** … and how long it is left to that process. */
const PATIENCE_MS = 500;
/** How long the database waits for a transaction, before abandoned ones are ended again. */
const FOR_A_WHILE = { maxTimeMS: 1000 };
/** A slot without an end would be there for ever after its process, if the era never changes. */
const SLOT_TTL_MS = 24 * 3_600_000;

type Place = Pick<Connection, 'client'> & Pick<Collections, 'rows' | 'events'>;

interface EraRow {
  readonly document: string;
  readonly era: StoredEra;
}

/** Writes the first era, if there is none, into a data set that is complete. */
export async function prepareEra(rows: Collections['rows']): Promise<void> {
  await eraRows(rows).put({ key: ERA_KEY, document: FIRST_ERA }, null);
}

/** Changes the era, until `next` is content. @throws MongoError it may be changed, now or later. */
export async function changeEra(place: Place, next: NextEra): Promise<Era> {
  for (;;) {
    const { document, era } = await settledEra(place);
    const change = next(era.value);
    if (change === null) return era;
    const { value } = change;
    const event = change.event && eraEventDocument.encode(change.event);
    // Before anyone has to wait for this change.
    await Promise.allSettled([untilNoneHangs(place.client)]);
    const changing = { ...era, change: { id: newId(), value, event } };
    const marked = { document: eraText(changing), era: changing };
    if (await isMarked(place.rows, document, marked.document)) await finishChange(place, marked);
  }
}

/** False: the era's row is another one by now, or a slot is being made. */
async function isMarked(rows: Collections['rows'], from: string, to: string): Promise<boolean> {
  const filter = { _id: rowKey('era', ERA_KEY), document: from };
  const marked = await unlessHeld(rows.updateOne(filter, { $set: { document: to } }, FOR_A_WHILE));
  return marked?.matchedCount === 1;
}

/** The era in force, once no change is under way. @throws MongoError */
async function settledEra(place: Place): Promise<EraRow> {
  let waitedFor = '';
  let deadline = 0;
  for (;;) {
    const row = await readEra(place.rows);
    const { change } = row.era;
    if (!change) return row;
    if (change.id !== waitedFor) {
      waitedFor = change.id;
      deadline = monotonicNow() + PATIENCE_MS;
    } else if (monotonicNow() > deadline) {
      await finishChange(place, row);
    }
    await sleep(LOOK_MS);
  }
}

async function readEra(rows: Collections['rows']): Promise<EraRow> {
  const row = await eraRows(rows).get(ERA_KEY);
  if (!row) throw new StoreUnavailable('MongoDB has lost the game’s era: its rows were dropped.');
  return { document: row.document, era: storedEra(row.document) };
}

/** Several processes may do so at once. */
async function finishChange(place: Place, { document, era }: EraRow): Promise<void> {
  const { client, rows } = place;
  const { number, change } = era;
  if (!change) return;
  const filter = { _id: rowKey('era', ERA_KEY), document };
  const ofEra = { _id: keysOfKind('slot'), document: String(number) };
  // Each would hold its slot for a minute.
  await Promise.allSettled([endAbandoned(client)]);
  await client.withSession(async (session) => {
    // A new primary may not know yet what the one before had acknowledged; it waits for this write.
    const { matchedCount } = await onceFree(client, () =>
      rows.updateOne(filter, { $inc: { written: 1 } }, { session, ...FOR_A_WHILE }),
    );
    if (matchedCount === 0) return;
    const slots = await rows
      .find(ofEra, { session })
      .project<Pick<RowDocument, '_id'>>({ _id: 1 })
      .toArray();
    // Outside a transaction: the database waits for one that has written it.
    await inBatches(slots, ({ _id }) =>
      onceFree(client, () => rows.deleteOne({ _id }, FOR_A_WHILE)),
    );
    await writeNext(place, session, { document, era }, change);
  });
}

/** The next era, and the commit of its change; nothing, if another process was first. */
async function writeNext(
  { rows, events }: Place,
  session: ClientSession,
  { document, era }: EraRow,
  { value, event }: NonNullable<StoredEra['change']>,
): Promise<void> {
  const after = eraAfter(era, value, event);
  const next = { key: ERA_KEY, document: eraText(after) };
  if (!event) {
    await eraRows(rows).put(next, document);
    return;
  }
  await session.withTransaction(
    async () => {
      const { matchedCount } = await rows.updateOne(
        { _id: rowKey('era', ERA_KEY), document },
        { $set: { document: next.document } },
        { session },
      );
      if (matchedCount === 0) return;
      const _id = eventKey('', after.commits);
      await events.insertOne(
        { _id, ...event, insertedAt: FILLED_BY_SERVER, ordinal: 0 },
        { session },
      );
    },
    { readConcern: { level: 'snapshot' }, writeConcern: DURABLY },
  );
}

/** Writes a document once no transaction has written it; those of lost processes are ended. */
async function onceFree<Answer>(
  client: MongoClient,
  write: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await unlessHeld(write());
    if (answer !== null) return answer;
    await Promise.allSettled([endAbandoned(client)]);
  }
}

/** Null: a transaction has written the document, and is not over. */
async function unlessHeld<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    return null;
  }
}

function eraRows(rows: Collections['rows']): Rows {
  return rowsIn(rows, 'era', (work) => work());
}

/** One process's slots, in the last era that it knows. */
export class EraSlots {
  readonly #place: Place;
  #known: EraRow;
  /** Those that no transaction uses, by their keys. */
  #free: string[] = [];

  private constructor(place: Place, known: EraRow) {
    this.#place = place;
    this.#known = known;
  }

  static async open(place: Place): Promise<EraSlots> {
    await prepareEra(place.rows);
    return new EraSlots(place, await settledEra(place));
  }

  get era(): Era {
    return this.#known.era;
  }

  /** Learns which era is in force. @throws MongoError */
  async refresh(): Promise<Era> {
    const known = await settledEra(this.#place);
    if (known.document !== this.#known.document) {
      this.#known = known;
      this.#free = [];
    }
    return this.#known.era;
  }

  /**
   * An attempt at a batch, in a slot of its own.
   * @param deadline by `monotonicNow()`: no attempt begins after it.
   * @throws Unfit commands of another era.
   * @throws NotCarriedOut it had no slot.
   */
  async attempt<Answer>(
    batch: readonly CommitDocuments[],
    deadline: number,
    send: (slot: string) => Promise<Answer>,
  ): Promise<Answer> {
    this.#assertOfEra(batch);
    const known = this.#known;
    const slot = this.#free.pop() ?? (await this.#made(known));
    if (!slot) return this.#again(batch);
    if (monotonicNow() > deadline) throw notCarriedOut('no time is left');
    let isThere = true;
    try {
      return await send(slot);
    } catch (error) {
      if (!(error instanceof SlotGone)) throw error;
      isThere = false;
      return await this.#again(batch);
    } finally {
      // One that a lost transaction still has counts as gone when it is used again.
      if (isThere && this.#known === known) this.#free.push(slot);
    }
  }

  /** @throws Unfit */
  #assertOfEra(batch: readonly CommitDocuments[]): void {
    const { number } = this.era;
    const outdated = batch.filter(({ era }) => era !== null && era !== number);
    if (outdated.length > 0) throw new Unfit(outdated);
  }

  /** Null: the era is another one, or is ending. @throws NotCarriedOut */
  async #made({ document, era }: EraRow): Promise<string | null> {
    const { client, rows } = this.#place;
    const slot = { _id: rowKey('slot', newId()), document: String(era.number) };
    try {
      return (await insertSlot(client, rows, slot, document)) ? slot._id : null;
    } catch (error) {
      if (isTransient(error)) return null;
      throw notCarriedOut('no slot could be made', error);
    }
  }

  /** This process may not know the present era yet. @throws Unfit, NotCarriedOut */
  async #again(batch: readonly CommitDocuments[]): Promise<never> {
    await Promise.allSettled([this.refresh()]);
    this.#assertOfEra(batch);
    throw notCarriedOut('there was no slot for it');
  }
}

/** False if the era is another one, or is ending. */
async function insertSlot(
  client: MongoClient,
  rows: Collections['rows'],
  slot: Pick<RowDocument, '_id' | 'document'>,
  era: string,
): Promise<boolean> {
  return client.withSession(async (session) => {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: DURABLY });
    const { matchedCount } = await statement(
      rows.updateOne(
        { _id: rowKey('era', ERA_KEY), document: era },
        { $inc: { written: 1 } },
        { session },
      ),
    );
    if (matchedCount === 0) return false;
    const expiresAt = new Date(wallNow() + SLOT_TTL_MS);
    await statement(rows.insertOne({ ...slot, expiresAt }, { session }));
    await session.commitTransaction();
    return true;
  });
}

function notCarriedOut(why: string, cause?: unknown): NotCarriedOut {
  const unavailable = new StoreUnavailable(`MongoDB did not carry it out: ${why}.`, { cause });
  return new NotCarriedOut(why, { cause: unavailable });
}
