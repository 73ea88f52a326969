/** Attacks on HTTP itself: slow, huge, deeply nested, compressed or unread messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { refreshCall } from '../../../common/protocol/upkeep.ts';
import { nobody, type Attack, type Attacks, type Scene } from '../attack.ts';
import { RawConnection, type HttpRequest } from '../connections.ts';
import { ENDED_OWNER } from '../seeds.ts';

/** A request must be complete after 30 s (server/boot/compose-server.ts), plus some slack: only a longer run shows it. */
const OVERDUE_MS = 35_000;
const OFFERS = ['foo', 'h2c', 'websocket'];
/** With the separators of their items. */
const LONG_HEADERS = [
  ['If-None-Match', ','],
  ['Accept-Encoding', ','],
  ['Cookie', ';'],
  ['If-Modified-Since', ', '],
  ['Range', '0-0,'],
  ['Denaria-At-Least', 'a a'],
] as const;
const BODY = JSON.stringify({ walletAddress: nobody(0), amount: 10 });

const head = (line: string, { port }: Scene, ...lines: readonly string[]): string =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines].join('\r\n');

const get = (scene: Scene, path: string, ...lines: readonly string[]): string => {
  const forwarded = `X-Forwarded-For: ${scene.caller()['X-Forwarded-For']}`;
  return head(`GET ${path}`, scene, forwarded, 'Accept-Encoding: identity', ...lines, '', '');
};

/** Connections that never complete a request: each begins one, and adds a byte a second; or does nothing at all. */
function drip(
  what: string,
  lanes: number,
  beginningOf: (scene: Scene) => string,
  byte = 'a',
): Attack {
  return {
    does: `${lanes.toLocaleString('en-US')} connections ${what}`,
    lanes,
    most: lanes,
    allowed: ['closed', 'open at the end'],
    begin: (scene) => async () => {
      const connection = new RawConnection(scene.port);
      const openedAt = performance.now();
      connection.write(beginningOf(scene));
      while (scene.goesOn && !connection.isClosed) {
        connection.write(byte);
        await scene.sleep(1000);
      }
      const { isClosed } = connection;
      connection.end();
      if (isClosed) return 'closed';
      const isOverdue = byte !== '' && performance.now() - openedAt > OVERDUE_MS;
      return isOverdue ? 'open when overdue' : 'open at the end';
    },
  };
}

/** POSTs, each of which must be refused with this status. */
function bodies(
  does: string,
  status: number,
  variants: readonly Pick<HttpRequest, 'body' | 'headers'>[],
): Attack {
  return {
    does,
    lanes: 16,
    allowed: [status],
    begin: (scene) => (n) => {
      const { body = '', headers } = variants[n % variants.length] ?? {};
      return {
        path: n % 2 ? refreshCall.path : stakeDenaCall.path,
        body,
        headers: { 'Content-Type': 'application/json', ...headers, ...scene.caller() },
      };
    },
  };
}

/** Connections that send many requests and read nothing. */
function unread(what: string, path: string): Attack {
  return {
    does: `pipelined requests for ${what}, whose answers are never read; memory stays bounded`,
    lanes: 8,
    allowed: ['unread'],
    begin: (scene) => async () => {
      const connection = new RawConnection(scene.port);
      connection.stopReading();
      const requests = get(scene, path).repeat(100);
      for (let i = 0; i < 100 && scene.goesOn && !connection.isClosed; i += 1) {
        if (!connection.isClogged) connection.write(requests);
        await sleep(10);
      }
      connection.end();
      return 'unread';
    },
  };
}

export const HTTP_ATTACKS: Attacks = {
  'slow-headers': drip('send a request’s headers, a byte a second', 1000, (scene) =>
    head('GET /', scene, 'X-Slow: '),
  ),
  'slow-bodies': drip('send a request’s body, a byte a second', 1000, (scene) =>
    head(
      `POST ${stakeDenaCall.path}`,
      scene,
      'Content-Type: application/json',
      'Content-Length: 10000',
      '',
      '{"a":"',
    ),
  ),
  'long-headers': {
    does: '15 kB of what separates, in each header that is read',
    lanes: 64,
    // A commit that a header names must be one.
    allowed: [200, 304, 400],
    begin: (scene) => (n) => {
      const [name = '', separator = ''] = LONG_HEADERS[n % LONG_HEADERS.length] ?? [];
      const headers = { [name]: separator.repeat(15_000 / separator.length), ...scene.caller() };
      return { path: leaderboardCall.path, headers };
    },
  },
  'idle-connections': drip('are opened and left idle', 3000, () => '', ''),
  'other-protocols': {
    does: 'a request, and on the same connection one that offers a protocol that is not ours',
    lanes: 16,
    allowed: ['GET: 200, 200', 'POST: 200, 400'],
    begin: (scene) => async (_n, lane) => {
      const connection = new RawConnection(scene.port);
      const method = lane % 4 === 0 ? 'POST' : 'GET';
      const offer = `Upgrade: ${OFFERS[lane % OFFERS.length]}`;
      connection.write(get(scene, '/healthz'));
      await connection.answered();
      connection.write(get(scene, '/healthz', 'Connection: Upgrade', offer).replace('GET', method));
      const isClosed = await connection.closes();
      connection.end();
      return isClosed ? `${method}: ${connection.statuses()}` : 'stayed open';
    },
  },
  'big-bodies': bodies('JSON bodies of 2 MB', 413, [{ body: `{"a":"${'a'.repeat(2_000_000)}"}` }]),
  'deep-json': bodies('JSON nested 7,000 levels deep, within the accepted size', 400, [
    { body: `${'['.repeat(7000)}${']'.repeat(7000)}` },
    { body: `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}` },
  ]),
  'wrong-types': bodies(
    'bodies of other types, and compressed ones (including a 10 MB gzip bomb)',
    415,
    [
      { body: BODY, headers: { 'Content-Type': 'text/plain' } },
      { body: BODY, headers: { 'Content-Type': 'multipart/form-data; boundary=a' } },
      { body: gzipSync(Buffer.alloc(10_000_000, ' ')), headers: { 'Content-Encoding': 'gzip' } },
      { body: gzipSync(BODY), headers: { 'Content-Encoding': 'gzip, gzip, gzip' } },
    ],
  ),
  'unread-lists': unread('the ranking', `${leaderboardCall.path}?limit=1000`),
  'unread-exports': unread('an export', '/api/leaderboard.ndjson?limit=10000'),
  'unread-stakes': unread('a wallet’s stakes', `/api/dena/stakes/${ENDED_OWNER.wallet}`),
};
