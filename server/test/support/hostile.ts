/**
 * What is sent to harm a server, and what must come of it: tables that the suites play on a server
 * in their own process, and `npm run attack` on the built one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, deflateRawSync } from 'node:zlib';
import { sessionCall } from '../../../common/protocol/session.ts';
import { clientFrame, CONNECT, eventFrame, PONG } from '../../live/testing/raw-websocket.ts';
import { openWebSocket, pollingSession, upgradeOf, type RawConnection } from './raw-connection.ts';

const TYPE = 'Content-Type: application/json';

/** Bytes that are not a request, with the status of their refusal; `host`: header lines of each. */
export function malformedRequests(host: string) {
  const get = `GET /api/nations HTTP/1.1\r\n${host}\r\n`;
  const post = `POST /api/dena/stake HTTP/1.1\r\n${host}\r\n${TYPE}\r\n`;
  return [
    ['noise', Buffer.from([0, 255, 1, 254, 10, 13, 10]), 400],
    ['an unknown method', 'STEAL /api/nations HTTP/1.1\r\n\r\n', 400],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    [
      'a length and chunks',
      `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['a chunk of no size', `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n`, 400],
    ['two Hosts', `${get}Host: 127.0.0.1\r\n\r\n`, 400],
    ['no Host', 'GET /api/nations HTTP/1.1\r\n\r\n', 400],
    ['vast headers', `${get}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a vast path', `GET /api/player-nation/${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
    ['an expectation', `${get}Expect: the-impossible\r\nConnection: close\r\n\r\n`, 417],
  ] as const;
}

/** Connections that hold something back: how each begins, and what it adds every second. */
export function slowConnections(host: string) {
  const post = `POST /api/dena/stake HTTP/1.1\r\n${host}\r\n${TYPE}\r\n`;
  const body = `${post}Content-Length: 10000\r\n\r\n{`;
  const poll = 'GET /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1';
  return [
    ['says nothing', '', ''],
    ['begins its headers and is silent', post, ''],
    ['drips its headers', post, 'X-A: b\r\n'],
    ['begins its body and is silent', body, ''],
    ['drips its body', body, ' '],
    ['is idle after an answer', `GET /api/nations HTTP/1.1\r\n${host}\r\n\r\n`, ''],
    ['polls a socket that does not exist, and stays', `${poll}\r\n${host}\r\n\r\n`, ''],
  ] as const;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Headers of bodies that are no JSON, or are compressed: all are refused with 415. */
export const OTHER_ENCODINGS: readonly Readonly<Record<string, string>>[] = [
  {},
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/json; charset=utf-99',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/jsonx',
    '*/*',
  ].map((type) => ({ 'Content-Type': type })),
  ...['gzip', 'identity, gzip', 'gzip, gzip, gzip', 'nonsense'].map((encoding) => ({
    ...JSON_TYPE,
    'Content-Encoding': encoding,
  })),
];

/** Bodies that no call reads, with the status of their refusal. */
export const UNREADABLE_BODIES = [
  ...OTHER_ENCODINGS.map((headers) => ({ body: '{"amount":10}', headers, status: 415 })),
  {
    body: gzipSync(Buffer.alloc(10_000_000, ' ')),
    headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
    status: 415,
  },
  { body: `{"a":"${'a'.repeat(2_000_000)}"}`, headers: JSON_TYPE, status: 413 },
  ...['['.repeat(7000), `${'['.repeat(7000)}${']'.repeat(7000)}`, '{"a":'.repeat(2500)].map(
    (body) => ({ body, headers: JSON_TYPE, status: 400 }),
  ),
];

const LIST = '/api/leaderboard';
const FEED = '/feeds/nation/italy.atom';
/** Where each header is read. */
export const READ_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'Accept-Encoding': [LIST, FEED, '/api/leaderboard.csv'],
  'Access-Control-Request-Method': [LIST],
  Connection: [LIST],
  'Content-Type': [LIST, 'POST /api/session'],
  Cookie: [sessionCall.path],
  'Denaria-At-Least': [LIST],
  'Denaria-Version': [LIST],
  Host: [LIST],
  'Idempotency-Key': ['POST /api/dena/stake'],
  'If-Match': [FEED],
  'If-Modified-Since': [FEED],
  'If-None-Match': [LIST, FEED, '/api/nations'],
  'If-Range': [FEED],
  'If-Unmodified-Since': [FEED],
  Origin: [LIST],
  Range: [FEED],
  'User-Agent': ['POST /api/session'],
  'X-Forwarded-For': [LIST],
  'X-Request-Id': [LIST],
};
/** What separates, repeats or quotes in a header, and what is only long. */
export const FILLINGS: readonly string[] =
  ',|;|, |; |a=b;|  |\t|"|W/"a",|*,|br;q=0,|.|1,|::1,|0-0,|%|(|a'.split('|');

