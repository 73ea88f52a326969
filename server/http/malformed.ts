/** Answers in a sentence what node refuses before there is a request to route. */
import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import {
  HTTP_REFUSALS,
  REFUSAL_HEADER,
  type HttpRefusalCode,
} from '../../common/protocol/refusals.ts';
import { nextTurn } from '../lib/machine.ts';
import type { Connections } from './connections.ts';

export interface Refusal {
  readonly code: HttpRefusalCode;
  readonly sentence: string;
}

/** By the error's code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers-too-large',
    sentence: 'The headers are too large: send fewer of them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request-timeout',
    sentence: 'The request did not come to its end in time. Send it again.',
  },
};
const MALFORMED: Refusal = {
  code: 'malformed-request',
  sentence: 'That is not a well-formed HTTP request.',
};
const UNEXPECTED: Refusal = {
  code: 'expectation-failed',
  sentence: 'Send the request without an Expect header.',
};
const HOSTLESS: Refusal = {
  code: 'malformed-request',
  sentence: 'Send the request with a Host header.',
};

/** An absolute URL's scheme and host. */
const AUTHORITY = /^https?:\/\/[^/?#\\]*/i;

const TYPE = 'text/plain; charset=utf-8';

/**
 * Answers are matched to requests only by their order, so the refusal waits until every complete request
 * before the malformed bytes is answered.
 */
export function answerMalformed(http: Server, connections: Pick<Connections, 'unanswered'>): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const refuseInTurn = () => {
      const unanswered = connections.unanswered(socket);
      const before = unanswered.find(({ request }) => request.complete);
      const isCutShort = unanswered.some(({ response }) => response.headersSent);
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else if (before) before.response.once('close', () => nextTurn(refuseInTurn));
      // Half an answer that nobody will finish: a refusal would be read as part of it.
      else if (isCutShort) socket.destroy();
      else refuseAtOnce(socket, REFUSALS[error.code ?? ''] ?? MALFORMED);
    };
    refuseInTurn();
  });
  http.on('checkExpectation', (_request, response) => refuse(response, UNEXPECTED));
}

/** On a connection that nothing more can be parsed from. */
export function refuseAtOnce(socket: Duplex, { code, sentence }: Refusal): void {
  const status = HTTP_REFUSALS[code];
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `${REFUSAL_HEADER}: ${code}`,
    `Content-Type: ${TYPE}`,
    `Content-Length: ${sentence.length}`,
    '',
    sentence,
  ];
  socket.end(lines.join('\r\n'), () => socket.destroy());
}

/**
 * The origin form of a request's target (RFC 9112, §3.2), so that what charges a request, what logs it and what
 * routes it read the same path: the router would read one with a fragment, or without a slash at its beginning,
 * as a browser does, with slashes for backslashes.
 */
export function originForm(target: string): string {
  const path = target.replace(AUTHORITY, '').replace(/#.*/s, '').replaceAll('\u00a0', '%A0');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Refuses an HTTP/1.1 request without a Host (RFC 9112, §3.2). Node would answer with an empty body, so its
 * own check is turned off (`requireHostHeader`).
 * @param rest answers every other request.
 */
export function refuseHostless(rest: RequestListener): RequestListener {
  return (request, response) => {
    if (!isHostless(request)) return rest(request, response);
    response.setHeader('Connection', 'close');
    refuse(response, HOSTLESS);
  };
}

export function isHostless({
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

function refuse(response: ServerResponse, { code, sentence }: Refusal): void {
  response.writeHead(HTTP_REFUSALS[code], { 'Content-Type': TYPE, [REFUSAL_HEADER]: code });
  response.end(sentence);
}
