/**
 * One socket as a receiver. Engine.IO buffers what its transport can't take yet, up to a limit;
 * past it the socket is behind: it receives nothing until Engine.IO has handed its whole buffer on,
 * then a fresh snapshot. A transport takes no second buffer before the first is written, so at most
 * two of them are unread, each a message over the limit.
 */
import type { LiveSocket } from '../sockets/live-socket.ts';
import type { Packet } from './packet.ts';

/**
 * Replies are buffered too, and their bytes are not counted, so the number of packets is limited as
 * well.
 */
const MAX_BUFFERED_PACKETS = 500;

export class Member {
  readonly socket: LiveSocket;
  /** The number of the last message that it was sent, or that wasn't for it. */
  last: number;
  isBehind = false;
  /** Bytes of messages that Engine.IO was given since it last handed its buffer on. */
  backlogBytes = 0;
  #bufferedPackets = 0;
  readonly #maxBacklogBytes: number;

  /**
   * @param last the number of the last message before the socket was added.
   * @param onDrained called when a member that fell behind can be sent to again.
   */
  constructor(socket: LiveSocket, maxBacklogBytes: number, last: number, onDrained: () => void) {
    this.socket = socket;
    this.last = last;
    this.#maxBacklogBytes = maxBacklogBytes;
    socket.conn.on('packetCreate', () => {
      this.#bufferedPackets += 1;
    });
    // Within the write, if the transport is ready.
    socket.conn.on('drain', () => {
      this.backlogBytes = 0;
      this.#bufferedPackets = 0;
      if (!this.isBehind) return;
      this.isBehind = false;
      onDrained();
    });
  }

  /**
   * True if its backlog is over the limit; a client that keeps sending requests meanwhile may be
   * dropped.
   */
  get isClogged(): boolean {
    return (
      this.backlogBytes > this.#maxBacklogBytes || this.#bufferedPackets > MAX_BUFFERED_PACKETS
    );
  }

  send({ text, frame, options }: Packet): void {
    this.isBehind ||= this.isClogged;
    if (this.isBehind) return;
    this.backlogBytes += frame.length;
    this.socket.conn.write(text, options);
  }
}
