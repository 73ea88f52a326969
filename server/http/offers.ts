/**
 * Requests that offer to change to another protocol (RFC 9110, §7.8). Node takes each such connection out of
 * HTTP, with its timeouts, whether anybody wants it or not.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { nextTurn } from '../lib/machine.ts';
import type { Connections } from './connections.ts';
import { refuseAtOnce, type Refusal } from './malformed.ts';

/** Headers that belong to the offer, and one that says how the connection goes on. */
const OF_THE_OFFER = new Set(['connection', 'upgrade', 'http2-settings', 'keep-alive']);

const NO_OTHER_PROTOCOL: Refusal = {
  code: 'malformed-request',
  sentence: 'Send the request without an Upgrade header.',
};

/**
 * Call it once every other part listens to the server. An offer that nobody takes is ignored by GET and HEAD,
 * which are answered as HTTP/1.1, and refused otherwise; either ends the connection.
 * @param isTaken whether one of the listeners for 'upgrade' takes the connection.
 */
export function answerOffers(
  http: Server,
  connections: Pick<Connections, 'unanswered'>,
  isTaken: (request: IncomingMessage) => boolean,
): void {
  const takers = http.listeners('upgrade');
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isTaken(request)) {
      for (const take of takers) take.call(http, request, socket, head);
      return;
    }
    // Node has removed its own listener.
    socket.on('error', () => socket.destroy());
    const answerInTurn = () => {
      const [before] = connections.unanswered(socket);
      if (!socket.writable) socket.destroy();
      else if (before) before.response.once('close', () => nextTurn(answerInTurn));
      else if (request.method !== 'GET' && request.method !== 'HEAD') {
        refuseAtOnce(socket, NO_OTHER_PROTOCOL);
      } else {
        // Node takes the connection again, with the same request but for the offer, as its last.
        socket.unshift(Buffer.concat([withoutOffer(request), head]));
        http.emit('connection', socket);
      }
    };
    answerInTurn();
  });
}

function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] ?? '';
    if (!OF_THE_OFFER.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[n + 1]}`);
  }
  return Buffer.from([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1');
}
