/**
 * A whole data set as rows of texts and numbers, the same ones in every store: a move streams them
 * from one store to another, an audit reads them wallet by wallet beside a running game. The game's
 * port, which knows one wallet at a time, has no operations for that.
 */
import { createHash } from 'node:crypto';
import type { Address } from '../../common/values/address.ts';
import type { Epoch, Rev } from '../../common/values/ids.ts';
import { wallNow } from '../lib/machine.ts';
import { OperatorError } from '../lib/command.ts';
import {
  eventDocument,
  fromText,
  playerDocument,
  stakeDocument,
  type DocumentCodec,
} from './documents.ts';
import type { ActRow, PastQuery, PastRow, StoredSession } from './store.ts';
import type { KeptEventAt } from './unreadable-events.ts';

/**
 * A row of each part; documents are JSON text. Nonces and leases live for minutes, and are not
 * moved.
 */
export interface Parts {
  readonly players: readonly [wallet: string, document: string];
  readonly stakes: readonly [wallet: string, id: string, document: string];
  /** `version`: of the player that its commit made. */
  readonly events: readonly [wallet: string, version: number, document: string];
  readonly receipts: readonly [
    wallet: string,
    commandId: string,
    fingerprint: string,
    answer: string,
    expiresAt: number,
  ];
  readonly settings: readonly [name: string, value: string];
  /** Moments are machine time, ms. */
  readonly sessions: readonly [
    id: string,
    wallet: string,
    kind: string,
    network: string,
    signedInAt: number,
    lastUsedAt: number,
    expiresAt: number,
    device: string,
  ];
  /**
   * `number`: of the last commit that it includes; its rev is specific to each store. Null: it
   * names none.
   */
  readonly past: readonly [kind: string, at: number, number: number | null, document: string];
  readonly acts: readonly [number: number, document: string];
  /** `what`: the day and the code. `expiresAt`: as above. */
  readonly refusals: readonly [wallet: string, what: string, count: number, expiresAt: number];
}

export type PartName = keyof Parts;

/** In the order they are moved. */
export const PART_NAMES = [
  'players',
  'stakes',
  'events',
  'receipts',
  'settings',
  'sessions',
  'past',
  'acts',
  'refusals',
] as const;

/** Where a row says until when it counts, in ms of machine time. */
export const EXPIRY: { readonly [Name in PartName]?: number } = {
  receipts: 4,
  sessions: 6,
  refusals: 3,
};

interface DataSetState {
  readonly epoch: Epoch;
  /** The epoch of the data set that was moved here; null if none was. */
  readonly origin: string | null;
  /** 'incomplete': a move into it has not finished. */
  readonly state: 'complete' | 'incomplete';
  /** No commit has ever been made. */
  readonly isEmpty: boolean;
}

/** What a move reads: everything of one moment. */
export interface ArchiveSource {
  /** A readable name for its place, without a password. */
  readonly name: string;
  state(): Promise<DataSetState>;
  /**
   * A part in batches: events in the order of their revs, everything else by key; of the receipts
   * and sessions, only those that have not expired by `aliveAt` (machine time, ms).
   */
  read<Name extends PartName>(part: Name, aliveAt: number): AsyncIterable<readonly Parts[Name][]>;
  close(): Promise<void>;
}

export interface Archive extends ArchiveSource {
  /** Clears everything and marks the data set as incomplete. */
  begin(origin: Epoch): Promise<void>;
  /** Adds to a part, at least one row. Events must come in order, and get this order here. */
  write<Name extends PartName>(part: Name, rows: readonly Parts[Name][]): Promise<void>;
  /** Makes it a data set of its own, which a server may open. */
  finish(): Promise<void>;
}

/** The parts that are read wallet by wallet. */
type WalletPart = 'players' | 'stakes' | 'events' | 'receipts' | 'refusals';

/** The wallets after one, up to and including another, in text order. */
export interface WalletRange {
  readonly after: string;
  readonly upTo: string;
}

/** Sorts above every wallet and every id, as text. */
export const ABOVE_ALL = '\u{10ffff}';

/** A data set beside a running game: nothing is written. Ranges are read to their end, in order. */
export interface WalletSource {
  /** A readable name for its place, without a password. */
  readonly name: string;
  /**
   * Everything that is read until the next call is of one moment.
   * @throws StoreNotOpened if what was read since the last one may not be.
   */
  refresh(): Promise<void>;
  /** In the order of wallets; at most `most` rows, if named. */
  read<Name extends WalletPart>(
    part: Name,
    range: WalletRange,
    most?: number,
  ): AsyncIterable<readonly Parts[Name][]>;
  /**
   * All events after a commit, at most `most`, in the order of commits, as far as they can be read.
   */
  history(after: Rev, most: number): Promise<readonly KeptEventAt[]>;
  /** Rows of the record of the past. */
  past(query: PastQuery): Promise<PastRow[]>;
  /** A wallet's sessions, the newest sign-in first. */
  sessions(wallet: Address): Promise<readonly StoredSession[]>;
  /** All acts of operators, in order. */
  acts(): Promise<ActRow[]>;
  close(): Promise<void>;
}

