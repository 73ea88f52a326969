/** The polled list, served by Denaria, by bare node:http or by plain express, each in its own process. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { pino } from 'pino';
import { NOW } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { createLog } from '../../server/observe/log.ts';
import { joining } from '../../server/store/testing/fixtures.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';

const PLAYERS = 1200;
const LIST = '/api/leaderboard';

/** Realistic wallets, without a pattern that would compress too well. */
function wallets() {
  return Array.from({ length: PLAYERS }, (_, n) =>
    address(`0x${createHash('sha256').update(String(n)).digest('hex').slice(0, 40)}`),
  );
}

async function denaria(log = createLog('warn')): Promise<number> {
  const limits = { ...LIMITS, pointsPerAddress: 1_000_000_000 };
  const server = await Harness.start({ limits, log });
  await Promise.all(
    wallets().map((wallet, n) => {
      const nation = NATION_IDS[n % NATION_IDS.length];
      return server.store.commit(joining(wallet, nation, NOW + n * 1000), 0, null);
    }),
  );
  await server.quiet();
  return Number(new URL(server.url).port);
}

/** What the peers answer: the same list, fetched from Denaria itself. */
async function listOf(port: number, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}

/** The connection's own headers, which Node writes by itself. */
const BY_NODE: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
]);

/** The least work Node can do for an answer: a ready buffer with ready headers. */
async function bareHttp(port: number, which: 'all' | 'few'): Promise<number> {
  const plain = Buffer.from(await listOf(port, LIST));
  const zipped = gzipSync(plain);
  const answer = await fetch(`http://127.0.0.1:${port}${LIST}`);
  await answer.arrayBuffer();
  const given = [...answer.headers].filter(([name]) => !BY_NODE.has(name));
  const common = which === 'all' ? given : given.filter(([name]) => name === 'etag');
  const tag = answer.headers.get('ETag') ?? '';
  const unchanged = common.flat();
  const headFor = (body: Buffer, coding?: string) => [
    ...unchanged,
    'Content-Type',
    'application/json; charset=utf-8',
    ...(coding ? ['Content-Encoding', coding] : []),
    'Content-Length',
    String(body.length),
  ];
  const list = {
    plain: { head: headFor(plain), body: plain },
    zipped: { head: headFor(zipped, 'gzip'), body: zipped },
  };
  const http = createServer(({ url, headers }, response) => {
    if (url !== LIST) return void response.writeHead(404).end();
    if (headers['if-none-match'] === tag) return void response.writeHead(304, unchanged).end();
    const { head, body } = headers['accept-encoding'] === 'gzip' ? list.zipped : list.plain;
    response.writeHead(200, head).end(body);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return portOf(http.address());
}

/** What most people would write: the plain rows and `response.json`. */
async function plainExpress(port: number): Promise<number> {
  const rows: unknown = JSON.parse(await listOf(port, LIST));
  if (!Array.isArray(rows)) throw new Error('no list');
  const app = express();
  app.get(LIST, ({ query }, response) => {
    response.json(rows.slice(0, Number(query['limit'] ?? rows.length)));
  });
  const http = createServer(app).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return portOf(http.address());
}

function portOf(bound: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}

serveParent({
  denaria: () => denaria(),
  'denaria-routed': () => denaria(),
  'denaria-logging': () => denaria(pino({ level: 'info' }, pino.destination('/dev/null'))),
  'bare-http': (port) => bareHttp(Number(port), 'all'),
  'bare-http-few': (port) => bareHttp(Number(port), 'few'),
  express: (port) => plainExpress(Number(port)),
});
