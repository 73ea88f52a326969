/**
 * The push pipeline, from the board's changes to the sockets: the window collects them, the ticker
 * decides when, each room's part becomes one message, the audience sends it. It knows nothing about
 * the network.
 *
 * Every room's ticks form a chain: each one's `since` is the rev of the previous one, however many
 * commits that did not concern the room lie between, and it contains every change after `since`. So
 * a client whose rows are at any rev from `since` on may apply it, and one that missed a message
 * sees the gap.
 */
import type { Logger } from 'pino';
import { ROOMS, type Room, type WatchingMessage } from '../../../common/protocol/live.ts';
import { isSet, type Status } from '../../../common/protocol/status.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { SeasonRace } from '../../leaderboard/season-race.ts';
import { SeasonWindow, type SeasonChange } from '../../leaderboard/season-window.ts';
import { LiveWindow } from '../../leaderboard/window.ts';
import { after, monotonicNow, type Timer } from '../../lib/machine.ts';
import { nationRooms, type LiveSocket, type Rooms } from '../sockets/live-socket.ts';
import { createAudience, type AudienceLimits } from './audience.ts';
import type { Member } from './member.ts';
import { NO_CHANGES, partOf, playerMessage, resyncMessage, snapshot, tick } from './messages.ts';
import { packetOf, type Packet } from './packet.ts';

const SEASON_MS = 1000;

export interface PushOptions {
  /** What operators have set. */
  readonly status: () => Status;
  readonly board: Board;
  readonly race: SeasonRace;
  readonly rooms: Rooms;
  readonly liveTickMs: number;
  /** Called after all changes in a tick are sent. */
  readonly onPush?: (() => void) | undefined;
  readonly log: Pick<Logger, 'error'>;
  /** How many rows from the top are kept current; defaults to the protocol's. */
  readonly windowRows?: number;
  readonly limits?: AudienceLimits;
}

export class Pushes {
  readonly #status: () => Status;
  readonly #board: Board;
  readonly #onPush: () => void;
  readonly #log: PushOptions['log'];
  readonly #liveWindow: LiveWindow;
  readonly #audience: ReturnType<typeof createAudience>;
  readonly #ticker: ReturnType<typeof createTicker>;
  readonly #seasonPart: ReturnType<typeof createSeasonPart>;
  readonly #unsubscribe: () => void;
  /** The rev of each room's last tick. */
  readonly #sinceOf = new Map<Room, Rev>();
  /** The watcher counts last sent; null: none. */
  #figures: Packet | null = null;
  /** True if the counts are still to be sent. */
  #hasFigures = false;
  /** True if the status is still to be sent, and if it ever was. */
  #hasStatus = false;
  #hasChanged = false;
  /** True if a commit that no player made is still to be told to every room. */
  #isRevDue = false;
  /** True if a flush came too early, while a round was being sent. */
  #isAwaited = false;

