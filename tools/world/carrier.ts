/** HTTP without TCP and without its parser: a request given to the server's app, and the answer it writes. */
import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Asking } from './client/place.ts';

/** A connection that was never made: what is written to it is kept. */
class NoSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly encrypted = false;
  readonly writable = true;
  /** A connection that is not readable has no more body, for Express. */
  readonly readable = true;
  /** A response sets how often it is corked. */
  readonly _writableState = { corked: 0 };
  #written = '';

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  write(part: string | Uint8Array, _encoding: string, done?: () => void): boolean {
    this.#written += typeof part === 'string' ? part : Buffer.from(part).toString('utf8');
    if (done) process.nextTick(done);
    return true;
  }

  cork(): void {}

  uncork(): void {}

  destroy(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  /** The answer that was written. */
  answer(): Answer {
    const end = this.#written.indexOf('\r\n\r\n');
    const [start = '', ...fields] = this.#written.slice(0, end).split('\r\n');
    const headers = fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 2)];
    });
    return {
      status: Number(start.split(' ')[1]),
      headers: Object.fromEntries(headers),
      text: this.#written.slice(end + 4),
    };
  }
}

/** @param address the caller's, as limits see it. */
export function carry(
  app: RequestListener,
  path: string,
  { method, headers = {}, json }: Asking,
  address: string,
): Promise<Answer> {
  const socket = new NoSocket(address);
  // What a request and its answer use of a socket; neither reads from it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const connection = socket as unknown as Socket;
  const request = new IncomingMessage(connection);
  const body = json === undefined ? '' : JSON.stringify(json);
  const sent = {
    host: 'localhost',
    ...(json !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...Object.fromEntries(Object.entries(headers).map(([name, of]) => [name.toLowerCase(), of])),
  };
  Object.assign(request, {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    url: path,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: sent,
    rawHeaders: Object.entries(sent).flat(),
    complete: true,
  });
  if (body !== '') request.push(body);
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(connection);
  return new Promise((resolve, reject) => {
    response.on('finish', () => resolve(socket.answer()));
    Promise.resolve(app(request, response)).catch(reject);
  });
}
