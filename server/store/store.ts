/**
 * The store's port: what the game needs of durable storage, in the game's terms. Two adapters keep
 * games, `embedded/` and `mongo/`; `testing/memory-store.ts` serves tests and benchmarks and keeps
 * nothing. All three pass `testing/conformance.ts`, and those that keep games pass
 * `testing/durability.ts` as well.
 */
import type { Change } from '../../common/rules/decision.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import {
  isOfPlayer,
  type Commit,
  type EraEventKind,
  type EventKind,
  type StoredEvent,
} from '../../common/values/stored-event.ts';
import {
  REV_ZERO,
  type CommandId,
  type Epoch,
  type Rev,
  type StakeId,
} from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import type { Player } from '../../common/values/player.ts';
import type { Stake, StakeKind, StakeOrder } from '../../common/values/stake.ts';
import { OperatorError } from '../lib/command.ts';
import type { Era, NextEra } from './era.ts';
import type { RowKind, Rows, RowsWrite } from './rows.ts';
import type { UnreadableEvents } from './unreadable-events.ts';

/** Every player, as the leaderboard knows them, at one rev of one data set. */
export interface Snapshot {
  readonly epoch: Epoch;
  readonly rev: Rev;
  /** In batches, so that a million players are never in memory twice. Read it to its end. */
  readonly players: AsyncIterable<readonly BoardRow[]>;
}

/**
 * A command that was carried out, stored with its change so that a retry takes effect once: the id
 * is unique per wallet, `fingerprint` distinguishes the same request from another under the same
 * id.
 */
export interface Receipt {
  readonly commandId: CommandId;
  readonly fingerprint: string;
  /** The JSON text of the answer that the caller received. */
  readonly answer: string;
  /** Machine time in ms after which the receipt may be forgotten. */
  readonly expiresAt: number;
}

/** What a command needs to know about its wallet. */
export interface LoadQuery {
  /** Null: no stake is needed. */
  readonly stakeId: StakeId | null;
  /** Null: no receipt is needed. */
  readonly commandId: CommandId | null;
  /** Machine time, ms. */
  readonly now: number;
}

export const ONLY_THE_PLAYER: LoadQuery = { stakeId: null, commandId: null, now: 0 };

/** What the store holds about a wallet when one of its commands arrives. */
export interface LoadedWallet {
  readonly player: Player | null;
  /** The wallet's stake with that id, null if there is none. */
  readonly stake: Stake | null;
  /** From an earlier command with the same id, null if there is none or it expired. */
  readonly receipt: Receipt | null;
  /**
   * [ORD1] The number of the commit that will be decided on this: higher than that of every commit
   * that any process had answered before this load was requested.
   */
  readonly order: number;
  /** Under which it will be decided: the last that this process has heard of. */
  readonly era: Era;
}

export interface StakeQuery {
  readonly kinds: readonly StakeKind[];
  readonly activeOnly: boolean;
  /** Only stakes that come after this one in the list; null: from its beginning. */
  readonly before: StakeOrder | null;
  readonly limit: number;
}

/** A page of the players in the order of their wallets. */
export interface PlayersPage {
  readonly players: readonly Player[];
  /** Those whose records can't be read: they are left out, and block nobody else. */
  readonly unreadable: readonly Address[];
  /**
   * The last wallet of the page, after which the next one begins; null if this page is the last.
   */
  readonly last: Address | null;
}

export type EventQuery = {
  /** Only events before this rev. */
  readonly before?: Rev;
  /** Only events after this rev. */
  readonly after?: Rev;
  readonly limit: number;
  readonly order: 'newest-first' | 'oldest-first';
} & EventFilter;

type EventFilter =
  | EventsOfKinds
  | {
      readonly wallet?: Address;
      readonly nationId?: never;
      readonly kinds?: never;
      /** Those of a kind that no player makes, and no others. */
      readonly ofEras?: EraEventKind;
    };

/**
 * Only events of these kinds, and none whose detail can't be read: of a wallet, of a nation, or of
 * all. The cost depends on how many are returned, not on how many of other kinds lie between them.
 */
type EventsOfKinds = { readonly kinds: readonly EventKind[]; readonly ofEras?: never } & (
  | { readonly wallet?: Address; readonly nationId?: never }
  | { readonly wallet?: never; readonly nationId: NationId }
);

