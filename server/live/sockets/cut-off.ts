/** Ends a connection whose peer can't be trusted to end it. */

/** The part of an Engine.IO transport needed here. */
interface Transport {
  close(): unknown;
}

/** An Engine.IO socket. */
interface Connection {
  close(discard?: boolean): unknown;
  readonly transport: Transport;
}

/**
 * Closes a connection immediately: unread input is discarded, buffered output is dropped. By default ws
 * waits 30 s for the peer's close frame and keeps its buffers until then.
 */
export function cutOff(connection: Connection): void {
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
