/**
 * What is pushed, from the board's changes to the sockets: the window gathers them, the ticker says
 * when, the feed puts them into messages, the audience sends them. It knows nothing of a network.
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
  /** Told after everything that changed in a tick was sent. */
  readonly onPush?: (() => void) | undefined;
  readonly log: Pick<Logger, 'error'>;
  /** How many rows, from the top, are kept current; by default those of the protocol. */
  readonly windowRows?: number;
  readonly limits?: AudienceLimits;
  /** What clients of each version know; by default those of the protocol. */
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
  /** The figures last told to those who watch; null: none. */
  #figures: WatchingMessage | null = null;
  /** Whether they are yet to be sent. */
  #hasFigures = false;
  /** Whether a flush came too early, while a round was on its way. */
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
   * Takes a socket in, before it joins any room of ours; it leaves when it disconnects.
   * @param version of the protocol, as its client speaks it.
   */
  add(socket: LiveSocket, version = PROTOCOL_VERSION): Member {
    return this.#audience.add(socket, version);
  }

  /** How many sockets watch here, in all and of each nation. */
  count(): WatchingMessage {
    return this.#audience.count();
  }

  /** How many watch everywhere, as it was last told. */
  get figures(): WatchingMessage | null {
    return this.#figures;
  }

  /** Tells those who watch how many they are, with the next tick; null: nobody is told from now on. */
  watching(figures: WatchingMessage | null): void {
    this.#figures = figures;
    this.#hasFigures = figures !== null;
    if (figures) this.#ticker.request();
  }

  /** Before a member's message is handled: it is given what it was to hear by now. */
  settle(member: Member): void {
    this.#audience.settle(member);
  }

  /** After the board was loaded anew: asks everyone to fetch the list, and sends the rest itself. */
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
    // The round before is still on its way: what changed meanwhile is the next one's.
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
      // What was taken and not sent is lost: everyone has to fetch it.
      this.#log.error({ err: error }, 'a tick failed');
      this.resync();
    }
  }

  #sent(): void {
    this.#onPush();
    if (this.#isAwaited) this.#ticker.request();
    this.#isAwaited = false;
  }

  /** All that a member who missed something is to hear, in the place of what it missed. */
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
