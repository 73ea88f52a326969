/**
 * The port on SQLite's statements, in the game's values: what carries them out, and on which files,
 * is behind a link.
 */
import { snapshotRow } from '../../../common/rules/ranking.ts';
import type { Change } from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import type { Commit } from '../../../common/values/stored-event.ts';
import { epochSchema, REV_ZERO, type Epoch, type Rev } from '../../../common/values/ids.ts';
import type { Player } from '../../../common/values/player.ts';
import type { Stake } from '../../../common/values/stake.ts';
import { reasonOf } from '../../lib/command.ts';
import { deferRejection } from '../../lib/deadline.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { yieldToLoop, wallNow } from '../../lib/machine.ts';
import {
  assertWhole,
  eraEventDocument,
  eventDocument,
  fromText,
  ifReadable,
  playerDocument,
  stakeDocument,
} from '../documents.ts';
import {
  ERA_KEY,
  eraAfter,
  eraText,
  storedEra,
  type Era,
  type NextEra,
  type StoredEra,
} from '../era.ts';
import { Feeds } from '../feeds.ts';
import { allReadable, readableEvents, revOf, playersPage } from '../pages.ts';
import type { RowKind, Rows, RowsWrite } from '../rows.ts';
import {
  ONLY_THE_PLAYER,
  StoreLost,
  type StoreUnavailable,
  VersionConflict,
  type EventQuery,
  type Feed,
  type FeedListener,
  type LoadedWallet,
  type LoadQuery,
  type Receipt,
  type Snapshot,
  type StakeQuery,
  type PlayersPage,
  type Store,
} from '../store.ts';
import { UnreadableEvents, type EventAt } from '../unreadable-events.ts';
import type { OpenedDataSet, StoreLink } from './messages.ts';
import type { EventRow } from './reads.ts';
import type { CommitRows } from './writes.ts';

/** Events per page for a feed that catches up: some 5 ms of this thread at a time. */
const FEED_PAGE = 500;

