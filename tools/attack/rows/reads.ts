/** Every public read, over as many connections as one client can open. */
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { BUILDER_CALLS } from '../../../common/protocol/builders.ts';
import type { Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { weekAt, weekId } from '../../../common/values/week.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import { namesIn, samplePath } from '../../../server/test/support/samples.ts';
import { nobody, type Attack, type Attacks, type Scene } from '../attack.ts';
import { BUSY_OWNER, ENDED_OWNER, SMALL_EVENTS } from '../seeds.ts';

const CODINGS = ['br', 'gzip', 'identity', 'br;q=0.1, gzip;q=0.9, *;q=0'];
const READS = [...CALLS, ...BUILDER_CALLS].filter(({ method }) => method === 'GET');
const WALLET_READS = READS.filter((call) => namesIn(call, 'params').includes('walletAddress'));

const WALLET = ENDED_OWNER.wallet;
const NOW = new Date().toISOString();
const A_MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();
/** Parameter values that make a read do the most work, by parameter name; the costliest comes first. */
const COSTLY: Readonly<Record<string, readonly string[]>> = {
  limit: ['1', '200', '1000', '10000'],
  offset: ['0', '500', '9007199254740991'],
  walletAddress: [WALLET],
  nationId: NATION_IDS,
  before: ['ffffffffffffffff', '0000000000000001'],
  rev: ['0000000000000001', 'ffffffffffffffff'],
  active: ['1'],
  q: ['0x00', '0x0000', 'al'],
  gdp: ['1000000000000', '0', '20000'],
  at: [NOW, A_MINUTE_AGO],
  from: [A_MINUTE_AGO],
  to: [NOW],
  span: ['all', '24h'],
  nation: NATION_IDS,
  theme: ['dark', 'light'],
  season: [weekId(weekAt(Date.now()))],
  url: ['http://127.0.0.1/ranking'],
};

const COSTLIEST = Object.fromEntries(
  Object.entries(COSTLY).map(([name, values]) => [name, values[0]]),
);

/** A call's path with the costliest values of its required query parameters, and with each of every optional one. */
function pathsOf(call: Call): string[] {
  const path = samplePath(call, { ...COSTLIEST, tokenId: '1' });
  const variants = namesIn(call, 'query').flatMap((name) =>
    (COSTLY[name] ?? []).map((value) => {
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      searchParams.set(name, value);
      return `${pathname}?${searchParams}`;
    }),
  );
  return [path, ...variants];
}

/** Requests of these paths in turn, in every content coding. */
function reading(paths: readonly string[]): Attack {
  const variants = paths.length > 1 ? ` and ${paths.length - 1} variants` : '';
  return {
    does: `requests of ${paths[0]}${variants} in every content coding`,
    lanes: 64,
    // The rules refuse a read of something that does not exist, and one with another call's bound.
    allowed: [200, 304, 400, 401, 404],
    begin: (scene) => (n) => {
      const coding = CODINGS[Math.floor(n / paths.length) % CODINGS.length];
      const headers = { 'Accept-Encoding': coding, ...scene.caller() };
      return { path: paths[n % paths.length] ?? '/', headers };
    },
  };
}

/** Reads that differ each time, so that no answer is kept for the next. */
function differing(does: string, pathOf: (n: number) => string): Attack {
  return {
    does,
    lanes: 80,
    allowed: [200, 404],
    begin: (scene) => (n) => ({ path: pathOf(n), headers: scene.caller() }),
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

/** The points that a read takes from its caller's budget; none if it is not answered with a list. */
async function costOf(scene: Scene, path: string): Promise<number> {
  const answerTo = async (target: string) => {
    const { headers, text } = await ask(scene.url, target, { headers: scene.caller(1) });
    const left = Number(/remaining=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    return { left, isList: text.startsWith('[') };
  };
  const before = await answerTo('/healthz');
  const { left, isList } = await answerTo(path);
  return isList ? before.left - left : Number.NaN;
}

/** The spellings that are answered for fewer points than the plain one. */
async function cheaperOnes(scene: Scene): Promise<string[]> {
  const plain = await costOf(scene, DEAREST);
  if (!(plain > 0)) return [`${DEAREST} costs ${plain}`];
  const cheaper: string[] = [];
  for (const spelling of SPELLINGS) {
    const points = await costOf(scene, spelling);
    if (points < plain) cheaper.push(`${spelling} costs ${points}`);
  }
  return cheaper;
}

export const READ_ATTACKS: Attacks = {
  pages: reading(['/', '/ranking', '/no-such-page']),
  // A new call gets its row by itself.
  ...Object.fromEntries(READS.map((call) => [`read ${call.path}`, reading(pathsOf(call))])),
  ledger: reading([
    '/ledger/tile/entries/000',
    '/ledger/tile/entries/001',
    '/ledger/tile/entries/000.p/200',
    '/ledger/tile/0/000',
    '/ledger/tile/1/000.p/1',
    '/ledger/checkpoint',
    '/ledger/key',
  ]),
  replays: differing('replays of ever different stretches', (n) => {
    const from = new Date(Date.parse(A_MINUTE_AGO) + (n % 50_000)).toISOString();
    return `/api/replay?from=${from}&to=${NOW}`;
  }),
  'unknown-wallets': differing('lookups of wallets that nobody has', (n) => {
    const call = WALLET_READS[n % WALLET_READS.length] ?? leaderboardCall;
    return samplePath(call, { walletAddress: nobody(n) });
  }),
  'small-events': differing(`reads of the ${SMALL_EVENTS} events of a wallet`, (n) =>
    n % 2
      ? `/api/players/${BUSY_OWNER.wallet}`
      : `/api/events?walletAddress=${BUSY_OWNER.wallet}&limit=${1 + (n % 200)}`,
  ),
  waits: {
    does: 'reads of commits that never come: 20 of an address wait, the others do not',
    lanes: 64,
    allowed: [200],
    async begin(scene) {
      const { headers } = await ask(scene.url, leaderboardCall.path, { headers: scene.caller() });
      const epoch = String(headers[BOARD_HEADERS.epoch.toLowerCase()]);
      return (n) => ({
        path: n % 2 ? leaderboardCall.path : '/api/works',
        headers: {
          [AT_LEAST_HEADER]: `${n % 8 ? epoch : 'another'} ${'f'.repeat(16)}`,
          ...scene.caller(n % 3),
        },
      });
    },
  },
  spellings: {
    does: 'the dearest read in other spellings: one that is answered costs as much',
    lanes: 16,
    allowed: [200, 400, 403, 404],
    begin(scene) {
      scene.closing = () => cheaperOnes(scene);
      return (n) => ({ path: SPELLINGS[n % SPELLINGS.length] ?? '/', headers: scene.caller() });
    },
  },
};
