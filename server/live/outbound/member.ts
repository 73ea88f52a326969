/**
 * One socket as a receiver. Frames are written to its connection directly if possible, and through
 * Engine.IO if the socket polls, is upgrading or has buffered packets. Unread data is buffered up to a
 * limit; past it the socket is behind: it receives nothing until its buffer drains, then a fresh snapshot.
 */
import type { LiveSocket } from '../sockets/live-socket.ts';
import type { Packet } from './packet.ts';
import { directLine, heldPackets, type DirectLine } from './socket-inside.ts';

/** Replies are buffered too, and their bytes are not counted, so the number of packets is limited as well. */
const MAX_HELD_PACKETS = 500;

export interface MemberOptions {
  readonly maxBacklogBytes: number;
  /** The last round sent before the socket was added. */
  readonly round: number;
  /** Called when a member that fell behind has drained its buffer. */
  readonly onLevel: () => void;
}

export class Member {
  readonly socket: LiveSocket;
  /** The last round it was sent. */
  round: number;
  readonly #conn: LiveSocket['conn'];
  readonly #maxBacklogBytes: number;
  readonly #onLevel: () => void;
  #line: DirectLine | null;
  #isBehind = false;
  /** Bytes given to Engine.IO since its buffer was last empty. */
  #heldBytes = 0;

  constructor(socket: LiveSocket, { maxBacklogBytes, round, onLevel }: MemberOptions) {
    this.socket = socket;
    this.round = round;
    this.#maxBacklogBytes = maxBacklogBytes;
    this.#onLevel = onLevel;
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

  send(packets: readonly Packet[]): void {
    if (this.#isBehind) return;
    const line = this.#line;
    if (line?.isFree) {
      if (line.tcp.writableLength > this.#maxBacklogBytes) this.#fallBehind();
      else writeFrames(line, packets);
      return;
    }
    const conn = this.#conn;
    if (heldPackets(conn) === 0) this.#heldBytes = 0;
    if (this.backlogBytes > this.#maxBacklogBytes) {
      this.#fallBehind();
      return;
    }
    for (const { text, frame } of packets) {
      this.#heldBytes += frame.length;
      conn.write(text, { compress: false });
    }
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

/** In one system call. */
function writeFrames({ tcp }: DirectLine, packets: readonly Packet[]): void {
  if (packets.length > 1) tcp.cork();
  for (const { frame } of packets) tcp.write(frame);
  if (packets.length > 1) tcp.uncork();
}