export class SqlStore implements Store {
  readonly lost: Promise<StoreLost>;
  readonly isShared: boolean;
  readonly unreadable = new UnreadableEvents();
  readonly #link: StoreLink;
  readonly #epoch: Epoch;
  /** [ORD1] */
  readonly #orderBase: number;
  readonly #feeds: Feeds;
  #era: { readonly document: string | null; readonly era: StoredEra } = {
    document: null,
    era: storedEra(null),
  };

  constructor(
    link: StoreLink,
    { epoch, lastRev, orderBase, isShared }: OpenedDataSet & { readonly isShared: boolean },
  ) {
    this.#link = link;
    this.#epoch = epochSchema.parse(epoch);
    this.#orderBase = orderBase;
    this.isShared = isShared;
    this.#feeds = new Feeds(revOf(lastRev), async (after) => {
      const rows = await link.ask('events', { after, limit: FEED_PAGE, order: 'oldest-first' });
      const events = allReadable(rows.map(this.#eventOf));
      return { events, upTo: events.at(-1)?.rev ?? REV_ZERO };
    });
    this.lost = new Promise((resolve) => {
      link.onLost = (error) => {
        this.#feeds.loseAll(error);
        resolve(lossOf(error));
      };
    });
  }

  async loadPlayers(): Promise<Snapshot> {
    const { snapshot, rev } = await this.#link.ask('openSnapshot');
    return { epoch: this.#epoch, rev: revOf(rev), players: this.#playersOf(snapshot) };
  }

  async *#playersOf(snapshot: number): AsyncGenerator<readonly BoardRow[]> {
    let isOpen = true;
    let coming = deferRejection(this.#link.ask('readSnapshot', snapshot));
    try {
      for (;;) {
        const documents = await coming;
        isOpen = documents.length > 0;
        if (!isOpen) return;
        // The worker reads ahead while this thread builds the board. Requests leave with the turn.
        coming = deferRejection(this.#link.ask('readSnapshot', snapshot));
        await yieldToLoop();
        yield documents.map((document) => snapshotRow(playerOf(document)));
      }
    } finally {
      if (isOpen) await this.#link.ask('closeSnapshot', snapshot);
    }
  }

  async load(wallet: Address, query: LoadQuery): Promise<LoadedWallet> {
    const { player, stake, receipt, lastRev, era } = await this.#link.ask('load', wallet, query);
    return {
      player: player === null ? null : playerOf(player),
      stake: stake === null ? null : stakeOf(stake),
      receipt,
      order: this.#orderBase + lastRev,
      era: this.#eraOf(era),
    };
  }

  async player(wallet: Address): Promise<Player | null> {
    const { player } = await this.#link.ask('load', wallet, ONLY_THE_PLAYER);
    return player === null ? null : playerOf(player);
  }

  async playersAfter(after: Address | null, most: number): Promise<PlayersPage> {
    // Every wallet sorts after the empty text.
    const rows = await this.#link.ask('playersAfter', after ?? '', most);
    const page = await inSlices(rows, ([wallet, document]) => ({
      wallet,
      player: ifReadable(() => playerOf(document)),
    }));
    return playersPage(page, most);
  }

  async stakes(wallet: Address, query: StakeQuery): Promise<Stake[]> {
    return inSlices(await this.#link.ask('stakes', wallet, query), stakeOf);
  }

  /** Every live feed is notified before this resolves. */
  async commit(
    change: Change,
    expectedVersion: number,
    receipt: Receipt | null,
    era: number | null = null,
  ): Promise<Rev> {
    const rows = { ...rowsOf(change, expectedVersion, receipt), era };
    const number = await this.#link.ask('commit', rows);
    if (number === null) throw new VersionConflict(conflictOf(rows));
    const rev = revOf(number);
    this.#feeds.publish({ ...change.event, rev });
    return rev;
  }

  async era(): Promise<Era> {
    return this.#eraOf((await this.rows('era').get(ERA_KEY))?.document ?? null);
  }

  async changeEra(next: NextEra): Promise<Era> {
    const rows = this.rows('era');
    for (;;) {
      const { document = null } = (await rows.get(ERA_KEY)) ?? {};
      const era = this.#eraOf(document);
      const change = next(era.value);
      if (change === null) return era;
      const { value, event } = change;
      const number = await this.#link.ask('changeEra', {
        expected: document,
        era: eraText(eraAfter(era, value, event)),
        at: event?.at ?? 0,
        event: event && JSON.stringify(eraEventDocument.encode(event)),
      });
      if (event && number !== null) this.#feeds.publish({ ...event, rev: revOf(number) });
    }
  }

  /** Each is parsed once. */
  #eraOf(document: string | null): StoredEra {
    if (this.#era.document !== document) this.#era = { document, era: storedEra(document) };
    return this.#era.era;
  }

  watch(after: Rev, listener: FeedListener): Feed {
    return this.#feeds.follow(after, listener);
  }

  async events(query: EventQuery): Promise<Commit[]> {
    return readableEvents(query, async (page) =>
      inSlices(await this.#link.ask('events', page), this.#eventOf),
    );
  }

  readonly #eventOf = ([rev, document]: EventRow): EventAt =>
    this.unreadable.read(revOf(rev), () => fromText(document));

  rows(kind: RowKind): Rows {
    const link = this.#link;
    return {
      get: (key) => link.ask('getRow', kind, key),
      range: (range) => link.ask('rowsInRange', kind, range),
      put: (row, expected) => link.ask('putRow', kind, row, expected),
      increment: (increment) => link.ask('incrementRow', kind, increment),
      delete: (key, expected) => link.ask('deleteRow', kind, key, expected),
    };
  }

  async write(write: RowsWrite): Promise<boolean> {
    return this.#link.ask('writeRows', write);
  }

  async ping(): Promise<void> {
    return this.#link.ask('ping');
  }

  async time(): Promise<number> {
    return wallNow();
  }

  async close(): Promise<void> {
    await this.#link.close();
    this.#feeds.close();
  }
}

function lossOf({ cause }: StoreUnavailable): StoreLost {
  return new StoreLost(
    `The store in DATA_DIR is lost: ${reasonOf(cause)}. Check the disk and the directory, restore a backup if a file is damaged or missing, and start Denaria again.`,
    { cause },
  );
}

function playerOf(document: string): Player {
  return playerDocument.decode(fromText(document));
}

function stakeOf(document: string): Stake {
  return stakeDocument.decode(fromText(document));
}

function rowsOf(
  change: Change,
  expectedVersion: number,
  receipt: Receipt | null,
): Omit<CommitRows, 'era'> {
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

function conflictOf({ wallet, expectedVersion, receipt, era }: CommitRows): string {
  const command = receipt ? `, or command ${receipt.commandId} was carried out before` : '';
  const over = era === null ? '' : `, or era ${era} is over`;
  return `${wallet} is not at version ${expectedVersion}${command}${over}`;
}
