/**
 * The push pipeline, from the board's changes to the sockets: the window collects them, the ticker decides
 * when, each room's part becomes one message, the audience sends it. It knows nothing about the network.
 *
 * Every room's ticks form a chain: each one's `since` is the rev of the previous one, however many commits that did
 * not concern the room lie between, and it contains every change after `since`. So a client whose rows are at any rev
 * from `since` on may apply it, and one that missed a message sees the gap.
 */
import type { Logger } from 'pino';
import { ROOMS, type Room, type WatchingMessage } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { Board } from '../../leaderboard/board.ts';
import { LiveWindow, type WindowChanges } from '../../leaderboard/window.ts';
import { after, monotonicNow, type Timer } from '../../lib/machine.ts';
import { nationRooms, type LiveSocket, type Rooms } from '../sockets/live-socket.ts';
import { Audience, type AudienceLimits } from './audience.ts';
import type { Member } from './member.ts';
import { partOf, playerMessage, resyncMessage, snapshot, tick } from './messages.ts';
import { packetOf, type Packet } from './packet.ts';

interface PushOptions {
  readonly board: Board;
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
  readonly #board: Board;
  readonly #window: LiveWindow;
  readonly #audience: Audience;
  readonly #ticker: Ticker;
  readonly #onPush: () => void;
  readonly #log: Pick<Logger, 'error'>;
  readonly #unsubscribe: () => void;
  /** The rev of each room's last tick. */
  readonly #since = new Map<Room, Rev>();
  /** The watcher counts last sent; null: none. */
  #figures: WatchingMessage | null = null;
  /** True if the counts are still to be sent. */
  #hasFigures = false;
  /** True if a flush came too early, while a round was being sent. */
  #isAwaited = false;

  constructor(options: PushOptions) {
    const { board, rooms, liveTickMs, onPush, log, windowRows, limits } = options;
    this.#board = board;
    this.#onPush = onPush ?? (() => {});
    this.#log = log;
    this.#window = new LiveWindow(board, windowRows);
    this.#audience = new Audience(rooms, {
      missed: ({ socket }) => [
        packetOf('resync', resyncMessage(board)),
        ...this.#current(socket, this.#window.watchedAmong(socket.rooms)),
      ],
      onBroken: ({ socket }, error) => {
        log.error({ err: error, socketId: socket.id }, 'a socket could not be written to');
        socket.disconnect(true);
      },
      limits,
    });
    this.#ticker = new Ticker(liveTickMs, () => this.#flush());
    this.#unsubscribe = board.subscribe({
      onChange: () => this.#ticker.request(),
      // A tick doesn't say its epoch, and one after a load may follow on other rows: first of all comes a resync.
      onReload: () => this.resync(),
    });
    rooms.on('delete-room', (room: string) => this.#window.unwatch(room));
    this.#restart();
  }

  /** Adds a socket, before it joins any of our rooms; it is removed when it disconnects. */
  add(socket: LiveSocket): Member {
    return this.#audience.add(socket);
  }

  /** Watches a wallet's row for as long as its room has anybody in it; a socket watches one. */
  watchWallet(socket: LiveSocket, wallet: Address): void {
    for (const before of this.#window.watchedAmong(socket.rooms)) {
      if (before !== wallet) void socket.leave(before);
    }
    void socket.join(wallet);
    this.#window.watch(wallet);
  }

  /** Sends a member the current state of what it watches; of its wallet only if that is given. */
  sendCurrent(member: Member, wallet: Address | undefined): void {
    const packets = this.#current(member.socket, wallet ? [wallet] : []);
    for (const packet of packets) member.send(packet);
  }

  /** Sends these watcher counts with the next tick; null: sends none from now on. */
  watching(figures: WatchingMessage | null): void {
    this.#figures = figures;
    this.#hasFigures = figures !== null;
    if (figures) this.#ticker.request();
  }

  /** Call it before handling a member's message: the member first receives everything due to it. */
  settle(member: Member): void {
    this.#audience.settle(member);
  }

  /** Asks everyone to fetch the list, and pushes the rest itself. */
  resync(): void {
    const board = this.#board;
    this.#restart();
    this.#audience.resync(resyncMessage(board));
    for (const room of ROOMS) {
      this.#audience.toRoom(room, 'tick', () => snapshot(board, room, this.#window.digest()));
    }
    // They may have been in the round that this one replaces.
    if (this.#figures) this.#audience.toWatchers(this.#figures);
    this.#hasFigures = false;
    this.#addPlayers(this.#window.watchedWallets());
    this.#audience.send(() => this.#sent());
  }

  close(): void {
    this.#ticker.stop();
    this.#unsubscribe();
    this.#window.close();
  }

  /** Discards unsent changes: the chains restart at the board's present rev. */
  #restart(): void {
    this.#window.take();
    for (const room of ROOMS) this.#since.set(room, this.#board.rev);
  }

  #flush(): void {
    // The previous round is still being sent: changes since then go into the next one.
    if (this.#audience.isSending) {
      this.#isAwaited = true;
      return;
    }
    try {
      const changes = this.#window.take();
      this.#addTicks(changes);
      if (this.#hasFigures && this.#figures) this.#audience.toWatchers(this.#figures);
      this.#hasFigures = false;
      this.#addPlayers(changes.wallets);
      this.#audience.send(() => this.#sent());
    } catch (error) {
      // The changes taken for this round are lost: everyone must fetch them.
      this.#log.error({ err: error }, 'a tick failed');
      this.resync();
    }
  }

  #addTicks(changes: WindowChanges): void {
    const board = this.#board;
    for (const room of ROOMS) {
      const part = partOf(room, changes);
      if (!part) continue;
      const since = this.#since.get(room) ?? board.rev;
      // Also of an empty room: who joins it later must not take these changes for sent.
      this.#since.set(room, board.rev);
      this.#audience.toRoom(room, 'tick', () =>
        tick(board, room, part, { since, digest: this.#window.digest() }),
      );
    }
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

  #current(socket: LiveSocket, wallets: readonly Address[]): Packet[] {
    const board = this.#board;
    const rooms = nationRooms(socket.rooms);
    const packets = rooms.map((room) =>
      packetOf('tick', snapshot(board, room, this.#window.digest())),
    );
    if (this.#figures && rooms.length > 0) packets.push(packetOf('watching', this.#figures));
    for (const wallet of wallets) packets.push(packetOf('player', playerMessage(board, wallet)));
    return packets;
  }
}

/**
 * Runs a function soon after it is requested, at most once per tick: immediately after a quiet tick,
 * otherwise at the end of the tick. Without a request nothing runs.
 */
export class Ticker {
  readonly #tickMs: number;
  readonly #run: () => void;
  #timer: Timer | null = null;
  #ranAt = Number.NEGATIVE_INFINITY;

  constructor(tickMs: number, run: () => void) {
    this.#tickMs = tickMs;
    this.#run = run;
  }

  request(): void {
    if (this.#timer) return;
    const waitMs = Math.max(0, this.#ranAt + this.#tickMs - monotonicNow());
    this.#timer = after(waitMs, () => {
      this.#timer = null;
      this.#ranAt = monotonicNow();
      this.#run();
    });
  }

  stop(): void {
    this.#timer?.stop();
    this.#timer = null;
  }
}
