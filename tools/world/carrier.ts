/** HTTP without TCP and without its parser: a request given to the server's app, and the answer it writes. */
import {
  IncomingMessage,
  ServerResponse,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { Answer, Asking } from '../chaos/client/place.ts';

/** A connection that was never made: what is written to it goes nowhere. */
class NoSocket extends Writable {
  readonly remoteAddress: string;
  readonly encrypted = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }

  setTimeout(): this {
    return this;
  }
}

/** Keeps what the app answers. */
class KeptResponse extends ServerResponse {
  readonly #parts: Buffer[] = [];
  readonly #said: OutgoingHttpHeaders = {};

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const headers = rest.at(-1);
    if (typeof headers === 'object' && headers !== null) Object.assign(this.#said, headers);
    return Reflect.apply(super.writeHead, this, [status, ...rest]);
  }

  override write(...parts: readonly unknown[]): boolean {
    this.#keep(parts[0]);
    return Reflect.apply(super.write, this, parts);
  }

  override end(...parts: readonly unknown[]): this {
    this.#keep(parts[0]);
    return Reflect.apply(super.end, this, parts);
  }

  answer(): Answer {
    const headers = Object.fromEntries(
      Object.entries({ ...this.getHeaders(), ...this.#said }).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]),
    );
    return { status: this.statusCode, headers, text: Buffer.concat(this.#parts).toString('utf8') };
  }

  #keep(part: unknown): void {
    if (typeof part === 'string') this.#parts.push(Buffer.from(part));
    else if (part instanceof Uint8Array) this.#parts.push(Buffer.from(part));
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
  const response = new KeptResponse(request);
  response.assignSocket(connection);
  return new Promise((resolve, reject) => {
    response.on('finish', () => resolve(response.answer()));
    Promise.resolve(app(request, response)).catch(reject);
  });
}
