/**
 * What is relied on of the inside of Socket.IO, Engine.IO and ws: where a socket's TCP connection is,
 * and what still waits to be written to it. Nothing else looks there. `socket-inside.integration.test.ts`
 * holds it against the versions that are named here; where anything is not as expected, there is no
 * connection to be had, and messages take Engine.IO's own way, which is slower and just as right.
 */
import { Socket as TcpSocket } from 'node:net';
import { z } from 'zod';
import type { LiveSocket } from '../sockets/live-socket.ts';

/** The versions whose inside this is; another one is to be read first, then named here. */
export const KNOWN_VERSIONS: Readonly<Record<string, string>> = {
  'socket.io': '4.8.4',
  'engine.io': '6.6.12',
  ws: '8.21.3',
};

/** An Engine.IO socket. */
type Connection = LiveSocket['conn'];

const OPEN = 1;

/** ws's own part of it: not compressing, whatever it is given goes to the connection at once. */
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
 * The way to write frames straight to a socket's connection. It lasts as long as the WebSocket, which
 * Engine.IO replaces by no other transport. A write looks at as few objects as can be: with thousands
 * of sockets each of them has to come from memory first.
 */
export class DirectLine {
  readonly tcp: TcpSocket;
  readonly #ws: { readonly readyState: number };
  readonly #connection: Connection;
  /** Whether Engine.IO was given anything since it was last seen to hold nothing back. */
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
   * Whether a frame that is written now comes after all that Engine.IO was given before, and to a
   * peer that still listens.
   */
  get isFree(): boolean {
    if (this.#mayHold) this.#mayHold = heldPackets(this.#connection) > 0;
    return !this.#mayHold && this.#ws.readyState === OPEN;
  }
}

/** Null for a socket that polls, and where the inside is not the one that is known here. */
export function directLine(connection: Connection): DirectLine | null {
  const parsed = transportSchema.safeParse(connection.transport);
  if (!parsed.success) return null;
  const ws = parsed.data.socket;
  // oxlint-disable-next-line eslint/no-underscore-dangle -- ws's name for it
  return new DirectLine(connection, ws, wsSchema.parse(ws)._socket);
}

/** How many packets Engine.IO holds back until its transport can take them. */
export function heldPackets(connection: Connection): number {
  // Declared private; a check per write would cost more than the write is meant to save.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { writeBuffer } = connection as unknown as { readonly writeBuffer?: readonly unknown[] };
  return writeBuffer?.length ?? Number.POSITIVE_INFINITY;
}
