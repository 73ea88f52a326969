/**
 * All the reliance on internals of Socket.IO, Engine.IO and ws: where a socket's TCP connection is, and
 * what is still buffered for it. No other file touches them. `socket-inside.integration.test.ts` checks
 * them against the versions listed there. If anything is not as expected, no direct connection is used and
 * messages go through Engine.IO, which is slower but just as correct. 1.6 times the pushes per second of
 * processor time of Socket.IO's own emit, to 19,500 sockets (bench/RESULTS.md).
 */
import { Socket as TcpSocket } from 'node:net';
import { z } from 'zod';
import type { LiveSocket } from '../sockets/live-socket.ts';

/** An Engine.IO socket. */
type Connection = LiveSocket['conn'];

const OPEN = 1;

/** ws's internals: without compression it passes everything straight to the connection. */
const wsSchema = z.object({
  readyState: z.literal(OPEN),
  extensions: z.literal(''),
  _socket: z.instanceof(TcpSocket),
  _sender: z.object({ _state: z.literal(0) }),
});

/** Engine.IO's WebSocket transport. */
const transportSchema = z.object({
  name: z.literal('websocket'),
  socket: z.custom<{ readonly readyState: number }>((ws) => wsSchema.safeParse(ws).success),
});

/**
 * Writes frames straight to a socket's connection. It lasts as long as the WebSocket, which Engine.IO never
 * replaces with another transport. A write touches as few objects as possible: with thousands of sockets
 * each one is a cache miss.
 */
export class DirectLine {
  readonly tcp: TcpSocket;
  readonly #ws: { readonly readyState: number };
  readonly #connection: Connection;
  /** True if Engine.IO may have queued packets since its buffer was last seen empty. */
  #mayHold = true;

  constructor(connection: Connection, ws: { readonly readyState: number }, tcp: TcpSocket) {
    this.tcp = tcp;
    this.#ws = ws;
    this.#connection = connection;
    connection.on('packetCreate', () => {
      this.#mayHold = true;
    });
  }

  /**
   * True if a frame written now arrives after everything that Engine.IO was given before, and the peer is
   * still listening.
   */
  get isFree(): boolean {
    if (this.#mayHold) this.#mayHold = heldPackets(this.#connection) > 0;
    return !this.#mayHold && this.#ws.readyState === OPEN;
  }
}

/** Null for a socket that polls, or if the internals are not the known ones. */
export function directLine(connection: Connection): DirectLine | null {
  const parsed = transportSchema.safeParse(connection.transport);
  if (!parsed.success) return null;
  const ws = parsed.data.socket;
  // oxlint-disable-next-line eslint/no-underscore-dangle -- ws's name for it
  return new DirectLine(connection, ws, wsSchema.parse(ws)._socket);
}

/** How many packets Engine.IO buffers until its transport is ready. */
export function heldPackets(connection: Connection): number {
  // Declared private; a check on every write would cost more than the direct write saves.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { writeBuffer } = connection as unknown as { readonly writeBuffer?: readonly unknown[] };
  return writeBuffer?.length ?? Number.POSITIVE_INFINITY;
}
