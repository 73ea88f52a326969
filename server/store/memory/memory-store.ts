/**
 * The store for tests and benchmarks: the complete port, with the data set in this process's memory. It is
 * the third adapter, besides the two that keep games, and the product never opens it: nothing survives a
 * close. It passes the conformance suite and doesn't claim the durability suite. Expired receipts and
 * nonces are never deleted, they are just no longer found.
 */
import { boardRow } from '../../../common/rules/ranking.ts';
import type { Change } from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import type { EventKind, StoredEvent } from '../../../common/values/stored-event.ts';
import {
  epochSchema,
  type CommandId,
  type Epoch,
  type Rev,
  type StakeId,
} from '../../../common/values/ids.ts';
import type { Player } from '../../../common/values/player.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { compareStakes, isActive, type Stake } from '../../../common/values/stake.ts';
import { newId, nextTurn, wallNow } from '../../lib/machine.ts';
import { assertWhole, eventDocument, playerDocument, stakeDocument } from '../documents.ts';
import { Feeds } from '../feeds.ts';
import { Leases } from '../leases.ts';
import { Notices } from '../notices.ts';
import { numberOf, revOf } from '../rev-number.ts';
import { stakersAmong } from '../stakers.ts';
import {
  StoreUnavailable,
  VersionConflict,
  type EventQuery,
  type Feed,
  type FeedListener,
  type LoadedWallet,
  type LoadQuery,
  type PastKind,
  type PastQuery,
  type PastRow,
  type PastWrite,
  type Receipt,
  type SessionState,
  type Snapshot,
  type StakeQuery,
  type Stakers,
  type Store,
} from '../store.ts';
import { UnreadableEvents } from '../unreadable-events.ts';

/** Events per page for a feed that catches up. */
const FEED_PAGE = 500;
/** Players per batch of a snapshot. */
const SNAPSHOT_BATCH = 500;

/** An empty data set with its own epoch. */
export const openMemoryStore = (): Store => new MemoryStore();

/** Documents, not values: a caller's object and a stored one are never shared. */
interface KeptPlayer {
  readonly version: number;
  readonly document: unknown;
}

/** Its rev is its position in the list, counted from 1. */
interface KeptEvent {
  readonly wallet: Address;
  readonly nationId: string;
  readonly kind: EventKind;
  readonly document: unknown;
}

/** A change as documents, validated before any of it is stored. */
interface Encoded {
  readonly wallet: Address;
  readonly player: KeptPlayer;
  readonly stakes: readonly (readonly [id: string, document: unknown])[];
  readonly event: KeptEvent;
}

