/** Every public read, over as many connections as one client can open. */
import { NATION_IDS } from '../../../common/values/nations.ts';
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import type { Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { namesIn, samplePath } from '../../../server/test/support/samples.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import { nobody, type Attack } from '../attack.ts';
import { flood } from '../flood.ts';
import { BUSY_OWNER, LEGACY_OWNER, SMALL_EVENTS } from '../seeds.ts';

const CONNECTIONS = 64;
const SCRAPERS = 16;
const CODINGS = ['br', 'gzip', 'identity', 'br;q=0.1, gzip;q=0.9, *;q=0'];

const WALLET = LEGACY_OWNER.wallet;
const NOW = new Date().toISOString();
const A_MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();
/** Parameter values that make a read do the most work, by parameter name. */
const COSTLY: Readonly<Record<string, readonly string[]>> = {
  limit: ['1', '200', '1000'],
  offset: ['0', '500', '9007199254740991'],
  walletAddress: [WALLET],
  nationId: NATION_IDS,
  before: ['ffffffffffffffff', '0000000000000001'],
  active: ['1'],
  q: ['0x00', '0x0000', 'al'],
  gdp: ['1000000000000', '0', '20000'],
  at: [NOW, A_MINUTE_AGO],
  from: [A_MINUTE_AGO],
  to: [NOW],
  span: ['all', '24h'],
};

/**
 * A call's path with the costliest values of its required query parameters; and that path with each costly
 * value of each optional one.
 */
function pathsOf(call: Call): string[] {
  const [path = '', search = ''] = samplePath(call, { walletAddress: WALLET, tokenId: '1' }).split(
    '?',
  );
  const query = new URLSearchParams(search);
  const pathWith = (name: string, value: string) => {
    const changed = new URLSearchParams(query);
    changed.set(name, value);
    return `${path}?${changed}`;
  };
  const names = namesIn(call, 'query');
  for (const name of names.filter((each) => query.has(each))) {
    const [costliest] = COSTLY[name] ?? [];
    if (costliest !== undefined) query.set(name, costliest);
  }
  const plain = query.size === 0 ? path : `${path}?${query}`;
  const variants = names.flatMap((name) =>
    (COSTLY[name] ?? []).map((value) => pathWith(name, value)),
  );
  return [plain, ...variants];
}

function reading(name: string, paths: readonly string[], connections = CONNECTIONS): Attack {
  return {
    name,
    does: `${connections} connections request ${paths.length > 1 ? `${paths[0]} and ${paths.length - 1} variants` : paths[0]} in every content coding`,
    expects: 'answered, or refused for a while',
    async run(scene) {
      const tally = await flood(scene, {
        connections,
        next: (n) => ({
          path: paths[n % paths.length] ?? '/',
          headers: {
            'Accept-Encoding': CODINGS[Math.floor(n / paths.length) % CODINGS.length],
            ...scene.caller(),
          },
        }),
      });
      // The rules refuse a read of something that does not exist, and one with another call's bound.
      return tally.report([200, 304, 400, 401, 404]);
    },
  };
}

/** Reads that differ each time, so that no answer is kept for the next. */
function differing(name: string, does: string, pathsOf: (n: number) => readonly string[]): Attack {
  return {
    name,
    does: `80 connections ${does}`,
    expects: 'answered, or refused for a while',
    async run(scene) {
      const tally = await flood(scene, {
        connections: 80,
        next(n) {
          const paths = pathsOf(n);
          return { path: paths[n % paths.length] ?? '/', headers: scene.caller() };
        },
      });
      return tally.report([200, 404]);
    },
  };
}

const DEAREST = '/api/leaderboard/find?q=0x00';
/** Other spellings of a target, which are routed as it is or not at all. */
const SPELLINGS = [
  DEAREST.toUpperCase().replace('Q=0X', 'q=0x'),
  DEAREST.replaceAll('/', '\\'),
  DEAREST.replace('/find', '\\find'),
  DEAREST.replace('?', '/?'),
  `${DEAREST}#/healthz`,
  `/healthz#/..${DEAREST}`,
  DEAREST.replace('find', 'fin%64'),
  `http://127.0.0.1${DEAREST}`,
];

/** One row for every read of the protocol, so a new call gets its row automatically. */
const CALLED = CALLS.filter(({ method }) => method === 'GET').map((call) =>
  reading(`read ${call.path}`, pathsOf(call)),
);

const WALLET_READS = CALLS.filter(
  (call) => call.method === 'GET' && namesIn(call, 'params').includes('walletAddress'),
);

export const READ_ATTACKS: readonly Attack[] = [
  reading('pages', ['/', '/ranking', '/no-such-page']),
  ...CALLED,
  differing('replays', 'request replays of ever different stretches', (n) => [
    `/api/replay?from=${new Date(Date.parse(A_MINUTE_AGO) + (n % 50_000)).toISOString()}&to=${NOW}`,
  ]),
  differing('unknown-wallets', 'look up wallets that nobody has', (n) =>
    WALLET_READS.map((call) => samplePath(call, { walletAddress: nobody(n) })),
  ),
  differing('small-events', `read the ${SMALL_EVENTS} events of a wallet`, (n) => [
    `/api/events?walletAddress=${BUSY_OWNER.wallet}&limit=${1 + (n % 200)}`,
    `/api/players/${BUSY_OWNER.wallet}`,
  ]),
  {
    name: 'waits',
    does: 'ask for commits that never come, of this data set and of others, and leave or stay',
    expects: 'refused as behind (503): 20 of an address wait, the others do not',
    async run(scene) {
      const { headers } = await ask(scene.url, leaderboardCall.path, { headers: scene.caller() });
      const epoch = String(headers[BOARD_HEADERS.epoch.toLowerCase()]);
      const tally = await flood(scene, {
        connections: 64,
        next: (n) => ({
          path: n % 2 ? leaderboardCall.path : '/api/works',
          headers: {
            [AT_LEAST_HEADER]: `${n % 8 ? epoch : 'another'} ${'f'.repeat(16)}`,
            ...scene.caller(n % 3),
          },
        }),
      });
      return tally.report([200]);
    },
  },
  {
    name: 'spellings',
    does: 'the dearest read in other spellings, with backslashes, a fragment, an escape',
    expects: 'one that is answered costs as much as the plain one',
    async run(scene) {
      const costOf = async (path: string) => {
        const headers = scene.caller(1);
        const leftAfter = async (asked: string) => {
          const answer = await ask(scene.url, asked, { headers });
          const left = /remaining=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1];
          return { left: Number(left), isAnswered: answer.text.startsWith('[') };
        };
        const { left } = await leftAfter('/healthz');
        const after = await leftAfter(path);
        return { points: left - after.left, isAnswered: after.isAnswered };
      };
      const { points } = await costOf(DEAREST);
      const cheaper: string[] = [];
      for (const path of SPELLINGS) {
        const cost = await costOf(path);
        if (cost.isAnswered && cost.points < points) cheaper.push(`${path} costs ${cost.points}`);
      }
      const tally = await flood(scene, {
        connections: SCRAPERS,
        next: (n) => ({ path: SPELLINGS[n % SPELLINGS.length] ?? '/', headers: scene.caller() }),
      });
      return tally.report([200, 400, 403, 404], cheaper);
    },
  },
  {
    name: 'metrics',
    does: `${SCRAPERS} connections request /metrics on the players’ port`,
    expects: 'it is not served there',
    async run(scene) {
      const tally = await flood(scene, {
        connections: SCRAPERS,
        next: () => ({ path: '/metrics', headers: scene.caller() }),
      });
      // Unknown paths are answered with the page.
      const scraped = await fetch(`${scene.url}/metrics`, { headers: scene.caller() });
      const isServed = (await scraped.text()).includes('process_cpu');
      return tally.report([200, 404], isServed ? ['/metrics is served to the public'] : []);
    },
  },
];
