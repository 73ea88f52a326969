/**
 * How many requests of one connection may be under way. HTTP/1.1 lets a client send on without waiting for
 * answers (RFC 9112, §9.3.2), and node begins all of them at once: a client that never reads would have
 * megabytes of answers kept for each. No browser does it.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Some tools send a handful. */
const MOST_UNDER_WAY = 16;

/** @param rest answers every request; a connection that sends more than it waits for is closed. */
export function limitPipelining(rest: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > MOST_UNDER_WAY) {
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    rest(request, response);
  };
}
