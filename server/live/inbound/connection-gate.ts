/**
 * Limits what a connection may send before Socket.IO processes it. Socket.IO answers some packets
 * by itself (a CONNECT to an unknown namespace, echoing its name) and creates a socket for every
 * CONNECT in a payload before it checks anything, so packets are counted and refused at the
 * Engine.IO level.
 */
import { WebSocket, WebSocketServer, type ServerOptions } from 'ws';
import { monotonicNow } from '../../lib/machine.ts';
import { TokenBucket, type BucketLimits } from '../../lib/token-bucket.ts';

/** The part of an Engine.IO packet that the gate looks at. */
interface EnginePacket {
  readonly type: string;
  readonly data?: unknown;
}

/**
 * Counts every packet of a connection, of any type. An honest page sends a CONNECT, a watch for
 * each wallet it switches to and a pong every 25 s; another client that polls may put several into
 * one request.
 */
const PACKET_LIMITS: BucketLimits = { burst: 200, perSecond: 20, floodAfter: 1 };

/**
 * Socket.IO's packet type, the first character of a message: CONNECT to the default namespace, the
 * only one.
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

/**
 * An upgrading client probes once. A bad line may need a few more; unlimited probes would be free
 * echoes.
 */
const MOST_PROBES = 3;

/**
 * By default ws answers pings uncounted, and reads on for 30 s where a peer does not answer its
 * close frame.
 */
const WEB_SOCKET_OPTIONS = { autoPong: false, closeTimeout: 1000 };

/**
 * For Engine.IO: each WebSocket answers as many of the protocol's own pings (RFC 6455, 5.5.2) as
 * packets may come.
 */
export class GatedWebSockets extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, ...WEB_SOCKET_OPTIONS });
  }

  override handleUpgrade(
    ...[request, socket, head, done]: Parameters<WebSocketServer['handleUpgrade']>
  ): void {
    super.handleUpgrade(request, socket, head, (webSocket, its) => {
      answerPings(webSocket);
      done(webSocket, its);
    });
  }
}

function answerPings(webSocket: WebSocket): void {
  const bucket = new TokenBucket(PACKET_LIMITS, monotonicNow());
  const count = () => {
    if (bucket.take(monotonicNow()) !== 'yes') cutOffWebSocket(webSocket);
  };
  webSocket.on('pong', count).on('ping', (data) => {
    count();
    webSocket.pong(data);
  });
}

/**
 * Closes the connection at the first packet that the gate refuses, before Socket.IO sees it.
 * @param isPayable charges a packet to the budget of the connection's address; false if the address
 * is so far past its budget that connections that keep sending are closed. Pongs are exempt, so
 * that clients that share the address with a flood keep their sockets.
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
  // Socket.IO closes some connections by itself (on an event before CONNECT is processed, for
  // example), but gracefully: ws would read on meanwhile.
  transport.on('packet', () => {
    if (connection.readyState !== 'open') cutOffTransport(transport);
  });
  connection.on('upgrading', (probed) => {
    probes += 1;
    if (probes > MOST_PROBES) cutOffTransport(probed);
  });
}

/**
 * Closes a connection immediately: unread input is discarded, buffered output is dropped. By
 * default ws waits for the peer's close frame and keeps its buffers until then.
 */
export function cutOff(connection: Pick<Connection, 'close'> & { transport: Transport }): void {
  connection.close(true);
  cutOffTransport(connection.transport);
}

/** The same for a transport that does not belong to a connection yet. */
function cutOffTransport(transport: Transport): void {
  transport.close();
  if ('socket' in transport && transport.socket instanceof WebSocket) {
    cutOffWebSocket(transport.socket);
  }
}

function cutOffWebSocket(webSocket: WebSocket): void {
  // The chunk that is being read may hold thousands more: answering each after the end costs most
  // of all.
  for (const event of ['message', 'ping', 'pong']) webSocket.removeAllListeners(event);
  webSocket.terminate();
}
