/** Attacks on HTTP itself: slow, huge, deeply nested, compressed or unread messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { refreshCall } from '../../../common/protocol/upkeep.ts';
import { stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { ENDED_OWNER } from '../seeds.ts';
import { nobody, type Attack, type Scene } from '../attack.ts';
import { flood } from '../flood.ts';
import { inLanes, RawConnection } from '../raw.ts';

/** A request must be complete by then, plus some slack (server/boot/compose-server.ts). */
const REQUEST_MS = 30_000;
const SLACK_MS = 35_000;
const OFFERS = ['foo', 'h2c', 'websocket'];
const BODY = JSON.stringify({ walletAddress: nobody(5), amount: 10 });

/** Opens connections that each send a byte now and then and never complete a request. */
function drip(name: string, does: string, headOf: (scene: Scene) => string): Attack {
  return {
    name,
    does,
    expects: `each is closed ${REQUEST_MS / 1000} s after it opened (only a longer run shows this)`,
    async run(scene) {
      const connections = Array.from({ length: 1000 }, () => new RawConnection(scene.port));
      const openedAt = performance.now();
      for (const connection of connections) connection.write(headOf(scene));
      while (scene.goesOn) {
        for (const connection of connections) connection.write('a');
        await sleep(1000);
      }
      const age = performance.now() - openedAt;
      const tolerated = connections.filter(({ isClosed }) => !isClosed).length;
      for (const connection of connections) connection.end();
      return {
        complaints:
          age > SLACK_MS && tolerated > 0
            ? [`${tolerated} were still open after ${Math.round(age / 1000)} s`]
            : [],
        note: `1,000 connections, ${tolerated} open at the end`,
      };
    },
  };
}

/** POSTs, each of which must be refused with one of these statuses. */
function bodies(
  name: string,
  does: string,
  expected: readonly number[],
  variants: readonly {
    readonly body: string | Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  }[],
): Attack {
  return {
    name,
    does,
    expects: `refused (${expected.join(', ')})`,
    async run(scene) {
      const tally = await flood(scene, {
        connections: 16,
        next: (n) => {
          const { body = '', headers = {} } = variants[n % variants.length] ?? {};
          return {
            path: n % 2 ? refreshCall.path : stakeDenaCall.path,
            body,
            headers: { 'Content-Type': 'application/json', ...headers, ...scene.caller() },
          };
        },
      });
      return tally.report(expected);
    },
  };
}

/** Lanes of connections that send many requests and read nothing. */
function unread(name: string, does: string, request: (scene: Scene) => string): Attack {
  return {
    name,
    does,
    expects: 'memory stays bounded',
    async run(scene) {
      let asked = 0;
      await inLanes(scene, 8, async () => {
        const connection = new RawConnection(scene.port);
        connection.stopReading();
        const requests = request(scene).repeat(100);
        for (let i = 0; i < 100 && scene.goesOn && !connection.isClosed; i += 1) {
          if (!connection.isClogged) {
            connection.write(requests);
            asked += 100;
          }
          await sleep(10);
        }
        connection.end();
      });
      return { complaints: [], note: `${asked} requests, no answer read` };
    },
  };
}

