/**
 * What a connection may send before Socket.IO looks at it. Socket.IO answers some packets by itself (a
 * CONNECT to a namespace that does not exist, echoing its name) and makes a socket for every CONNECT of
 * a payload before it checks anything, so both are counted and refused at the Engine.IO packet.
 */
import { EventEmitter } from 'node:events';
import { TokenBucket, type BucketLimits } from '../../lib/token-bucket.ts';
import { cutOff, cutOffTransport } from '../sockets/cut-off.ts';

/** A packet of Engine.IO, as far as the gate looks at it. */
export interface EnginePacket {
  readonly type: string;
  readonly data?: unknown;
}

/**
 * Every packet of a connection, of whatever type. An honest page sends a CONNECT, a watch for each wallet
 * it changes to and a pong every 25 s; a foreign client that polls may put several into one request.
 */
export const PACKET_LIMITS: BucketLimits = { burst: 200, perSecond: 20, floodAfter: 1 };

/** Socket.IO's packet types, the first character of a message: CONNECT, and the one namespace there is. */
const CONNECT = '0';
const ROOT_CONNECT = /^0(?:\/(?:,|$))?\s*(?:\{|$)/;

/** Judges the packets of one connection; it holds no socket. */
export class ConnectionGate {
  readonly #bucket: TokenBucket;
  #isConnected = false;

  /** @param at the machine's monotonic clock, in ms, here and in `admits`. */
  constructor(at: number, limits: BucketLimits = PACKET_LIMITS) {
    this.#bucket = new TokenBucket(limits, at);
  }

  /** Whether the connection may go on; false closes it. */
  admits({ type, data }: EnginePacket, at: number): boolean {
    if (this.#bucket.take(at) !== 'yes') return false;
    if (type !== 'message') return true;
    if (typeof data === 'string' && data.startsWith(CONNECT)) {
      if (this.#isConnected || !ROOT_CONNECT.test(data)) return false;
      this.#isConnected = true;
      return true;
    }
    return this.#isConnected;
  }
}

/** What of an Engine.IO socket the guard needs. */
interface Connection {
  readonly readyState: string;
  on(event: 'packet', listener: (packet: EnginePacket) => void): unknown;
  on(event: 'upgrading', listener: (transport: { close(): unknown }) => void): unknown;
  readonly transport: {
    on(event: 'packet', listener: () => void): unknown;
    close(): unknown;
  };
  close(discard?: boolean): unknown;
}

/** A client that upgrades probes once; a few more are a bad line, any number is an echo to be had. */
const MOST_PROBES = 3;

/**
 * Closes the connection at the first packet that the gate does not admit, before Socket.IO sees it.
 * @param isPayable draws on the budget of the connection's address for a packet: false where the address
 * is so far past it that whatever goes on sending is closed. Pongs are forgiven: those that share the
 * address with a flood only keep their sockets.
 * @param onRefused called once, when the gate does not admit one.
 */
export function guardConnection(
  connection: Connection,
  isPayable: () => boolean,
  onRefused: () => void,
): void {
  const gate = new ConnectionGate(performance.now());
  let probes = 0;
  connection.on('packet', (packet) => {
    const isPaid = isPayable() || packet.type === 'pong';
    const isAdmitted = gate.admits(packet, performance.now());
    if (isPaid && isAdmitted) return;
    if (!isAdmitted && connection.readyState === 'open') onRefused();
    cutOff(connection);
  });
  const { transport } = connection;
  // Socket.IO closes some by itself (an event before its CONNECT was dealt with, say), politely: ws would
  // go on parsing what comes for 30 s.
  transport.on('packet', () => {
    if (connection.readyState !== 'open') cutOffTransport(transport);
  });
  // Those of an upgrade count for its connection as well.
  const countControlFrames = (counted: { close(): unknown }) =>
    onControlFrame(counted, () => {
      if (!gate.admits({ type: 'control' }, performance.now())) cutOffTransport(counted);
    });
  countControlFrames(transport);
  connection.on('upgrading', (probed) => {
    probes += 1;
    countControlFrames(probed);
    if (probes > MOST_PROBES) cutOffTransport(probed);
  });
}

/** The WebSocket of ws, which answers pings (RFC 6455, 5.5.2) by itself: they never become packets. */
function onControlFrame(transport: object, listener: () => void): void {
  if (!('socket' in transport) || !(transport.socket instanceof EventEmitter)) return;
  transport.socket.on('ping', listener).on('pong', listener);
}
