/**
 * Limits what a connection may send before Socket.IO processes it. Socket.IO answers some packets by itself
 * (a CONNECT to an unknown namespace, echoing its name) and creates a socket for every CONNECT in a payload
 * before it checks anything, so packets are counted and refused at the Engine.IO level.
 */
import { EventEmitter } from 'node:events';
import { monotonicNow } from '../../lib/machine.ts';
import { TokenBucket, type BucketLimits } from '../../lib/token-bucket.ts';
import { cutOff, cutOffTransport } from '../sockets/cut-off.ts';

/** The part of an Engine.IO packet that the gate looks at. */
interface EnginePacket {
  readonly type: string;
  readonly data?: unknown;
}

/**
 * Counts every packet of a connection, of any type. An honest page sends a CONNECT, a watch for each wallet
 * it switches to and a pong every 25 s; another client that polls may put several into one request.
 */
const PACKET_LIMITS: BucketLimits = { burst: 200, perSecond: 20, floodAfter: 1 };

/**
 * Socket.IO's packet type, the first character of a message: CONNECT to the default namespace, the only
 * one.
 */
const CONNECT = '0';
const ROOT_CONNECT = /^0(?:\/(?:,|$))?\s*(?:\{|$)/;

/** Judges the packets of one connection; it holds no socket. */
class ConnectionGate {
  readonly #bucket: TokenBucket;
  #isConnected = false;

  /** @param at the machine's monotonic clock, in ms, here and in `admits`. */
  constructor(at: number) {
    this.#bucket = new TokenBucket(PACKET_LIMITS, at);
  }

  /** False if the connection must be closed. */
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

/** The part of an Engine.IO socket that the guard needs. */
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

/** An upgrading client probes once. A bad line may need a few more; unlimited probes would be free echoes. */
const MOST_PROBES = 3;

/**
 * Closes the connection at the first packet that the gate refuses, before Socket.IO sees it.
 * @param isPayable charges a packet to the budget of the connection's address; false if the address is so
 * far past its budget that connections that keep sending are closed. Pongs are exempt, so that clients that
 * share the address with a flood keep their sockets.
 * @param onRefused called once, when the gate refuses a packet.
 */
export function guardConnection(
  connection: Connection,
  isPayable: () => boolean,
  onRefused: () => void,
): void {
  const gate = new ConnectionGate(monotonicNow());
  let probes = 0;
  connection.on('packet', (packet) => {
    const isPaid = isPayable() || packet.type === 'pong';
    const isAdmitted = gate.admits(packet, monotonicNow());
    if (isPaid && isAdmitted) return;
    if (!isAdmitted && connection.readyState === 'open') onRefused();
    cutOff(connection);
  });
  const { transport } = connection;
  // Socket.IO closes some connections by itself (on an event before CONNECT is processed, for example), but
  // gracefully: ws would keep parsing incoming data for 30 s.
  transport.on('packet', () => {
    if (connection.readyState !== 'open') cutOffTransport(transport);
  });
  // Control frames of an upgrading transport count towards its connection too.
  const countControlFrames = (counted: { close(): unknown }) =>
    onControlFrame(counted, () => {
      if (!gate.admits({ type: 'control' }, monotonicNow())) cutOffTransport(counted);
    });
  countControlFrames(transport);
  connection.on('upgrading', (probed) => {
    probes += 1;
    // One chunk may hold thousands, and each would leave its listeners.
    if (probes > MOST_PROBES) cutOffTransport(probed);
    else countControlFrames(probed);
  });
}

/** ws answers WebSocket pings (RFC 6455, 5.5.2) by itself, so they never become packets. */
function onControlFrame(transport: object, listener: () => void): void {
  if (!('socket' in transport) || !(transport.socket instanceof EventEmitter)) return;
  transport.socket.on('ping', listener).on('pong', listener);
}
