/** The database's contents: the collections, their documents' keys, and the queries' indexes. */
import { UUID, type Db, type Timestamp } from 'mongodb';
import { z } from 'zod';
import { StoreUnavailable } from '../store.ts';

/** A codec's document, under its key. */
export type StoredDocument = { readonly _id: string } & Readonly<Record<string, unknown>>;

/**
 * An event. Its rev is known only after its transaction has committed, and is written then; until
 * then `insertedAt`, which the server fills in, marks it as pending and says since when.
 */
export type EventDocument = StoredDocument & {
  readonly rev?: string;
  readonly insertedAt?: Timestamp;
  /**
   * Its place in its transaction, from 0; absent in events that were moved here, which have their
   * revs.
   */
  readonly ordinal?: number;
};

export interface ReceiptDocument {
  readonly _id: string;
  readonly fingerprint: string;
  readonly answer: string;
  readonly expiresAt: Date;
}

/** `_id` is its kind and its key, in the order of these. */
export interface RowDocument {
  readonly _id: string;
  readonly document: string;
  /** Of the last commit that it includes; absent: it names none. */
  readonly rev?: string;
  readonly number?: number;
  /** Absent: never. */
  readonly expiresAt?: Date;
  /** Written only so that others who write it conflict (eras.ts). */
  readonly written?: number;
}

/** One document: which data set this is, and its state. */
export interface DataSet {
  readonly _id: typeof DATA_SET_ID;
  readonly epoch: string;
  /** Its form (stored-form.ts). */
  readonly version: number;
  /** 'incomplete': the target of a move that has not finished. */
  readonly state: 'complete' | 'incomplete';
  /** [ORD1] Added to its commits' numbers. */
  readonly orderBase: number;
  /** The epoch of the data set that was moved here. */
  readonly origin?: string;
  /** The move into it that has not finished. */
  readonly move?: string;
  readonly pingedAt?: Date;
}

export const DATA_SET_ID = 'denaria';

export const COLLECTION_NAMES = ['players', 'stakes', 'events', 'receipts', 'rows'] as const;

export type Collections = Readonly<ReturnType<typeof collectionsOf>>;

export function collectionsOf(db: Db) {
  return {
    dataSet: db.collection<DataSet>('data_set'),
    players: db.collection<StoredDocument>('players'),
    stakes: db.collection<StoredDocument>('stakes'),
    events: db.collection<EventDocument>('events'),
    receipts: db.collection<ReceiptDocument>('receipts'),
    rows: db.collection<RowDocument>('rows'),
  };
}

/** One event per version of a player: a commit that is tried twice can't be written twice. */
export function eventKey(wallet: string, version: number): string {
  return `${wallet}:${version}`;
}

/** Each of a wallet's lists is contiguous in it, in order. */
export const STAKE_INDEX = {
  name: 'stakes_by_list',
  key: { wallet: 1, kind: 1, 'state.status': 1, playerVersion: -1 },
} as const;

export function stakeKey(wallet: string, stakeId: string): string {
  return `${wallet}:${stakeId}`;
}

export function receiptKey(wallet: string, commandId: string): string {
  return `${wallet}:${commandId}`;
}

export function rowKey(kind: string, key: string): string {
  return `${kind}:${key}`;
}

/** Those of all rows of a kind: from its colon on, and before the next character. */
export function keysOfKind(kind: string): { readonly $gte: string; readonly $lt: string } {
  return { $gte: `${kind}:`, $lt: `${kind};` };
}

/** The two parts of a key that a colon joins. */
export function keyParts(key: string): readonly [string, string] {
  const colon = key.indexOf(':');
  return [key.slice(0, colon), key.slice(colon + 1)];
}

/** The collections that hold acknowledged data. */
export const GAME_COLLECTIONS = ['players', 'stakes', 'events', 'receipts'] as const;

/** The primary's time. @throws StoreUnavailable */
export async function timeOf(db: Db): Promise<number> {
  const { localTime } = await db.command({ hello: 1 });
  if (localTime instanceof Date) return localTime.getTime();
  throw new StoreUnavailable('MongoDB did not report its time.');
}

/** The server's own ids, by collection name. */
export type CollectionIds = ReadonlyMap<string, string>;

const listedSchema = z.object({
  name: z.string(),
  info: z.object({ uuid: z.instanceof(UUID).optional() }).optional(),
});

export async function collectionIdsOf(db: Db): Promise<CollectionIds> {
  const listed = await db
    .listCollections({ name: { $in: [...GAME_COLLECTIONS] } })
    .map((one) => listedSchema.parse(one))
    .toArray();
  return new Map(listed.map(({ name, info }) => [name, info?.uuid?.toHexString() ?? '']));
}