/** What a WebSocket sends that the server must close. */
export interface Intruder {
  readonly does: string;
  readonly first?: Buffer;
  readonly bytes: Buffer;
  /** How often the bytes are sent; once by default. */
  readonly times?: number;
  readonly isDeaf?: boolean;
  /** Whether it first polls, and upgrades that session. */
  readonly upgrades?: boolean;
  /** Header lines of its handshake: extensions, which must be declined. */
  readonly offers?: readonly string[];
}

/** A ping of the WebSocket protocol (RFC 6455, §5.5.2). */
export const PING = clientFrame('', 0x89);
export const WATCH = eventFrame('watch', { nations: 'all' });
const FRAGMENT = Buffer.alloc(1000, 'a');

function many(count: number, bytes: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => bytes));
}

export const INTRUDERS: Readonly<Record<string, Intruder>> = {
  'foreign-connects': {
    does: 'never reads, and sends CONNECTs to namespaces that do not exist, 7.9 kB each',
    isDeaf: true,
    first: CONNECT,
    bytes: many(20, clientFrame(`40/${'x'.repeat(7900)},`)),
    times: 20,
  },
  connects: { does: 'sends 8,000 CONNECT packets, 64 kB', bytes: many(8000, CONNECT) },
  'packet-flood': {
    does: 'sends 40,000 pongs and watches as fast as it can',
    first: CONNECT,
    bytes: many(100, Buffer.concat([PONG, WATCH])),
    times: 200,
  },
  'pings-at-once': {
    does: 'sends 10,000 of the protocol’s own pings at once',
    first: CONNECT,
    bytes: many(10_000, PING),
  },
  'unread-pings': {
    does: 'never reads, and sends the protocol’s own pings of 125 bytes',
    isDeaf: true,
    first: CONNECT,
    bytes: many(500, clientFrame(Buffer.alloc(125), 0x89)),
    times: 200,
  },
  'upgrade-probes': {
    does: 'probes the upgrade of a polling session 1,000 times',
    upgrades: true,
    bytes: many(1000, clientFrame('2probe')),
  },
  fragments: {
    does: 'sends a message in fragments that never end, 1 kB each',
    first: clientFrame(FRAGMENT, 0x01),
    bytes: many(10, clientFrame(FRAGMENT, 0x00)),
    times: 10,
  },
  'compressed-frames': {
    does: 'offers permessage-deflate, and sends compressed bombs anyway',
    offers: ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits'],
    bytes: clientFrame(deflateRawSync(Buffer.alloc(2 ** 24)).subarray(0, 60_000), 0xc1),
  },
  'binary-noise': {
    does: 'sends binary frames that mean nothing',
    bytes: many(20, clientFrame(Buffer.alloc(200, '\xa7\x00~', 'latin1'), 0x82)),
    times: 15,
  },
};

/**
 * Opens a WebSocket, and sends what an intruder does until the server closes it.
 * @returns its connection; null if it was refused.
 */
export async function intrude(
  url: string,
  { first, bytes, times = 1, isDeaf, upgrades, offers = [] }: Intruder,
  forwarded: { readonly 'X-Forwarded-For': string },
): Promise<RawConnection | null> {
  const session = upgrades ? await pollingSession(url, forwarded) : '';
  if (session === null) return null;
  const connection = await openWebSocket(Number(new URL(url).port), {
    lines: [`X-Forwarded-For: ${forwarded['X-Forwarded-For']}`, ...offers],
    ...(session !== '' && { path: upgradeOf(session) }),
  });
  if (typeof connection === 'number') return null;
  if (isDeaf) connection.stopReading();
  if (first) connection.write(first);
  for (let n = 0; n < times && !connection.isClosed; n += 1) {
    connection.write(bytes);
    await sleep(1);
  }
  return connection;
}
