/** Attacks on HTTP itself: slow, huge, deeply nested, compressed or unread messages, and forged callers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { nonceCall } from '../../../common/protocol/session.ts';
import { refreshCall } from '../../../common/protocol/upkeep.ts';
import { nobody, type Attack, type Attacks, type Scene } from '../attack.ts';
import { RawConnection, type HttpRequest } from '../connections.ts';
import { ENDED_OWNER } from '../seeds.ts';

/** A request must be complete after 30 s (server/boot/compose-server.ts), plus some slack: only a longer run shows it. */
const OVERDUE_MS = 35_000;
const OFFERS = ['foo', 'h2c', 'websocket'];
const BODY = JSON.stringify({ walletAddress: nobody(0), amount: 10 });
/** Nonces that one address may get in a minute (server/http/limits.ts). */
const NONCES_PER_ADDRESS = 600;

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

/** One caller under as many names as it likes. */
function disguised(does: string, nameOf: (n: number, own: string) => string): Attack {
  return {
    does: `X-Forwarded-For ${does}`,
    lanes: 16,
    // Exceeds the limit even if the minute rolls over during the attack.
    most: 2 * NONCES_PER_ADDRESS + 100,
    allowed: [200],
    begin(scene) {
      const own = scene.caller()['X-Forwarded-For'];
      scene.closing = () =>
        scene.count(200) > 2 * NONCES_PER_ADDRESS
          ? ['nonces were given as if to many callers']
          : [];
      return (n) => ({ path: nonceCall.path, headers: { 'X-Forwarded-For': nameOf(n, own) } });
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
  'idle-connections': drip('are opened and left idle', 3000, () => '', ''),
  'huge-headers': {
    does: 'requests with 64 kB of headers',
    lanes: 16,
    allowed: ['431', ''],
    begin: (scene) => async () => {
      const connection = new RawConnection(scene.port);
      const filling = Array.from({ length: 64 }, () => `X-Filling: ${'a'.repeat(1000)}`);
      connection.write(head('GET /', scene, ...filling, '', ''));
      await connection.closes();
      connection.end();
      return connection.statuses();
    },
  },
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
  'forwarded-ports': disguised(
    'names one address with another port each time',
    (n, own) => `${own}:${1024 + n}`,
  ),
  'forwarded-prefix': disguised('names IPv6 addresses of one /64, written in many ways', (n) =>
    n % 2
      ? `2001:db8:${n % 4 === 1 ? '0' : ''}1::${n.toString(16)}`
      : `[2001:DB8:1:0::${n.toString(16)}]:${1024 + n}`,
  ),
  'forwarded-mapped': disguised('names one IPv4 address, mapped to IPv6 in many ways', (n, own) =>
    n % 2 ? `::ffff:${own}` : `[::FFFF:${own}]:${1024 + n}`,
  ),
  'forwarded-list': disguised(
    'begins with made-up addresses',
    (n, own) => `192.0.2.${n % 256}, 198.51.100.${n % 251}, ${own}`,
  ),
  'forwarded-nonsense': disguised(
    'holds text that is not an address',
    (n) => ['unknown', `_hidden${n}`, `256.0.0.${n}`, `"${n}"`, `1.2.3.4.${n}`][n % 5] ?? '',
  ),
};
