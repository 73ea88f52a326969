/**
 * One socket as a receiver. Frames are written to its connection directly if possible, and through
 * Engine.IO if the socket polls, is upgrading or has buffered packets. Unread data is buffered up to a
 * limit; past it the socket is behind: it receives nothing until its buffer drains, then a fresh snapshot.
 */
import type { SentMessages } from '../../../common/protocol/live.ts';
import type { Vocabulary } from '../../../common/protocol/since.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';
import type { Packet } from './packet.ts';
import { directLine, heldPackets, type DirectLine } from './socket-inside.ts';

/** Replies are buffered too, and their bytes are not counted, so the number of packets is limited as well. */
const MAX_HELD_PACKETS = 500;

export interface MemberOptions {
  /** The client's protocol version. */
  readonly version: number;
  readonly vocabulary: Vocabulary;
  readonly maxBacklogBytes: number;
  /** The last round sent before the socket was added. */
  readonly round: number;
  /** Called when a member that fell behind has drained its buffer. */
  readonly onLevel: () => void;
}

export class Member {
  readonly socket: LiveSocket;
  /** The client's protocol version. */
  readonly version: number;
  /** The nations it watches, one bit each. */
  nations = 0;
  /** The last round it was sent. */
  round: number;
  readonly #conn: LiveSocket['conn'];
  readonly #vocabulary: Vocabulary;
  readonly #maxBacklogBytes: number;
  readonly #onLevel: () => void;
  #line: DirectLine | null;
  #isBehind = false;
  /** Bytes given to Engine.IO since its buffer was last empty. */
  #heldBytes = 0;

  constructor(socket: LiveSocket, options: MemberOptions) {
    this.socket = socket;
    this.version = options.version;
    this.round = options.round;
    this.#vocabulary = options.vocabulary;
    this.#maxBacklogBytes = options.maxBacklogBytes;
    this.#onLevel = options.onLevel;
    const { conn } = socket;
    this.#conn = conn;
    this.#line = directLine(conn);
    conn.on('upgrade', () => {
      this.#line = directLine(conn);
    });
  }

  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Bytes sent to it that it has not read. */
  get backlogBytes(): number {
    const held = heldPackets(this.#conn) === 0 ? 0 : this.#heldBytes;
    return held + (this.#line?.tcp.writableLength ?? 0);
  }

  /** True if its backlog is over the limit; a client that keeps sending requests meanwhile may be dropped. */
  get isClogged(): boolean {
    return this.backlogBytes > this.#maxBacklogBytes || heldPackets(this.#conn) > MAX_HELD_PACKETS;
  }

  /** The message as the client's version knows it; null if that version does not know it. */
  known<Name extends keyof SentMessages>(
    name: Name,
    message: SentMessages[Name],
  ): SentMessages[Name] | null {
    return this.#vocabulary.messageFor(this.version, name, message);
  }

  give(packet: Packet): void {
    if (this.#isBehind) return;
    const line = this.#line;
    if (line?.isFree) {
      if (line.tcp.writableLength > this.#maxBacklogBytes) this.#fallBehind();
      else line.tcp.write(packet.frames);
      return;
    }
    const conn = this.#conn;
    if (heldPackets(conn) === 0) this.#heldBytes = 0;
    if (this.backlogBytes > this.#maxBacklogBytes) {
      this.#fallBehind();
      return;
    }
    this.#heldBytes += packet.frames.length;
    for (const text of packet.texts) conn.write(text, { compress: false });
  }

  #fallBehind(): void {
    this.#isBehind = true;
    this.#awaitLevel();
  }

  #awaitLevel(): void {
    const conn = this.#conn;
    const tcp = this.#line?.tcp;
    if (tcp?.writableNeedDrain) tcp.once('drain', () => this.#awaitLevel());
    else if (heldPackets(conn) > 0) conn.once('drain', () => this.#awaitLevel());
    else {
      this.#isBehind = false;
      this.#heldBytes = 0;
      this.#onLevel();
    }
  }
}
