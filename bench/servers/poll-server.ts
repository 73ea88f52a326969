/** The polled list, served by Denaria or by bare node:http, each in its own process. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { NOW } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { createLog } from '../../server/observe/log.ts';
import { joining } from '../../server/store/testing/fixtures.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';
import { walletOf } from '../played-game.ts';
import { listening } from '../../tools/test/listening.ts';

const PLAYERS = 1200;
const LIST = '/api/leaderboard';

async function denaria(): Promise<number> {
  const limits = { ...LIMITS, pointsPerAddress: 1_000_000_000 };
  const server = await Harness.start({ limits, log: createLog('warn') });
  await Promise.all(
    Array.from({ length: PLAYERS }, (_, n) => {
      const nation = NATION_IDS[n % NATION_IDS.length];
      return server.store.commit(joining(walletOf(n), nation, NOW + n * 1000), 0, null);
    }),
  );
  await server.quiet();
  return Number(new URL(server.url).port);
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
async function bareHttp(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${LIST}`);
  const plain = Buffer.from(await answer.arrayBuffer());
  const zipped = gzipSync(plain);
  const tag = answer.headers.get('ETag') ?? '';
  const unchanged = [...answer.headers].filter(([name]) => !BY_NODE.has(name)).flat();
  const variant = (body: Buffer, ...coding: readonly string[]) => {
    const type = ['Content-Type', 'application/json; charset=utf-8'];
    return { body, head: [...unchanged, ...type, ...coding, 'Content-Length', `${body.length}`] };
  };
  const list = { plain: variant(plain), zipped: variant(zipped, 'Content-Encoding', 'gzip') };
  const http = createServer(({ url, headers }, response) => {
    if (url !== LIST) return void response.writeHead(404).end();
    if (headers['if-none-match'] === tag) return void response.writeHead(304, unchanged).end();
    const { head, body } = headers['accept-encoding'] === 'gzip' ? list.zipped : list.plain;
    response.writeHead(200, head).end(body);
  });
  return listening(http);
}

serveParent({
  denaria,
  'denaria-routed': denaria,
  'bare-http': (port) => bareHttp(Number(port)),
});