const get = (scene: Scene, path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${scene.port}`,
    `X-Forwarded-For: ${scene.caller()['X-Forwarded-For']}`,
    'Accept-Encoding: identity',
    '',
    '',
  ].join('\r\n');

export const HTTP_ATTACKS: readonly Attack[] = [
  drip(
    'slow-headers',
    '1,000 connections send a request’s headers, a byte a second',
    (scene) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${scene.port}\r\nX-Slow: `,
  ),
  drip('slow-bodies', '1,000 connections send a request’s body, a byte a second', (scene) =>
    [
      `POST ${stakeDenaCall.path} HTTP/1.1`,
      `Host: 127.0.0.1:${scene.port}`,
      'Content-Type: application/json',
      'Content-Length: 10000',
      '',
      '{"a":"',
    ].join('\r\n'),
  ),
  {
    name: 'idle-connections',
    does: '3,000 connections are opened and left idle',
    expects: 'they cost little; other clients are served',
    async run(scene) {
      const connections = Array.from({ length: 3000 }, () => new RawConnection(scene.port));
      while (scene.goesOn) await sleep(100);
      const open = connections.filter(({ isClosed }) => !isClosed).length;
      for (const connection of connections) connection.end();
      return { complaints: [], note: `${open} of 3,000 open at the end` };
    },
  },
  {
    name: 'huge-headers',
    does: 'requests with 64 kB of headers',
    expects: 'refused (431)',
    async run(scene) {
      let [sent, tolerated] = [0, 0];
      await inLanes(scene, 16, async () => {
        const connection = new RawConnection(scene.port);
        const filling = `X-Filling: ${'a'.repeat(1000)}\r\n`.repeat(64);
        connection.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${scene.port}\r\n${filling}\r\n`);
        sent += 1;
        await connection.closes(5000);
        if (connection.received !== '' && !connection.received.startsWith('HTTP/1.1 431'))
          tolerated += 1;
        connection.end();
      });
      const complaints = tolerated > 0 ? [`${tolerated} of ${sent} were answered otherwise`] : [];
      return { complaints, note: `${sent} requests` };
    },
  },
  {
    name: 'other-protocols',
    does: 'a request, and on the same connection one that offers a protocol that is not ours',
    expects: 'GET is answered as HTTP/1.1, anything else refused (400); the connection ends',
    async run(scene) {
      let [sent, open, otherwise] = [0, 0, 0];
      await inLanes(scene, 16, async (lane) => {
        const connection = new RawConnection(scene.port);
        const method = lane % 4 === 0 ? 'POST' : 'GET';
        const answers = [200, method === 'POST' ? 400 : 200];
        const offer = OFFERS[lane % OFFERS.length];
        const first = get(scene, '/healthz');
        connection.write(first);
        await connection.until(() => connection.received.includes('\r\n\r\n'), 5000);
        const head = first.replace('GET', method).trimEnd();
        connection.write(`${head}\r\nConnection: Upgrade\r\nUpgrade: ${offer}\r\n\r\n`);
        sent += 1;
        if (!(await connection.closes(5000))) open += 1;
        const received = [...connection.received.matchAll(/HTTP\/1.1 (\d+)/g)];
        if (received.map(([, status]) => Number(status)).join() !== answers.join()) otherwise += 1;
        connection.end();
      });
      return {
        complaints: [
          ...(open > 0 ? [`${open} of ${sent} stayed open`] : []),
          ...(otherwise > 0 ? [`${otherwise} of ${sent} were answered otherwise`] : []),
        ],
        note: `${sent} offers`,
      };
    },
  },
  bodies(
    'big-bodies',
    'JSON bodies of 2 MB',
    [413],
    [{ body: `{"a":"${'a'.repeat(2_000_000)}"}` }],
  ),
  bodies(
    'deep-json',
    'JSON nested 7,000 levels deep, within the accepted size',
    [400],
    [{ body: `${'['.repeat(7000)}${']'.repeat(7000)}` }, { body: `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}` }], // prettier-ignore
  ),
  bodies(
    'wrong-types',
    'bodies of other types, and compressed ones (including a 10 MB gzip bomb)',
    [415],
    [
      { body: BODY, headers: { 'Content-Type': 'text/plain' } },
      { body: BODY, headers: { 'Content-Type': 'multipart/form-data; boundary=a' } },
      { body: gzipSync(Buffer.alloc(10_000_000, ' ')), headers: { 'Content-Encoding': 'gzip' } },
      { body: gzipSync(BODY), headers: { 'Content-Encoding': 'gzip, gzip, gzip' } },
    ],
  ),
  unread(
    'unread-lists',
    'pipelined requests for the ranking, whose answers are never read',
    (scene) => get(scene, `${leaderboardCall.path}?limit=1000`),
  ),
  unread(
    'unread-stakes',
    'pipelined requests for a wallet’s stakes, whose answers are never read',
    (scene) => get(scene, `/api/dena/stakes/${ENDED_OWNER.wallet}`),
  ),
];
