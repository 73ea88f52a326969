/**
 * The messages between the two threads of the embedded store. Documents travel as JSON text, revs as the
 * numbers they stand for; both ends are the same build of this program, so nothing is validated here.
 */

import type { PackedRows } from './packed-rows.ts';

/** The worker's start options. */
export interface WorkerOptions {
  readonly dataDir: string;
  readonly snapshots?: SnapshotLimits;
}

/**
 * While a snapshot is open, the log keeps every commit since; one that is not read further is ended. Its
 * reader gets an error at its next read.
 */
export interface SnapshotLimits {
  /** How long it may stay idle between two reads. */
  readonly idleMs: number;
  /** How large the log may grow while any is open. */
  readonly logBytes: number;
}

/** The worker's first message: the data set and its last commit, or why it can't be opened. */
export type Opening =
  | {
      readonly opened: true;
      readonly epoch: string;
      readonly lastRev: number;
      /** Added to a commit's number to get its place in the order of commits [ORD1]. */
      readonly orderBase: number;
    }
  | { readonly opened: false; readonly message: string; readonly cause: unknown };

export interface ReceiptRow {
  readonly commandId: string;
  readonly fingerprint: string;
  readonly answer: string;
  readonly expiresAt: number;
}

/** A change in the form of its rows. */
export interface CommitRows {
  readonly wallet: string;
  readonly expectedVersion: number;
  readonly player: string;
  readonly stakes: readonly (readonly [id: string, document: string])[];
  readonly nationId: string;
  readonly at: number;
  readonly event: string;
  readonly receipt: ReceiptRow | null;
}

export interface EventRange {
  readonly wallet?: string | undefined;
  readonly nationId?: string | undefined;
  /** As they are written. */
  readonly kinds?: readonly string[] | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
  readonly order: 'newest-first' | 'oldest-first';
}

/** A row of the record of the past; number 0: it names no commit. */
export type PastRowText = readonly [kind: string, at: number, number: number, document: string];

export interface PastRange {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly order: 'newest-first' | 'oldest-first';
}

export interface PastRows {
  /** The number of the last commit in the state; 0: there is none. */
  readonly expected: number;
  readonly rows: readonly PastRowText[];
  readonly forget: { readonly kind: string; readonly before: number } | null;
}

export interface StakeRange {
  readonly wallet: string;
  /** As they are written. */
  readonly kinds: readonly string[];
  readonly activeOnly: boolean;
  /** Only what comes after this place in the list; `active` is 1 or 0. */
  readonly before: {
    readonly active: number;
    readonly playerVersion: number;
  } | null;
  readonly limit: number;
}

/** A player's wallet and document. */
export type PlayerRow = readonly [wallet: string, document: string];

/** An event's rev and its document. */
export type EventRow = readonly [rev: number, document: string];

/** Players in order; as text, the documents separated by commas, where one has to be decoded. */
export type SnapshotPart = PackedRows | string;

/** The calls that change data; each is durable when it is answered. Null: refused, nothing written. */
export interface Writes {
  /** The rev; null: the player is at another version, or the receipt's id is taken. */
  commit: { readonly input: CommitRows; readonly output: number | null };
  issueNonce: {
    readonly input: { readonly nonce: string; readonly expiresAt: number };
    readonly output: true;
  };
  spendNonce: {
    readonly input: { readonly nonce: string; readonly now: number };
    readonly output: boolean;
  };
  takeNonceQuestion: {
    readonly input: { readonly nonce: string; readonly now: number; readonly most: number };
    readonly output: boolean;
  };
  returnNonceQuestion: { readonly input: string; readonly output: true };
  revokeToken: {
    readonly input: { readonly tokenId: string; readonly expiresAt: number };
    readonly output: true;
  };
  raiseSessionEpoch: { readonly input: string; readonly output: true };
  putSetting: {
    readonly input: { readonly name: string; readonly value: string };
    readonly output: true;
  };
  /** False: the state is not the expected one. */
  writePast: { readonly input: PastRows; readonly output: boolean };
  ping: { readonly input: null; readonly output: true };
}

export interface Reads {
  player: { readonly input: string; readonly output: string | null };
  stakers: {
    readonly input: { readonly after: string; readonly most: number };
    readonly output: PlayerRow[];
  };
  stakes: { readonly input: StakeRange; readonly output: string[] };
  load: {
    readonly input: {
      readonly wallet: string;
      readonly stakeId: string | null;
      readonly commandId: string | null;
      readonly now: number;
    };
    readonly output: {
      readonly player: string | null;
      readonly stake: string | null;
      readonly receipt: ReceiptRow | null;
      /** Of the last commit, which is durable. */
      readonly lastRev: number;
    };
  };
  sessionState: {
    readonly input: { readonly wallet: string; readonly tokenId: string };
    readonly output: { readonly epoch: number; readonly isRevoked: boolean };
  };
  setting: { readonly input: string; readonly output: string | null };
  events: { readonly input: EventRange; readonly output: EventRow[] };
  past: { readonly input: PastRange; readonly output: PastRowText[] };
  openSnapshot: {
    readonly input: null;
    readonly output: { readonly snapshot: number; readonly rev: number; readonly count: number };
  };
  /** The next players; null at the end, which closes the snapshot. */
  readSnapshot: { readonly input: number; readonly output: readonly SnapshotPart[] | null };
  closeSnapshot: { readonly input: number; readonly output: true };
}

export interface Calls extends Writes, Reads {
  /** Ends the worker, after everything requested before it. */
  close: { readonly input: null; readonly output: true };
}
export type CallName = keyof Calls;

/** One call as it is sent; calls are posted in batches. */
export type Request<Name extends CallName = CallName> = {
  [N in Name]: { readonly id: number; readonly call: N; readonly input: Calls[N]['input'] };
}[Name];

/** Answers are posted in batches, in the order in which the work was done. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly output: Calls[CallName]['output'] }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      /** True if the disk is full. */
      readonly isFull: boolean;
    };
