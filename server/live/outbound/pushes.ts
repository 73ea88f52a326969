/**
 * The push pipeline, from the board's changes to the sockets: the window collects them, the ticker decides
 * when, the feed turns them into messages, the audience sends them. It knows nothing about the network.
 */
import type { Logger } from 'pino';
import type { WatchingMessage } from '../../../common/protocol/live.ts';
import { Vocabulary } from '../../../common/protocol/since.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import type { Board } from '../../leaderboard/board.ts';
import { LiveWindow } from '../../leaderboard/window.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';
import { followWalletRooms, nationsOf } from '../sockets/rooms.ts';
import { Audience, type AudienceLimits, type Rooms } from './audience.ts';
import type { Member } from './member.ts';
import { gdpMessage, playerMessage, resyncMessage } from './messages.ts';
import { VersionedPacket, type Packet } from './packet.ts';
import { LiveFeed, Ticker } from './tick.ts';

export interface PushOptions {
  readonly board: Board;
  readonly rooms: Rooms;
  readonly liveTickMs: number;
  /** Called after all changes in a tick are sent. */
  readonly onPush?: (() => void) | undefined;
  readonly log: Pick<Logger, 'error'>;
  /** How many rows from the top are kept current; defaults to the protocol's. */
  readonly windowRows?: number;
  readonly limits?: AudienceLimits;
  /** What clients of each version know; defaults to the protocol's. */
  readonly vocabulary?: Vocabulary | undefined;
}

export class Pushes {
  readonly #board: Board;
  readonly #window: LiveWindow;
  readonly #feed: LiveFeed;
  readonly #audience: Audience;
  readonly #vocabulary: Vocabulary;
  readonly #ticker: Ticker;
  readonly #onPush: () => void;
  readonly #log: Pick<Logger, 'error'>;
  readonly #unsubscribe: () => void;
  /** The watcher counts last sent; null: none. */
  #figures: WatchingMessage | null = null;
  /** True if the counts are still to be sent. */
  #hasFigures = false;
  /** True if a flush came too early, while a round was being sent. */
  #isAwaited = false;

  constructor(options: PushOptions) {
    const { board, rooms, liveTickMs, onPush, log, windowRows, limits } = options;
    const { vocabulary = new Vocabulary() } = options;
    this.#board = board;
    this.#vocabulary = vocabulary;
    this.#onPush = onPush ?? (() => {});
    this.#log = log;
    this.#window = new LiveWindow(board, windowRows);
    this.#audience = new Audience(rooms, {
      snapshot: (member) => this.#snapshot(member),
      onBroken: ({ socket }, error) => {
        log.error({ err: error, socketId: socket.id }, 'a socket could not be written to');
        socket.disconnect(true);
      },
      limits,
      vocabulary,
    });
    this.#feed = new LiveFeed(board, this.#window, this.#audience);
    this.#ticker = new Ticker(liveTickMs, () => this.#flush());
    this.#unsubscribe = board.subscribe({
      onChange: () => this.#ticker.request(),
      onReload: () => this.#feed.restart(),
    });
    followWalletRooms(rooms, this.#window);
  }

  /**
   * Adds a socket, before it joins any of our rooms; it is removed when it disconnects.
   * @param version the client's protocol version.
   */
  add(socket: LiveSocket, version = PROTOCOL_VERSION): Member {
    return this.#audience.add(socket, version);
  }

  /** How many sockets watch here: in total and per nation. */
  count(): WatchingMessage {
    return this.#audience.count();
  }

  /** How many watch on all processes, as last sent. */
  get figures(): WatchingMessage | null {
    return this.#figures;
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

  /** After the board was reloaded: asks everyone to fetch the list, and pushes the rest itself. */
  resync(): void {
    this.#feed.restart();
    this.#audience.resync(resyncMessage(this.#board));
    this.#feed.sendSnapshot();
    this.#audience.send(() => this.#sent());
  }

  close(): void {
    this.#ticker.stop();
    this.#unsubscribe();
    this.#window.close();
  }

  #flush(): void {
    // The previous round is still being sent: changes since then go into the next one.
    if (this.#audience.isSending) {
      this.#isAwaited = true;
      return;
    }
    try {
      this.#feed.flush();
      if (this.#hasFigures && this.#figures) this.#audience.watching(this.#figures);
      this.#hasFigures = false;
      this.#audience.send(() => this.#sent());
    } catch (error) {
      // The changes taken for this round are lost: everyone must fetch them.
      this.#log.error({ err: error }, 'a tick failed');
      this.resync();
    }
  }

  #sent(): void {
    this.#onPush();
    if (this.#isAwaited) this.#ticker.request();
    this.#isAwaited = false;
  }

  /** Everything that a member who missed messages receives instead of them. */
  #snapshot({ socket, version }: Member): Packet[] {
    const board = this.#board;
    const vocabulary = this.#vocabulary;
    const said = [VersionedPacket.of(vocabulary, 'resync', resyncMessage(board))];
    const nations = nationsOf(socket.rooms);
    for (const nationId of nations) {
      said.push(VersionedPacket.of(vocabulary, 'gdp', gdpMessage(board, nationId)));
    }
    if (this.#figures && nations.length > 0) {
      said.push(VersionedPacket.of(vocabulary, 'watching', this.#figures));
    }
    const { wallet } = socket.data;
    if (wallet) {
      said.push(VersionedPacket.of(vocabulary, 'player', playerMessage(board, wallet)));
    }
    return said.map((packet) => packet.for(version)).filter((packet) => packet !== null);
  }
}