  constructor(options: PushOptions) {
    const { status, board, race, rooms, onPush = () => {}, log } = options;
    this.#status = status;
    this.#board = board;
    this.#onPush = onPush;
    this.#log = log;
    this.#liveWindow = new LiveWindow(board, options.windowRows);
    this.#audience = createAudience(rooms, {
      missed: ({ socket }) => this.#missed(socket),
      onBroken: ({ socket }, error) => {
        log.error({ err: error, socketId: socket.id }, 'a socket could not be written to');
        socket.disconnect(true);
      },
      limits: options.limits,
    });
    this.#ticker = createTicker(options.liveTickMs, () => this.#flush());
    this.#seasonPart = createSeasonPart(new SeasonWindow(board, race), () =>
      this.#ticker.request(),
    );
    this.#unsubscribe = board.subscribe({
      onChange: () => this.#ticker.request(),
      // Everyone's rev follows, so that nobody has to fetch a list for it.
      onEraEvent: () => {
        this.#isRevDue = true;
        this.#ticker.request();
      },
      // A tick doesn't say its epoch, and one after a load may follow on other rows: first of all
      // comes a resync.
      onReload: () => this.resync(),
    });
    rooms.on('delete-room', (room: string) => this.#liveWindow.unwatch(room));
    this.#restart();
  }

  /** Adds a socket, before it joins any of our rooms; it is removed when it disconnects. */
  add(socket: LiveSocket): Member {
    return this.#audience.add(socket);
  }

  /** Watches a wallet's row for as long as its room has anybody in it; a socket watches one. */
  watchWallet(socket: LiveSocket, wallet: Address): void {
    for (const before of this.#liveWindow.watchedAmong(socket.rooms)) {
      if (before !== wallet) void socket.leave(before);
    }
    void socket.join(wallet);
    this.#liveWindow.watch(wallet);
  }

  /** Sends a member the current state of what it watches; of its wallet only if that is given. */
  sendCurrent(member: Member, wallet: Address | undefined): void {
    const packets = this.#current(member.socket, wallet ? [wallet] : []);
    for (const packet of packets) member.send(packet);
  }

  /** Sends these watcher counts with the next tick; null: sends none from now on. */
  watching(counts: WatchingMessage | null): void {
    this.#figures = counts && packetOf('watching', counts);
    this.#hasFigures = counts !== null;
    if (counts) this.#ticker.request();
  }

  /**
   * Call it before handling a member's message: the member first receives everything due to it.
   */
  settle(member: Member): void {
    this.#audience.settle(member);
  }

  /** Sends everyone what operators have set now. */
  statusChanged(): void {
    this.#hasStatus = true;
    this.#hasChanged = true;
    this.#ticker.request();
  }

  /** Asks everyone to fetch the list, and pushes the rest itself. */
  resync(): void {
    this.#restart();
    this.#audience.resync(resyncMessage(this.#board));
    for (const room of ROOMS) {
      this.#audience.toRoom(room, 'tick', () => this.#snapshot(room));
    }
    // They may have been in the round that this one replaces.
    if (this.#figures) this.#audience.toWatchers(this.#figures);
    this.#hasFigures = false;
    this.#hasStatus = this.#hasChanged;
    this.#addStatus();
    this.#addPlayers(this.#liveWindow.watchedWallets());
    this.#audience.send(() => this.#sent());
  }

  close(): void {
    this.#ticker.stop();
    this.#seasonPart.stop();
    this.#unsubscribe();
    this.#liveWindow.close();
  }

  /** Discards unsent changes: the chains restart at the board's present rev. */
  #restart(): void {
    this.#liveWindow.take();
    for (const room of ROOMS) this.#sinceOf.set(room, this.#board.rev);
    this.#isRevDue = false;
  }

  #flush(): void {
    // The previous round is still being sent: changes since then go into the next one.
    if (this.#audience.isSending()) {
      this.#isAwaited = true;
      return;
    }
    try {
      const changes = this.#liveWindow.take();
      this.#addTicks({ ...changes, season: this.#seasonPart.take() });
      this.#isRevDue = false;
      if (this.#hasFigures && this.#figures) this.#audience.toWatchers(this.#figures);
      this.#hasFigures = false;
      this.#addStatus();
      this.#addPlayers(changes.wallets);
      this.#audience.send(() => this.#sent());
    } catch (error) {
      // The changes taken for this round are lost: everyone must fetch them.
      this.#log.error({ err: error }, 'a tick failed');
      this.resync();
    }
  }

  #addTicks(changes: Parameters<typeof partOf>[1]): void {
    for (const room of ROOMS) {
      const part = partOf(room, changes) ?? (this.#isRevDue ? NO_CHANGES : null);
      if (!part) continue;
      const since = this.#sinceOf.get(room) ?? this.#board.rev;
      // Also of an empty room: who joins it later must not take these changes for sent.
      this.#sinceOf.set(room, this.#board.rev);
      this.#audience.toRoom(room, 'tick', () =>
        tick(this.#board, room, part, { since, digest: this.#liveWindow.digest() }),
      );
    }
  }

  #addStatus(): void {
    if (this.#hasStatus) this.#audience.toEveryone('status', this.#status());
    this.#hasStatus = false;
  }

  #addPlayers(wallets: Iterable<Address>): void {
    for (const wallet of wallets) {
      this.#audience.toRoom(wallet, 'player', () => playerMessage(this.#board, wallet));
    }
  }

  #sent(): void {
    this.#onPush();
    if (this.#isAwaited) this.#ticker.request();
    this.#isAwaited = false;
  }

  /** Everything that a socket which missed messages must receive. */
  #missed(socket: LiveSocket): Packet[] {
    return [
      packetOf('resync', resyncMessage(this.#board)),
      ...this.#current(socket, this.#liveWindow.watchedAmong(socket.rooms)),
      // It may have missed that nothing is set any more.
      ...(this.#hasChanged && !isSet(this.#status()) ? [packetOf('status', this.#status())] : []),
    ];
  }

  #snapshot(room: Room) {
    return snapshot(this.#board, room, this.#liveWindow.digest());
  }

  #current(socket: LiveSocket, wallets: readonly Address[]): Packet[] {
    const watched = nationRooms(socket.rooms);
    const packets = watched.map((room) => packetOf('tick', this.#snapshot(room)));
    if (this.#figures && watched.length > 0) packets.push(this.#figures);
    for (const wallet of wallets)
      packets.push(packetOf('player', playerMessage(this.#board, wallet)));
    if (isSet(this.#status())) packets.push(packetOf('status', this.#status()));
    return packets;
  }
}

/**
 * The week's part of a tick [PRO37]: what changed in a second, from the first change on. Nobody
 * misses it sooner, and with each commit it would be a third of every tick.
 */
function createSeasonPart(seasonWindow: SeasonWindow, requestTick: () => void) {
  let timer: Timer | null = null;
  let isDue = false;

  return {
    /** Call it with every tick. Null: nothing changed, or it comes with a later one. */
    take(): SeasonChange | null {
      if (isDue) {
        isDue = false;
        return seasonWindow.take();
      }
      if (seasonWindow.look()) timer ??= after(SEASON_MS, due);
      return null;
    },

    stop: () => timer?.stop(),
  };

  function due(): void {
    timer = null;
    isDue = true;
    requestTick();
  }
}

/**
 * Runs a function soon after it is requested, at most once per tick: immediately after a quiet
 * tick, otherwise at the end of the tick. Without a request nothing runs.
 */
export function createTicker(tickMs: number, run: () => void) {
  let timer: Timer | null = null;
  let ranAt = Number.NEGATIVE_INFINITY;

  return {
    request(): void {
      timer ??= after(Math.max(0, ranAt + tickMs - monotonicNow()), () => {
        timer = null;
        ranAt = monotonicNow();
        run();
      });
    },

    stop(): void {
      timer?.stop();
      timer = null;
    },
  };
}
