/**
 * Limits what a connection may send before Socket.IO processes it. Socket.IO answers some packets by itself
 * (a CONNECT to an unknown namespace, echoing its name) and creates a socket for every CONNECT in a payload
 * before it checks anything, so packets are counted and refused at the Engine.IO level.
 */
import { EventEmitter } from 'node:events';
import { monotonicNow } from '../../lib/machine.ts';
import { TokenBucket, type BucketLimits } from '../../lib/token-bucket.ts';

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

/** The parts of an Engine.IO socket, and of its transport, that are needed here. */
interface Connection {
  readonly readyState: string;
  on(event: 'packet', listener: (packet: EnginePacket) => void): unknown;
  on(event: 'upgrading', listener: (transport: Transport) => void): unknown;
  readonly transport: Transport & { on(event: 'packet', listener: () => void): unknown };
  close(discard?: boolean): unknown;
}

interface Transport {
  close(): unknown;
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
  const bucket = new TokenBucket(PACKET_LIMITS, monotonicNow());
  let isConnected = false;
  let probes = 0;
  const isCounted = () => bucket.take(monotonicNow()) === 'yes';
  const isInOrder = ({ type, data }: EnginePacket) => {
    if (type !== 'message') return true;
    if (typeof data !== 'string' || !data.startsWith(CONNECT)) return isConnected;
    if (isConnected || !ROOT_CONNECT.test(data)) return false;
    isConnected = true;
    return true;
  };
  connection.on('packet', (packet) => {
    const isPaid = isPayable() || packet.type === 'pong';
    const isAdmitted = isCounted() && isInOrder(packet);
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
  const countControlFrames = (counted: Transport) =>
    onControlFrame(counted, () => {
      if (!isCounted()) cutOffTransport(counted);
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

/**
 * Closes a connection immediately: unread input is discarded, buffered output is dropped. By default ws
 * waits 30 s for the peer's close frame and keeps its buffers until then.
 */
export function cutOff(connection: Pick<Connection, 'close'> & { transport: Transport }): void {
  connection.close(true);
  cutOffTransport(connection.transport);
}

/** The same for a transport that does not belong to a connection yet. */
export function cutOffTransport(transport: Transport): void {
  transport.close();
  if ('socket' in transport) terminate(transport.socket);
}

/** `socket` is ws's WebSocket, which has `terminate`; a polling transport has none. */
function terminate(socket: unknown): void {
  if (typeof socket !== 'object' || socket === null || !('terminate' in socket)) return;
  if (typeof socket.terminate === 'function') socket.terminate();
}
