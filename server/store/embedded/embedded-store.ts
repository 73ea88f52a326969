/**
 * The store for one process without a database server: SQLite in a directory, owned by one worker thread.
 * This is the port itself, in the game's values; the worker handles rows and files.
 */
import { boardRow } from '../../../common/rules/ranking.ts';
import type { Change } from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import type { StoredEvent } from '../../../common/values/stored-event.ts';
import { epochSchema, REV_ZERO, type Epoch, type Rev } from '../../../common/values/ids.ts';
import type { Player } from '../../../common/values/player.ts';
import { written } from '../../../common/values/cultural.ts';
import { isActive, type Stake } from '../../../common/values/stake.ts';
import { begun } from '../../lib/deadline.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { turn, wallNow } from '../../lib/machine.ts';
import {
  assertWhole,
  eventDocument,
  fromText,
  ifReadable,
  playerDocument,
  stakeDocument,
  UnreadableDocument,
} from '../documents.ts';
import { Feeds } from '../feeds.ts';
import { Leases } from '../leases.ts';
import { Notices } from '../notices.ts';
import { assertReadable, readPast } from '../read-event.ts';
import { numberOf, revOf } from '../rev-number.ts';
import { stakersAmong } from '../stakers.ts';
import {
  StoreLost,
  StoreUnavailable,
  VersionConflict,
  type EventQuery,
  type Feed,
  type FeedListener,
  type LoadedWallet,
  type LoadQuery,
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
import { UnreadableEvents, type KeptEventAt } from '../unreadable-events.ts';
import type { WorkerOptions } from './messages.ts';
import { unpackRows } from './packed-rows.ts';
import type { EventRow } from './reads.ts';
import { startWorker, type WorkerLink } from './worker-link.ts';
import type { CommitRows } from './writes.ts';

/** Events per page for a feed that catches up: some 5 ms of this thread at a time. */
const FEED_PAGE = 500;

/**
 * Opens the data set in a directory, and creates it if needed.
 * @throws StoreNotOpened if it is in use, can't be written, or holds something else.
 */
export async function openEmbeddedStore(options: WorkerOptions): Promise<Store> {
  const { link, epoch, lastRev, orderBase } = await startWorker(options);
  return new EmbeddedStore(link, epochSchema.parse(epoch), revOf(lastRev), orderBase);
}

class EmbeddedStore implements Store {
  readonly lost: Promise<StoreLost>;
  /** Its directory is locked. */
  readonly isShared = false;
  readonly unreadable = new UnreadableEvents();
  readonly #link: WorkerLink;
  readonly #epoch: Epoch;
  /** [ORD1] */
  readonly #orderBase: number;
  readonly #feeds: Feeds;
  readonly #leases = new Leases();
  readonly #notices = new Notices();

  constructor(link: WorkerLink, epoch: Epoch, lastRev: Rev, orderBase: number) {
    this.#link = link;
    this.#epoch = epoch;
    this.#orderBase = orderBase;
    this.#feeds = new Feeds(lastRev, (after, onPage, onError) => {
      const range = { after: numberOf(after), limit: FEED_PAGE, order: 'oldest-first' } as const;
      const answered = (rows: readonly EventRow[]) => {
        const events = assertReadable(rows.map(this.#eventOf));
        onPage({ events, upTo: events.at(-1)?.rev ?? REV_ZERO });
      };
      link.post('events', [range], answered, onError);
    });
    this.lost = new Promise((resolve) => {
      link.onLost = (error) => {
        this.#feeds.loseAll(error);
        this.#leases.end(error);
        this.#notices.end(error);
        resolve(lossOf(error));
      };
    });
  }

  async loadPlayers(): Promise<Snapshot> {
    const { snapshot, rev, count } = await this.#link.ask('openSnapshot');
    return { epoch: this.#epoch, rev: revOf(rev), count, players: this.#playersOf(snapshot) };
  }

  async *#playersOf(snapshot: number): AsyncGenerator<readonly BoardRow[]> {
    let isOpen = true;
    let coming = begun(this.#link.ask('readSnapshot', snapshot));
    try {
      for (;;) {
        const parts = await coming;
        isOpen = parts !== null;
        if (parts === null) return;
        // The worker reads ahead while this thread builds the board. Requests leave with the turn.
        coming = begun(this.#link.ask('readSnapshot', snapshot));
        await turn();
        for (const part of parts) yield typeof part === 'string' ? rowsIn(part) : unpackRows(part);
      }
    } finally {
      if (isOpen) await this.#link.ask('closeSnapshot', snapshot);
    }
  }

  async load(wallet: Address, query: LoadQuery): Promise<LoadedWallet> {
    const { commandId } = query;
    const found = await this.#link.ask('load', wallet, query);
    const { player, stake, receipt, lastRev } = found;
    return {
      player: player === null ? null : playerOf(player),
      stake: stake === null ? null : stakeOf(stake),
      receipt: commandId && receipt && { ...receipt, commandId },
      order: this.#orderBase + lastRev,
    };
  }

  async player(wallet: Address): Promise<Player | null> {
    const document = await this.#link.ask('player', wallet);
    return document === null ? null : playerOf(document);
  }

  async stakers(after: Address | null, most: number): Promise<Stakers> {
    // Every wallet sorts after the empty text.
    const rows = await this.#link.ask('stakers', after ?? '', most);
    const kept = await inSlices(rows, ([wallet, document]) => ({
      wallet,
      player: ifReadable(() => playerOf(document)),
    }));
    return stakersAmong(kept, most);
  }

  async stakes(wallet: Address, query: StakeQuery): Promise<Stake[]> {
    const { kinds, activeOnly, before, limit } = query;
    const documents = await this.#link.ask('stakes', {
      wallet,
      kinds: kinds.map((kind) => written(kind)),
      activeOnly,
      before: before && {
        active: isActive(before) ? 1 : 0,
        playerVersion: before.playerVersion,
      },
      limit,
    });
    return inSlices(documents, stakeOf);
  }

  /** Every live feed is notified before this resolves. */
  async commit(change: Change, expectedVersion: number, receipt: Receipt | null): Promise<Rev> {
    const rows = rowsOf(change, expectedVersion, receipt);
    return new Promise((resolve, reject) => {
      const onAnswer = (number: number | null) => {
        if (number === null) {
          reject(new VersionConflict(conflictOf(rows)));
          return;
        }
        const rev = revOf(number);
        this.#feeds.publish({ ...change.event, rev });
        resolve(rev);
      };
      this.#link.post('commit', [rows], onAnswer, reject);
    });
  }

  watch(after: Rev, listener: FeedListener): Feed {
    return this.#feeds.follow(after, listener);
  }

  async events(asked: EventQuery): Promise<StoredEvent[]> {
    return readPast(asked, async (query) => {
      const rows = await this.#link.ask('events', {
        ...query,
        kinds: query.kinds?.map((kind) => written(kind)),
        before: query.before && numberOf(query.before),
        after: query.after && numberOf(query.after),
      });
      return inSlices(rows, this.#eventOf);
    });
  }

  readonly #eventOf = ([rev, document]: EventRow): KeptEventAt =>
    this.unreadable.read(revOf(rev), () => fromText(document));

  issueNonce(nonce: string, expiresAt: number): Promise<void> {
    return this.#link.ask('issueNonce', nonce, expiresAt);
  }

  spendNonce(nonce: string, now: number): Promise<boolean> {
    return this.#link.ask('spendNonce', nonce, now);
  }

  takeNonceQuestion(nonce: string, now: number, most: number): Promise<boolean> {
    return this.#link.ask('takeNonceQuestion', nonce, now, most);
  }

  returnNonceQuestion(nonce: string): Promise<void> {
    return this.#link.ask('returnNonceQuestion', nonce);
  }

  sessionState(wallet: Address, tokenId: string): Promise<SessionState> {
    return this.#link.ask('sessionState', wallet, tokenId);
  }

  revokeToken(tokenId: string, expiresAt: number): Promise<void> {
    return this.#link.ask('revokeToken', tokenId, expiresAt);
  }

  raiseSessionEpoch(wallet: Address): Promise<void> {
    return this.#link.ask('raiseSessionEpoch', wallet);
  }

  setting(name: string): Promise<string | null> {
    return this.#link.ask('setting', name);
  }

  putSetting(name: string, value: string): Promise<void> {
    return this.#link.ask('putSetting', name, value);
  }

  async past(query: PastQuery): Promise<PastRow[]> {
    const { kind } = query;
    const rows = await this.#link.ask('past', query);
    return rows.map(([, at, number, document]) => ({
      kind,
      at,
      upTo: number === 0 ? null : { rev: revOf(number), number },
      document,
    }));
  }

  writePast({ expected, rows, forget }: PastWrite): Promise<boolean> {
    // Its revs are the numbers of its commits.
    const texts = rows.map(
      ({ kind, at, upTo, document }) =>
        [kind, at, upTo ? numberOf(upTo.rev) : 0, document] as const,
    );
    return this.#link.ask('writePast', expected === null ? 0 : numberOf(expected), texts, forget);
  }

  async holdLease(name: string, holder: string, ttlMs: number): Promise<boolean> {
    return this.#leases.hold(name, holder, ttlMs);
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    this.#leases.release(name, holder);
  }

  async exchange(
    topic: string,
    holder: string,
    text: string,
    ttlMs: number,
  ): Promise<readonly string[]> {
    return this.#notices.exchange(topic, holder, text, ttlMs);
  }

  async time(): Promise<number> {
    return wallNow();
  }

  ping(): Promise<void> {
    return this.#link.ask('ping');
  }

  async close(): Promise<void> {
    const closed = new StoreUnavailable('The store is closed.');
    this.#leases.end(closed);
    this.#notices.end(closed);
    await this.#link.close();
    this.#feeds.close();
  }
}

