/**
 * The messages between the two threads of the embedded store. Documents travel as JSON text, revs
 * as the numbers they stand for; both ends are the same build of this program, so nothing is
 * validated here.
 */
import type { StoreUnavailable } from '../store.ts';
import type { Reader } from './reads.ts';
import type { Writer } from './writes.ts';

/** A data set and its last commit. */
export interface OpenedDataSet {
  readonly epoch: string;
  readonly lastRev: number;
  /** Added to a commit's number to get its place in the order of commits [ORD1]. */
  readonly orderBase: number;
}

/** The worker's first message: the data set, or why it can't be opened. */
export type Opening =
  | ({ readonly opened: true } & OpenedDataSet)
  | { readonly opened: false; readonly message: string; readonly cause: unknown };

/** What the worker answers, by name: the handlers say what each call takes and returns. */
type Calls = Writer['writes'] &
  Reader['lookups'] &
  Reader['lists'] & {
    /** Ends the worker, after everything requested before it. */
    close(): void;
  };
export type CallName = keyof Calls;
export type Inputs<Name extends CallName> = Parameters<Calls[Name]>;
export type Output<Name extends CallName> = ReturnType<Calls[Name]>;

/** The functions that carry out some of the calls. */
export type Handlers = { readonly [Name in CallName]?: (...inputs: never[]) => unknown };

/** What carries out calls, and answers them in the order in which it did. */
export interface StoreLink {
  ask<Name extends CallName>(call: Name, ...inputs: Inputs<Name>): Promise<Output<Name>>;
  /** Calls so far are answered first; later ones are refused. */
  close(): Promise<void>;
  /** Called once if the data is lost for good. */
  onLost: (error: StoreUnavailable) => void;
}

/** One call as it is sent; calls are posted in batches. */
export interface Request {
  readonly id: number;
  readonly call: CallName;
  readonly inputs: readonly unknown[];
}

/** Answers are posted in batches, in the order in which the work was done. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      /** True if the disk is full. */
      readonly isFull: boolean;
    };
