/**
 * A whole game as one stream of rows of texts and numbers, with the number of its form at its head:
 * what every store and every backup file reads and writes, and what the pipe (pipe.ts) copies from
 * one to another. And a game as it is read beside its servers, wallet by wallet, by an audit.
 */
import type { Epoch, Rev } from '../../common/values/ids.ts';
import type { RowKind, Rows } from './rows.ts';
import type { EventAt } from './unreadable-events.ts';

/** A row of each part of the newest form; documents are JSON text. */
export interface Parts {
  readonly players: readonly [wallet: string, document: string];
  readonly stakes: readonly [wallet: string, id: string, document: string];
  /**
   * `version`: of the player that its commit made; of a commit that a change of era made, which has
   * an empty wallet, its number among those. `rev`: its place in a MongoDB; null: in a store
   * that counts its commits from 1.
   */
  readonly events: readonly [wallet: string, version: number, document: string, rev: string | null];
  readonly receipts: readonly [
    wallet: string,
    commandId: string,
    fingerprint: string,
    answer: string,
    expiresAt: number,
  ];
  /**
   * All other kinds (rows.ts) but those of IS_NOT_MOVED. `number` and `rev`: of the last commit
   * that it includes, as above; null: it names none. `expiresAt`: machine time, ms; null: never.
   */
  readonly rows: readonly [
    kind: string,
    key: string,
    number: number | null,
    document: string,
    expiresAt: number | null,
    rev: string | null,
  ];
}

export type PartName = keyof Parts;

/** In the order in which they are streamed. */
export const PART_NAMES = ['players', 'stakes', 'events', 'receipts', 'rows'] as const;

/** How many of each part's columns are the same in every store: a rev, the last one, is not. */
export const SAME_COLUMNS: { readonly [Name in PartName]: number } = {
  players: 2,
  stakes: 3,
  events: 3,
  receipts: 5,
  rows: 5,
};

/** A row of any form. */
export type StreamRow = readonly (string | number | null)[];

/** Rows of one part; the parts of its form follow one another. At least one row. */
export interface Batch {
  readonly part: string;
  readonly rows: readonly StreamRow[];
}

/** A batch of the newest form. */
export type PartBatch = {
  readonly [Name in PartName]: { readonly part: Name; readonly rows: readonly Parts[Name][] };
}[PartName];

interface DataSetState {
  readonly epoch: Epoch;
  /** The epoch of the data set that was moved here; null if none was. */
  readonly origin: string | null;
  /** 'incomplete': a move into it has not finished. */
  readonly state: 'complete' | 'incomplete';
  /** No commit has ever been made. */
  readonly isEmpty: boolean;
  /** Its stored form (stored-form.ts); one that this program reads. */
  readonly form: number;
}

/** Where a game is streamed from: everything of one moment. */
export interface Source {
  /** A readable name for its place, without a password. */
  readonly name: string;
  state(): Promise<DataSetState>;
  /**
   * The parts of its form, in their order: events in the order of their revs, everything else by
   * key; nothing that expired by `aliveAt` (machine time, ms). It fails at its end if it may not
   * have been of one moment.
   * @throws StoreNotOpened
   */
  stream(aliveAt: number): AsyncIterable<Batch>;
  /** Where others could write: @throws StoreNotOpened if somebody did since it was streamed. */
  assertUnchanged?(): Promise<void>;
  close(): Promise<void>;
}

/** What an upgrade takes, bytes. */
export interface Extent {
  /** Of what is stored. */
  readonly size: number;
  /** What it needs beside that. */
  readonly needed: number;
  /** Null: that can't be known. */
  readonly free: number | null;
}

/** Where a game is streamed to; once it is there it is a source of the newest form. */
export interface Target extends Source {
  /** Clears everything and marks the data set as incomplete. */
  begin(origin: Epoch): Promise<void>;
  /** Adds rows. Events must come in order, and get this order here. */
  write(batch: PartBatch): Promise<void>;
  /** All that was written can be read from now on, by others as well. */
  flush(): Promise<void>;
  /** Makes it a data set of its own, which a server may open. */
  finish(): Promise<void>;
}

/** The parts that are read wallet by wallet. */
type WalletPart = 'players' | 'stakes' | 'events' | 'receipts';

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
  /** In the order of wallets; at most `most` rows, if named. No commit of an era has a wallet. */
  read<Name extends WalletPart>(
    part: Name,
    range: WalletRange,
    most?: number,
  ): AsyncIterable<readonly Parts[Name][]>;
  /**
   * All events after a commit, at most `most`, in the order of commits, as far as they can be read.
   */
  history(after: Rev, most: number): Promise<readonly EventAt[]>;
  /** Rows of a kind. */
  rows(kind: RowKind): Pick<Rows, 'range'>;
  close(): Promise<void>;
}
