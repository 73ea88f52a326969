/** Attacks on HTTP itself: slow, huge, malformed or unread messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import {
  FILLINGS,
  malformedRequests,
  READ_HEADERS,
  slowConnections,
  UNREADABLE_BODIES,
} from '../../../server/test/support/hostile.ts';
import { RawConnection } from '../../../server/test/support/raw-connection.ts';
import { requests, type Attack, type Scene } from '../attack.ts';
import { ENDED_OWNER } from '../seeds.ts';

/** A request must be complete after 30 s, plus some slack: only a longer run shows it. */
const OVERDUE_MS = 35_000;
const OFFERS = ['foo', 'h2c', 'websocket'];
const UNREAD = [
  `${leaderboardCall.path}?limit=1000`,
  '/api/leaderboard.ndjson?limit=10000',
  `/api/dena/stakes/${ENDED_OWNER.wallet}`,
];
const HEADERS = Object.entries(READ_HEADERS).flatMap(([name, targets]) =>
  targets.flatMap((target) => FILLINGS.map((filling) => [name, target, filling] as const)),
);

const get = (scene: Scene, path: string, ...lines: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, scene.lines(), 'Accept-Encoding: identity', ...lines, '', ''].join(
    '\r\n',
  );

/** The bodies that must be refused with this status. */
function bodies(status: number): Attack {
  const rows = UNREADABLE_BODIES.filter((row) => row.status === status);
  return requests({ does: `bodies that no call reads: ${status}`, allowed: [status] }, (n) => ({
    path: stakeDenaCall.path,
    method: 'POST',
    ...rows[n % rows.length],
  }));
}

export const HTTP_ATTACKS: Readonly<Record<string, Attack>> = {
  'slow-connections': {
    does: '3,000 connections that are silent, idle, or add to a request every second',
    lanes: 3000,
    most: 3000,
    allowed: ['closed', 'open at the end'],
    begin: (scene) => async (n) => {
      const rows = slowConnections(scene.lines(n));
      const [, begin, drip] = rows[n % rows.length] ?? ['', '', ''];
      const connection = new RawConnection(scene.port);
      const openedAt = performance.now();
      connection.write(begin);
      while (scene.isRunning && !connection.isClosed) {
        if (drip !== '') connection.write(drip);
        await scene.sleep(1000);
      }
      const { isClosed } = connection;
      connection.end();
      if (isClosed) return 'closed';
      const isOverdue = drip !== '' && performance.now() - openedAt > OVERDUE_MS;
      return isOverdue ? 'open when overdue' : 'open at the end';
    },
  },
  'malformed-requests': requests(
    { does: 'bytes that are not a request', allowed: ['refused'] },
    async (n, scene) => {
      const rows = malformedRequests(scene.lines());
      const [what, bytes, expected] = rows[n % rows.length] ?? ['', '', 0];
      const connection = new RawConnection(scene.port);
      connection.write(bytes);
      const isClosed = await connection.closes();
      connection.end();
      const [status = 0] = connection.statuses;
      if (!isClosed) return `${what}: not closed`;
      return [expected, 0, 429].includes(status) ? 'refused' : `${what}: ${status}`;
    },
  ),
  ...Object.fromEntries([400, 413, 415].map((status) => [`bodies-${status}`, bodies(status)])),
  'long-headers': requests(
    {
      does: '15 kB of what separates, in each header that is read',
      lanes: 64,
      // A header that means something must mean something that is there.
      allowed: [200, 304, 400, 401, 403, 412, 415, 416, 417, 431],
    },
    (n) => {
      const [name = '', target = '', filling = 'a'] = HEADERS[n % HEADERS.length] ?? [];
      const [path = '', method = 'GET'] = target.split(' ').toReversed();
      return { path, method, headers: { [name]: `a${filling.repeat(15_000 / filling.length)}a` } };
    },
  ),
  'other-protocols': {
    does: 'a request, and on the same connection one that offers a protocol that is not ours',
    lanes: 16,
    allowed: ['GET: 200,200', 'POST: 200,400'],
    begin: (scene) => async (_n, lane) => {
      const connection = new RawConnection(scene.port);
      const method = lane % 4 === 0 ? 'POST' : 'GET';
      const offer = `Upgrade: ${OFFERS[lane % OFFERS.length]}`;
      connection.write(get(scene, '/healthz'));
      await connection.answered();
      connection.write(get(scene, '/healthz', 'Connection: Upgrade', offer).replace('GET', method));
      const isClosed = await connection.closes();
      connection.end();
      return isClosed ? `${method}: ${connection.statuses.join()}` : 'stayed open';
    },
  },
  'unread-answers': {
    does: 'pipelined requests for long answers, which are never read; memory stays bounded',
    lanes: 24,
    allowed: ['unread'],
    begin: (scene) => async (_n, lane) => {
      const connection = new RawConnection(scene.port);
      connection.stopReading();
      const many = get(scene, UNREAD[lane % UNREAD.length] ?? '/').repeat(100);
      for (let i = 0; i < 100 && scene.isRunning && !connection.isClosed; i += 1) {
        if (!connection.isClogged) connection.write(many);
        await sleep(10);
      }
      connection.end();
      return 'unread';
    },
  },
};