export interface FeedListener {
  /** Every commit after the given rev, once, complete and in the order of revs. */
  onEvent(commit: Commit): void;
  /**
   * The feed can't continue without a gap, or past an event that can't be read: reload the players
   * and watch again. Nothing follows it.
   */
  onLost(error: Error): void;
}

export interface Feed {
  close(): Promise<void>;
}

export interface Store {
  /**
   * Resolves once the store is lost for good, and the process should end: the embedded files or
   * their thread are gone, the client was closed, the database was dropped. An outage, however
   * long, a full disk and a password that is no longer accepted do not count: they may be
   * temporary.
   */
  readonly lost: Promise<StoreLost>;
  /** Whether other processes may write to the data set while this one has it open. */
  readonly isShared: boolean;
  /** Events that could not be read; histories skip them. */
  readonly unreadable: UnreadableEvents;
  loadPlayers(): Promise<Snapshot>;
  /**
   * Everything that a command needs, in one request. The stake and the receipt are as new as the
   * player or newer, never older.
   */
  load(wallet: Address, query: LoadQuery): Promise<LoadedWallet>;
  player(wallet: Address): Promise<Player | null>;
  /**
   * The next `most` players after a wallet (null: from the first), in the order of wallets. Pages
   * are not of one snapshot.
   */
  playersAfter(after: Address | null, most: number): Promise<PlayersPage>;
  /**
   * A wallet's stakes: active ones first, then ended ones, each newest first and then by id. The
   * cost depends on how many are returned, not on how many there are.
   */
  stakes(wallet: Address, query: StakeQuery): Promise<Stake[]>;
  /**
   * Writes a change and its receipt (null: issued by the server itself), all or nothing, if the
   * wallet's player is at `expectedVersion` (0: no player yet). Resolves once it is durable.
   * @param era the number of that under which it was decided; absent: it holds under any.
   * @throws VersionConflict if the player is at another version, the receipt's id is taken, or the
   * era is another one.
   * @throws StoreUnavailable if the store did not answer: the change may have been written or not.
   */
  commit(
    change: Change,
    expectedVersion: number,
    receipt: Receipt | null,
    era?: number,
  ): Promise<Rev>;
  /** The era in force. @throws StoreUnavailable */
  era(): Promise<Era>;
  /**
   * Changes the era, until `next` is content; the era that it is content with. Once it resolves,
   * nothing is committed any more that was decided under an earlier one, by whatever process. The
   * commit that a change makes stands between those of the two eras.
   * @throws StoreUnavailable it may be changed, now or later.
   */
  changeEra(next: NextEra): Promise<Era>;
  watch(after: Rev, listener: FeedListener): Feed;
  events(query: EventQuery): Promise<Commit[]>;
  rows(kind: RowKind): Rows;
  /**
   * Writes rows of several kinds, all or none. False, and nothing is written, if the head is not
   * the expected one, or another process is writing it.
   */
  write(write: RowsWrite): Promise<boolean>;
  /**
   * Milliseconds since 1970 by the clock that all processes on this store share: the database's, or
   * this machine's if only one process uses the store. @throws StoreUnavailable
   */
  time(): Promise<number>;
  /** Resolves if the store can be written. @throws StoreUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Events of players only. @throws StoreUnavailable */
export async function playerEvents(
  store: Pick<Store, 'events'>,
  query: EventQuery,
): Promise<StoredEvent[]> {
  return (await store.events(query)).filter(isOfPlayer);
}

/** All events after a rev in pages, oldest first. @throws StoreUnavailable */
export async function* eventPages(
  store: Pick<Store, 'events'>,
  filter: EventFilter = {},
  after = REV_ZERO,
  limit = 1000,
): AsyncGenerator<readonly Commit[]> {
  for (;;) {
    const page = await store.events({ ...filter, after, limit, order: 'oldest-first' });
    yield page;
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    after = last.rev;
  }
}

/** Another commit of the wallet came first, or another era: load and decide again. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
}

/** The store can't be opened; the message says why, then what to do about it. */
export class StoreNotOpened extends OperatorError {
  override readonly name = 'StoreNotOpened';
}

/** The store will not answer again; the message says why, then what to do about it. */
export class StoreLost extends Error {
  override readonly name = 'StoreLost';
}

/** The store did not answer, or not in time. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * It did nothing, and would not within seconds either: its disk is full, or it has been away for
 * long.
 */
export class StoreAway extends StoreUnavailable {}