function lossOf({ cause }: StoreUnavailable): StoreLost {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreLost(
    `The store in DATA_DIR is lost: ${why}. Check the disk and the directory, restore a backup if a file is damaged or missing, and start Denaria again.`,
    { cause },
  );
}

function playerOf(document: string): Player {
  return playerDocument.decode(fromText(document));
}

function stakeOf(document: string): Stake {
  return stakeDocument.decode(fromText(document));
}

function rowsOf(change: Change, expectedVersion: number, receipt: Receipt | null): CommitRows {
  assertWhole(change, expectedVersion);
  const { player, stakes, event } = change;
  return {
    wallet: player.wallet,
    expectedVersion,
    player: JSON.stringify(playerDocument.encode(player)),
    stakes: stakes.map((stake) => [stake.id, JSON.stringify(stakeDocument.encode(stake))]),
    nationId: event.row.nationId,
    at: event.at,
    event: JSON.stringify(eventDocument.encode(event)),
    receipt,
  };
}

function conflictOf({ wallet, expectedVersion, receipt }: CommitRows): string {
  const command = receipt ? `, or command ${receipt.commandId} was carried out before` : '';
  return `${wallet} is not at version ${expectedVersion}${command}`;
}

/** @param text documents of players, separated by commas. @throws UnreadableDocument */
function rowsIn(text: string): BoardRow[] {
  const documents = fromText(`[${text}]`);
  if (!Array.isArray(documents)) throw new UnreadableDocument('A batch of players is not a list.');
  return documents.map((document) => boardRow(playerDocument.decode(document)));
}
