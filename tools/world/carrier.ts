/** HTTP without TCP and without its parser: a request given to the server's app, and the answer it writes. */
import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Asking } from './client/place.ts';

const END_OF_HEAD = '\r\n\r\n';
/** The texts of bodies that are sent again and again. */
const texts = new WeakMap<Uint8Array, string>();

function textOf(body: Uint8Array): string {
  const known = texts.get(body);
  if (known !== undefined) return known;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  texts.set(body, text);
  return text;
}

/** A connection that was never made: what is written to it is kept. */
class NoSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly encrypted = false;
  readonly writable = true;
  /** A connection that is not readable has no more body, for Express. */
  readonly readable = true;
  /** A response sets how often it is corked. */
  readonly _writableState = { corked: 0 };
  #head = '';
  #body = '';

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  write(part: string | Uint8Array, _encoding: string, done?: () => void): boolean {
    const text = typeof part === 'string' ? part : textOf(part);
    if (this.#head === '') {
      const end = text.indexOf(END_OF_HEAD);
      this.#head = text.slice(0, end);
      this.#body = text.slice(end + END_OF_HEAD.length);
    } else this.#body += text;
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
    const [start = '', ...fields] = this.#head.split('\r\n');
    const headers: Record<string, string> = {};
    for (const field of fields) {
      const colon = field.indexOf(':');
      headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 2);
    }
    return { status: Number(start.split(' ')[1]), headers, text: this.#body };
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