/** A move that is refused or failed: what is wrong, then what to do about it. */
export class MoveRefused extends OperatorError {
  override readonly name = 'MoveRefused';
}

/** What a part holds: SHA-256 over its rows, each as a line of JSON. */
interface PartContents {
  readonly count: number;
  readonly sha256: string;
}
export type PartDigest = ReadonlyMap<PartName, PartContents>;

/** Called to report progress; `count` of a part's rows are done. */
export type Progress = (step: string, part: PartName, count: number) => void;

export type MoveResult = { readonly moved: boolean; readonly digest: PartDigest };

/**
 * Copies the source into the target and compares the two. May be repeated: an interrupted move
 * starts over, a complete one changes nothing.
 * @throws MoveRefused
 */
export async function move(
  source: ArchiveSource,
  target: Archive,
  progress: Progress,
): Promise<MoveResult> {
  const from = await source.state();
  const to = await target.state();
  if (from.state === 'incomplete') {
    throw new MoveRefused(
      `${source.name} is itself the target of a move or a restore that has not finished. Repeat that one first.`,
    );
  }
  if (from.epoch === to.epoch) {
    throw new MoveRefused(`${source.name} and ${target.name} are one data set. Name two.`);
  }
  if (to.state === 'complete' && !to.isEmpty) {
    const digest = to.origin === from.epoch ? await agreed(source, target, progress) : null;
    if (digest) return { moved: false, digest };
    throw new MoveRefused(
      `${target.name} already holds another game, or this one with changes made after the move. Name an empty directory or database.`,
    );
  }
  await target.begin(from.epoch);
  const startedAt = wallNow();
  for (const part of PART_NAMES) await copy(part, source, target, startedAt, progress);
  const digest = await agreed(source, target, progress);
  if (!digest) {
    throw new MoveRefused(
      `${target.name} does not hold what ${source.name} holds. Stop every Denaria that uses one of them, then run the move again.`,
    );
  }
  await target.finish();
  return { moved: true, digest };
}

async function copy(
  part: PartName,
  source: ArchiveSource,
  target: Archive,
  aliveAt: number,
  progress: Progress,
): Promise<void> {
  let count = 0;
  for await (const rows of canonicalRows(part, source, aliveAt)) {
    try {
      await target.write(part, rows);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new MoveRefused(
        `The ${part} of ${source.name} can't be written into ${target.name}: ${reason}. No server starts on what is there so far. Check that it can be written and has room, then begin again.`,
        { cause },
      );
    }
    count += rows.length;
    progress('copying', part, count);
  }
}

/** As of a minute ahead: what expires while a part is compared may be gone from one side only. */
const EXPIRY_MARGIN_MS = 60_000;

/** The contents that both agree on; null if they differ. */
async function agreed(
  source: ArchiveSource,
  target: Archive,
  progress: Progress,
): Promise<PartDigest | null> {
  const digest = new Map<PartName, PartContents>();
  for (const part of PART_NAMES) {
    const aliveAt = wallNow() + EXPIRY_MARGIN_MS;
    const ours = await contentsOf(part, source, aliveAt, (n) => progress('reading again', part, n));
    const theirs = await contentsOf(part, target, aliveAt, (n) => progress('comparing', part, n));
    if (ours.count !== theirs.count || ours.sha256 !== theirs.sha256) return null;
    digest.set(part, theirs);
  }
  return digest;
}

async function contentsOf(
  part: PartName,
  archive: ArchiveSource,
  aliveAt: number,
  progress: (count: number) => void,
): Promise<PartContents> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of canonicalRows(part, archive, aliveAt)) {
    for (const row of rows) hash.update(lineOf(row));
    count += rows.length;
    progress(count);
  }
  return { count, sha256: hash.digest('hex') };
}

export const lineOf = (row: Parts[PartName]): string => `${JSON.stringify(row)}\n`;

/**
 * A part's rows as they are written and compared, in batches of at least one.
 * @throws UnreadableDocument
 */
export async function* canonicalRows<Name extends PartName>(
  part: Name,
  archive: ArchiveSource,
  aliveAt: number,
): AsyncGenerator<Parts[Name][]> {
  for await (const rows of archive.read(part, aliveAt)) {
    // All of a batch may have expired.
    if (rows.length > 0) yield rows.map(CANONICAL[part]);
  }
}

/** Documents as their codec writes them. */
const CANONICAL: { readonly [Name in PartName]: (row: Parts[Name]) => Parts[Name] } = {
  players: ([wallet, text]) => [wallet, canonical(playerDocument, text)],
  stakes: ([wallet, id, text]) => [wallet, id, canonical(stakeDocument, text)],
  events: ([wallet, version, text]) => [wallet, version, canonical(eventDocument, text)],
  receipts: (row) => row,
  settings: (row) => row,
  sessions: (row) => row,
  past: (row) => row,
  acts: (row) => row,
  refusals: (row) => row,
};

function canonical<Value, Document>(codec: DocumentCodec<Value, Document>, text: string): string {
  return JSON.stringify(codec.encode(codec.decode(fromText(text))));
}
