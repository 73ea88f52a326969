/** HTTP without TCP and without its parser: a request given to the server's app, and the answer it writes. */
import {
  IncomingMessage,
  ServerResponse,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { Answer, Asking } from './client/place.ts';

/** A connection that was never made: what is written to it goes nowhere. */
class NoSocket extends Writable {
  readonly remoteAddress: string;
  readonly encrypted = false;
  /** A connection that is not readable has no more body, for Express. */
  readonly readable = true;

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

/**
 * Keeps what is written to a response; returns what reads it. Express replaces a response's prototype, so its own
 * methods are wrapped.
 */
function keeping(response: ServerResponse): () => Answer {
  const parts: Buffer[] = [];
  const said: OutgoingHttpHeaders = {};
  const keep = (part: unknown) => {
    if (typeof part === 'string') parts.push(Buffer.from(part));
    else if (part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  wrap(response, 'write', ([part]) => keep(part));
  wrap(response, 'end', ([part]) => keep(part));
  wrap(response, 'writeHead', (args) => {
    const headers = args.at(-1);
    // They may be a list of names and values, one after the other.
    if (Array.isArray(headers)) {
      for (let n = 0; n < headers.length; n += 2) said[String(headers[n])] = headers[n + 1];
    } else if (typeof headers === 'object' && headers !== null) Object.assign(said, headers);
  });
  return () => ({
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries({ ...response.getHeaders(), ...said }).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]),
    ),
    text: Buffer.concat(parts).toString('utf8'),
  });
}

function wrap(
  response: ServerResponse,
  name: 'write' | 'end' | 'writeHead',
  look: (args: readonly unknown[]) => void,
): void {
  const method = response[name];
  Object.defineProperty(response, name, {
    value(...args: unknown[]): unknown {
      look(args);
      return Reflect.apply(method, response, args);
    },
  });
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
  const answer = keeping(response);
  response.assignSocket(connection);
  return new Promise((resolve, reject) => {
    response.on('finish', () => resolve(answer()));
    Promise.resolve(app(request, response)).catch(reject);
  });
}
