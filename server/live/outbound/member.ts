/**
 * One socket as a receiver. Engine.IO buffers what its transport can't take yet, up to a limit; past it the socket is
 * behind: it receives nothing until Engine.IO has handed its whole buffer on, then a fresh snapshot. A transport takes
 * no second buffer before the first is written, so at most two of them are unread, each a message over the limit.
 */
import type { LiveSocket } from '../sockets/live-socket.ts';
import type { Packet } from './packet.ts';

/** Replies are buffered too, and their bytes are not counted, so the number of packets is limited as well. */
const MAX_HELD_PACKETS = 500;

export interface MemberOptions {
  readonly maxBacklogBytes: number;
  /** The number of the last message before the socket was added. */
  readonly last: number;
  /** Called when a member that fell behind can be sent to again. */
  readonly onLevel: () => void;
}

export class Member {
  readonly socket: LiveSocket;
  /** The number of the last message that it was sent, or that wasn't for it. */
  last: number;
  readonly #conn: LiveSocket['conn'];
  readonly #maxBacklogBytes: number;
  #isBehind = false;
  /** What Engine.IO was given since it last handed its buffer on. */
  #heldBytes = 0;
  #heldPackets = 0;

  constructor(socket: LiveSocket, { maxBacklogBytes, last, onLevel }: MemberOptions) {
    this.socket = socket;
    this.last = last;
    this.#conn = socket.conn;
    this.#maxBacklogBytes = maxBacklogBytes;
    this.#conn.on('packetCreate', () => {
      this.#heldPackets += 1;
    });
    // Within the write, if the transport is ready.
    this.#conn.on('drain', () => {
      this.#heldBytes = 0;
      this.#heldPackets = 0;
      if (!this.#isBehind) return;
      this.#isBehind = false;
      onLevel();
    });
  }

  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Bytes of messages in Engine.IO's buffer. */
  get backlogBytes(): number {
    return this.#heldBytes;
  }

  /** True if its backlog is over the limit; a client that keeps sending requests meanwhile may be dropped. */
  get isClogged(): boolean {
    return this.#heldBytes > this.#maxBacklogBytes || this.#heldPackets > MAX_HELD_PACKETS;
  }

  send({ text, frame, options }: Packet): void {
    this.#isBehind ||= this.isClogged;
    if (this.#isBehind) return;
    this.#heldBytes += frame.length;
    this.#conn.write(text, options);
  }
}