class MemoryStore implements Store {
  /** Never: it depends on nothing that could be lost. */
  readonly lost = new Promise<never>(() => undefined);
  /** Tests give one to several servers. */
  readonly isShared = true;
  readonly unreadable = new UnreadableEvents();
  readonly #epoch: Epoch = epochSchema.parse(newId());
  readonly #players = new Map<Address, KeptPlayer>();
  /** Their wallets in order; null until they are needed after another player joined. */
  #wallets: readonly Address[] | null = null;
  readonly #stakes = new Map<Address, Map<string, unknown>>();
  readonly #receipts = new Map<string, Receipt>();
  readonly #events: KeptEvent[] = [];
  /** Committed, but not yet sent to the feeds. */
  readonly #unheard: StoredEvent[] = [];
  readonly #nonces = new Map<string, { readonly expiresAt: number; questions: number }>();
  readonly #revokedTokens = new Set<string>();
  readonly #sessionEpochs = new Map<Address, number>();
  readonly #settings = new Map<string, string>();
  readonly #past = new Map<string, PastRow>();
  readonly #leases = new Leases();
  readonly #notices = new Notices();
  readonly #feeds = new Feeds(revOf(0), (after, onPage) => {
    queueMicrotask(() => {
      const events = this.#find({ after, limit: FEED_PAGE, order: 'oldest-first' });
      onPage({ events, upTo: events.at(-1)?.rev ?? revOf(this.#events.length) });
    });
  });
  #isClosed = false;

  loadPlayers(): Promise<Snapshot> {
    return this.#soon(() => {
      // A commit replaces documents and never mutates them: the list stays what it was at this rev.
      const kept = [...this.#players.values()];
      const rev = revOf(this.#events.length);
      return { epoch: this.#epoch, rev, count: kept.length, players: inBatches(kept) };
    });
  }

  load(wallet: Address, { stakeId, commandId, now }: LoadQuery): Promise<LoadedWallet> {
    return this.#soon(() => ({
      player: this.#playerOf(wallet),
      stake: stakeId && this.#stakeOf(wallet, stakeId),
      receipt: commandId && this.#receiptOf(wallet, commandId, now),
      order: ORDER_BASE + this.#events.length,
    }));
  }

  player(wallet: Address): Promise<Player | null> {
    return this.#soon(() => this.#playerOf(wallet));
  }

  stakers(after: Address | null, most: number): Promise<Stakers> {
    return this.#soon(() => {
      // Without a comparator, `toSorted` compares code units, as the other adapters do.
      this.#wallets ??= [...this.#players.keys()].toSorted();
      const page = firstAfter(this.#wallets, after, most);
      const kept = page.map((wallet) => ({ wallet, player: this.#playerOf(wallet) }));
      return stakersAmong(kept, most);
    });
  }

  stakes(wallet: Address, query: StakeQuery): Promise<Stake[]> {
    return this.#soon(() => this.#stakesOf(wallet, query));
  }

  /** Feeds are notified a turn of the event loop later, as by a store whose notifications travel. */
  async commit(change: Change, expectedVersion: number, receipt: Receipt | null): Promise<Rev> {
    const encoded = encode(change, expectedVersion);
    const kept = receipt && { ...receipt };
    return this.#soon(() => this.#write(encoded, expectedVersion, kept));
  }

  watch(after: Rev, listener: FeedListener): Feed {
    return this.#feeds.follow(after, listener);
  }

  events(query: EventQuery): Promise<StoredEvent[]> {
    return this.#soon(() => this.#find(query));
  }

  issueNonce(nonce: string, expiresAt: number): Promise<void> {
    return this.#soon(() => void this.#nonces.set(nonce, { expiresAt, questions: 0 }));
  }

  spendNonce(nonce: string, now: number): Promise<boolean> {
    return this.#soon(() => {
      const kept = this.#nonces.get(nonce);
      if (!kept || kept.expiresAt <= now) return false;
      return this.#nonces.delete(nonce);
    });
  }

  takeNonceQuestion(nonce: string, now: number, most: number): Promise<boolean> {
    return this.#soon(() => {
      const kept = this.#nonces.get(nonce);
      if (!kept || kept.expiresAt <= now || kept.questions >= most) return false;
      kept.questions += 1;
      return true;
    });
  }

  returnNonceQuestion(nonce: string): Promise<void> {
    return this.#soon(() => {
      const kept = this.#nonces.get(nonce);
      if (kept) kept.questions -= 1;
    });
  }

  sessionState(wallet: Address, tokenId: string): Promise<SessionState> {
    return this.#soon(() => ({
      epoch: this.#sessionEpochs.get(wallet) ?? 0,
      isRevoked: this.#revokedTokens.has(tokenId),
    }));
  }

  revokeToken(tokenId: string): Promise<void> {
    return this.#soon(() => void this.#revokedTokens.add(tokenId));
  }

  raiseSessionEpoch(wallet: Address): Promise<void> {
    return this.#soon(() => {
      this.#sessionEpochs.set(wallet, (this.#sessionEpochs.get(wallet) ?? 0) + 1);
    });
  }

  setting(name: string): Promise<string | null> {
    return this.#soon(() => this.#settings.get(name) ?? null);
  }

  putSetting(name: string, value: string): Promise<void> {
    return this.#soon(() => void this.#settings.set(name, value));
  }

  past({ kind, from = 0, to = Infinity, limit, order }: PastQuery): Promise<PastRow[]> {
    return this.#soon(() =>
      [...this.#past.values()]
        .filter((row) => row.kind === kind && row.at >= from && row.at <= to)
        .toSorted((a, b) => (order === 'oldest-first' ? a.at - b.at : b.at - a.at))
        .slice(0, limit),
    );
  }

  writePast({ expected, rows, forget }: PastWrite): Promise<boolean> {
    return this.#soon(() => {
      const state = this.#past.get(pastKey('state', 0));
      if ((state?.upTo?.rev ?? null) !== expected) return false;
      for (const row of rows) this.#past.set(pastKey(row.kind, row.at), row);
      for (const [key, { kind, at }] of this.#past) {
        if (forget && kind === forget.kind && at < forget.before) this.#past.delete(key);
      }
      return true;
    });
  }

  holdLease(name: string, holder: string, ttlMs: number): Promise<boolean> {
    return this.#soon(() => this.#leases.hold(name, holder, ttlMs));
  }

  releaseLease(name: string, holder: string): Promise<void> {
    return this.#soon(() => this.#leases.release(name, holder));
  }

  exchange(topic: string, holder: string, text: string, ttlMs: number): Promise<readonly string[]> {
    return this.#soon(() => this.#notices.exchange(topic, holder, text, ttlMs));
  }

  time(): Promise<number> {
    return this.#soon(wallNow);
  }

  ping(): Promise<void> {
    return this.#soon(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Microtasks run in order: earlier requests are served by now.
    await Promise.resolve();
    this.#announce();
    this.#feeds.close();
  }

  /** No answer comes within the call, and calls are served in the order in which they were made. */
  async #soon<T>(work: () => T): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    await Promise.resolve();
    return work();
  }

  #write({ wallet, player, stakes, event }: Encoded, expected: number, receipt: Receipt | null) {
    const key = receipt && receiptKey(wallet, receipt.commandId);
    const isTaken = key !== null && (this.#receipts.get(key)?.expiresAt ?? 0) > wallNow();
    if ((this.#players.get(wallet)?.version ?? 0) !== expected || isTaken) {
      const command = receipt ? `, or command ${receipt.commandId} was carried out before` : '';
      throw new VersionConflict(`${wallet} is not at version ${expected}${command}`);
    }
    if (!this.#players.has(wallet)) this.#wallets = null;
    this.#players.set(wallet, player);
    const kept = this.#stakes.get(wallet) ?? new Map<string, unknown>();
    for (const [id, document] of stakes) kept.set(id, document);
    this.#stakes.set(wallet, kept);
    if (key !== null && receipt) this.#receipts.set(key, receipt);
    this.#events.push(event);
    const rev = revOf(this.#events.length);
    if (this.#unheard.length === 0) nextTurn(() => this.#announce());
    this.#unheard.push(decodeEvent(event, rev));
    return rev;
  }

  /** Sends the feeds what was committed since the last turn of the event loop. */
  #announce(): void {
    for (const event of this.#unheard.splice(0)) this.#feeds.publish(event);
  }

  #playerOf(wallet: Address): Player | null {
    const kept = this.#players.get(wallet);
    return kept ? playerDocument.decode(kept.document) : null;
  }

  #stakeOf(wallet: Address, id: StakeId): Stake | null {
    const document = this.#stakes.get(wallet)?.get(id);
    return document === undefined ? null : stakeDocument.decode(document);
  }

  #stakesOf(wallet: Address, { kinds, activeOnly, before, limit }: StakeQuery): Stake[] {
    const last =
      before && activeOnly ? { ...before, state: { status: 'active' } as const } : before;
    return [...(this.#stakes.get(wallet)?.values() ?? [])]
      .map((document) => stakeDocument.decode(document))
      .filter((stake) => kinds.includes(stake.kind) && (isActive(stake) || !activeOnly))
      .filter((stake) => !last || compareStakes(stake, last) > 0)
      .toSorted(compareStakes)
      .slice(0, limit);
  }

  #receiptOf(wallet: Address, commandId: CommandId, now: number): Receipt | null {
    const receipt = this.#receipts.get(receiptKey(wallet, commandId));
    return receipt && receipt.expiresAt > now ? { ...receipt } : null;
  }

  #find({ wallet, nationId, kinds, before, after, limit, order }: EventQuery): StoredEvent[] {
    const first = after ? numberOf(after) + 1 : 1;
    const last = before ? Math.min(numberOf(before) - 1, this.#events.length) : this.#events.length;
    const isOldestFirst = order === 'oldest-first';
    const found: StoredEvent[] = [];
    for (let n = 0; n <= last - first && found.length < limit; n += 1) {
      const number = isOldestFirst ? first + n : last - n;
      const event = this.#events[number - 1];
      if (!event || (wallet && event.wallet !== wallet)) continue;
      if (nationId && event.nationId !== nationId) continue;
      if (kinds && !kinds.includes(event.kind)) continue;
      found.push(decodeEvent(event, revOf(number)));
    }
    return found;
  }
}

function encode(change: Change, expectedVersion: number): Encoded {
  assertWhole(change, expectedVersion);
  const { player, stakes, event } = change;
  return {
    wallet: player.wallet,
    player: { version: player.version, document: playerDocument.encode(player) },
    stakes: stakes.map((stake) => [stake.id, stakeDocument.encode(stake)]),
    event: {
      wallet: player.wallet,
      nationId: event.row.nationId,
      kind: event.kind,
      document: eventDocument.encode(event),
    },
  };
}

/** Each listener of a feed gets a fresh copy, not a stored object. */
function decodeEvent({ document }: KeptEvent, rev: Rev): StoredEvent {
  return { ...eventDocument.decode(document), rev };
}

function firstAfter(
  wallets: readonly Address[],
  after: Address | null,
  most: number,
): readonly Address[] {
  const from = after === null ? 0 : wallets.findIndex((wallet) => wallet > after);
  return from < 0 ? [] : wallets.slice(from, from + most);
}

function receiptKey(wallet: Address, commandId: CommandId): string {
  return `${wallet} ${commandId}`;
}

function pastKey(kind: PastKind, at: number): string {
  return `${kind} ${at}`;
}

async function* inBatches(kept: readonly KeptPlayer[]): AsyncGenerator<readonly BoardRow[]> {
  for (let from = 0; from < kept.length; from += SNAPSHOT_BATCH) {
    const batch = kept.slice(from, from + SNAPSHOT_BATCH);
    yield await Promise.resolve(
      batch.map(({ document }) => boardRow(playerDocument.decode(document))),
    );
  }
}
