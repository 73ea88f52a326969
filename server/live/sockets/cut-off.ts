/** Ending a connection whose other end is not to be trusted with ending it. */

/** An Engine.IO transport, as far as it is ended here. */
interface Transport {
  close(): unknown;
}

/** An Engine.IO socket. */
interface Connection {
  close(discard?: boolean): unknown;
  readonly transport: Transport;
}

/**
 * Closes a connection at once: nothing more of what it sent is read, what waits to be sent is dropped.
 * By itself ws waits 30 s for the other end to say goodbye, and keeps its buffers until then.
 */
export function cutOff(connection: Connection): void {
  connection.close(true);
  cutOffTransport(connection.transport);
}

/** The same for a transport that is not a connection's yet. */
export function cutOffTransport(transport: Transport): void {
  transport.close();
  if ('socket' in transport) terminate(transport.socket);
}

/** `socket` is the WebSocket of ws, which has `terminate`; a transport that polls has none. */
function terminate(socket: unknown): void {
  if (typeof socket !== 'object' || socket === null || !('terminate' in socket)) return;
  if (typeof socket.terminate === 'function') socket.terminate();
}
