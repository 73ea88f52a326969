/**
 * The faults between a process and a simulated store, as data that a world can change at any
 * moment.
 */

/** A process's own files, or a database that several processes share. */
export type StoreKind = 'embedded' | 'mongo';

/** From, and up to, whole ms. */
export type Span = readonly [fromMs: number, toMs: number];

/** Shares are from 0 to 1, of calls unless another thing is named. */
export interface StoreFaults {
  /**
   * What each way takes: a request's, its answer's, an event's; and a write until it is durable.
   * Calls overtake each other, events don't.
   */
  readonly latencyMs: Span;
  /** The share of ways that take `lateMs` instead. */
  readonly late: number;
  readonly lateMs: Span;
  /** They fail with StoreUnavailable, and nothing was done. */
  readonly refused: number;
  /** Writes that fail with StoreUnavailable, and were carried out. */
  readonly unknown: number;
  /** Writes that fail with StoreUnavailable, and are carried out after `lateMs`. */
  readonly pending: number;
  /** Commits that conflict with a write that came to nothing. */
  readonly lostRace: number;
  /** Commits that were carried out, and then conflict with themselves. */
  readonly ownConflict: number;
  /** Loads that show a newer stake and receipt than the player; only of a shared store. */
  readonly tornLoads: number;
  /** The share of events instead of which the feed is lost. */
  readonly lostFeeds: number;
  /**
   * Calls fail at once with StoreAway; of an embedded store, whose disk is full, only writes do.
   */
  readonly isAway: boolean;
}

export const SOUND_STORE: StoreFaults = {
  latencyMs: [0, 0],
  late: 0,
  lateMs: [4000, 8000],
  refused: 0,
  unknown: 0,
  pending: 0,
  lostRace: 0,
  ownConflict: 0,
  tornLoads: 0,
  lostFeeds: 0,
  isAway: false,
};
