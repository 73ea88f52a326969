/**
 * One socket as a receiver. It is written to directly where that is possible, and by Engine.IO where it
 * polls, upgrades or has something held back. What it does not read waits up to a bound; beyond it the
 * socket is behind: it is told nothing more until it has read what waits, and then what stands.
 */
import type { SentMessages } from '../../../common/protocol/live.ts';
import type { Vocabulary } from '../../../common/protocol/since.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';
import type { Packet } from './packet.ts';
import { directLine, heldPackets, type DirectLine } from './socket-inside.ts';

/** Answers wait as well, and are not counted in bytes: so many packets are too many. */
const MAX_HELD_PACKETS = 500;

export interface MemberOptions {
  /** Of the protocol, as the client speaks it. */
  readonly version: number;
  readonly vocabulary: Vocabulary;
  readonly maxBacklogBytes: number;
  /** The last round of messages before it came. */
  readonly round: number;
  /** Called when it has read everything after it fell behind. */
  readonly onLevel: () => void;
}

export class Member {
  readonly socket: LiveSocket;
  /** Of the protocol, as the client speaks it. */
  readonly version: number;
  /** The nations that it watches: a bit for each. */
  nations = 0;
  /** The last round of messages that it was given. */
  round: number;
  readonly #conn: LiveSocket['conn'];
  readonly #vocabulary: Vocabulary;
  readonly #maxBacklogBytes: number;
  readonly #onLevel: () => void;
  #line: DirectLine | null;
  #isBehind = false;
  /** Bytes given to Engine.IO since it last held nothing. */
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

  /** Bytes that it was sent and has not taken. */
  get backlogBytes(): number {
    const held = heldPackets(this.#conn) === 0 ? 0 : this.#heldBytes;
    return held + (this.#line?.tcp.writableLength ?? 0);
  }

  /** Whether more waits for it than may: whoever asks for yet more meanwhile can be let go. */
  get isClogged(): boolean {
    return this.backlogBytes > this.#maxBacklogBytes || heldPackets(this.#conn) > MAX_HELD_PACKETS;
  }

  /** A message as its version has it; null where it knows nothing of it. */
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
