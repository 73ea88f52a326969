/** Every public read, over as many connections as one client can open. */
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { BUILDER_CALLS, embedCall, rankingExportCall } from '../../../common/protocol/builders.ts';
import type { Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { weekAt, weekId } from '../../../common/values/week.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import { namesIn, samplePath } from '../../../server/test/support/samples.ts';
import { nobody, requests, type Attack } from '../attack.ts';
import { BUSY_OWNER, ENDED_OWNER } from '../seeds.ts';

const CODINGS = ['br', 'gzip', 'identity', 'br;q=0.1, gzip;q=0.9, *;q=0'];
const READS = [...CALLS, ...BUILDER_CALLS].filter(({ method }) => method === 'GET');
const WALLET_READS = READS.filter((call) => namesIn(call, 'params').includes('walletAddress'));
const EMBEDS = 1000;
/** A real one asks every 15 s, and not while nobody sees it. */
const EMBED_MS = 3000;

const NOW = Date.now();
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const A_MINUTE = 60_000;
/** How long ago the crowd of the seeds was there; before that nobody was. */
const HALF_AN_HOUR = 30 * A_MINUTE;
/** The value of each parameter that makes a read do the most work. */
const COSTLIEST: Readonly<Record<string, string>> = {
  limit: '1000',
  offset: '500',
  walletAddress: ENDED_OWNER.wallet,
  nationId: 'usa',
  before: 'ffffffffffffffff',
  rev: '0000000000000001',
  active: '1',
  q: '0x00',
  gdp: '1000000000000',
  at: ago(A_MINUTE),
  from: ago(A_MINUTE),
  to: ago(0),
  span: 'all',
  nation: 'argentina',
  theme: 'light',
  season: weekId(weekAt(NOW)),
  url: 'http://127.0.0.1/ranking',
};

/** A call's path with what it needs; then with each other parameter. */
function pathsOf(call: Call): string[] {
  const path = samplePath(call, { ...COSTLIEST, tokenId: '1' });
  const variants = namesIn(call, 'query').flatMap((name) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const value = COSTLIEST[name];
    if (value !== undefined) searchParams.set(name, value);
    return value === undefined ? [] : [`${pathname}?${searchParams}`];
  });
  return [path, ...variants];
}

/** Pages, the past and one of every read, each with what it reads. */
export const PLAIN_READS: readonly (readonly [what: string, path: string])[] = [
  ...['/', '/ranking', '/nation/italy'].map((page) => [page, page] as const),
  ...READS.map((call) => [call.path, pathsOf(call)[0] ?? call.path] as const),
  ['past ranking', `${leaderboardCall.path}?at=${ago(0)}`],
  ['a wallet’s events', `/api/events?walletAddress=${BUSY_OWNER.wallet}`],
];

/** Requests of these paths in turn, in every content coding. */
function reading(paths: readonly string[]): Attack {
  const variants = paths.length > 1 ? ` and ${paths.length - 1} variants` : '';
  return requests(
    {
      does: `requests of ${paths[0]}${variants} in every content coding`,
      lanes: 64,
      // A read of something that does not exist is refused, and one with another call's bound.
      allowed: [200, 304, 400, 401, 404],
    },
    (n) => {
      const coding = CODINGS[Math.floor(n / paths.length) % CODINGS.length];
      return { path: paths[n % paths.length] ?? '/', headers: { 'Accept-Encoding': coding } };
    },
  );
}

/** Reads that differ each time, so that no answer is cached for the next. */
function differing(does: string, pathOf: (n: number) => string): Attack {
  const row = { does, lanes: 80, callers: 4, allowed: [200, 404] };
  return requests(row, (n) => ({ path: pathOf(n) }));
}

export const READ_ATTACKS: Readonly<Record<string, Attack>> = {
  pages: reading(['/', '/ranking', '/no-such-page']),
  // A new call gets its row by itself.
  ...Object.fromEntries(READS.map((call) => [`read ${call.path}`, reading(pathsOf(call))])),
  ledger: reading([
    ...['entries/000', 'entries/001', '0/000', '1/000.p/1'].map((tile) => `/ledger/tile/${tile}`),
    '/ledger/checkpoint',
    '/ledger/key',
  ]),
  replays: differing(
    'replays of ever different stretches',
    (n) => `/api/replay?from=${ago(A_MINUTE - (n % 50_000))}&to=${ago(0)}`,
  ),
  'unknown-wallets': differing('lookups of wallets that nobody has', (n) =>
    samplePath(WALLET_READS[n % WALLET_READS.length] ?? leaderboardCall, {
      walletAddress: nobody(n),
    }),
  ),
  'small-events': differing('reads of a wallet with thousands of events', (n) =>
    n % 2
      ? `/api/players/${BUSY_OWNER.wallet}`
      : `/api/events?walletAddress=${BUSY_OWNER.wallet}&limit=${1 + (n % 200)}`,
  ),
  'past-exports': differing(
    'exports of 10,000 rows of ever different past moments',
    (n) => `${rankingExportCall('csv').path}?limit=10000&at=${ago(HALF_AN_HOUR + n)}`,
  ),
  embeds: requests(
    {
      does: '1,000 embeds on other sites, each a reader’s, that ask five times as often as they do',
      lanes: EMBEDS,
      callers: EMBEDS,
      allowed: [200],
    },
    async (n, scene) => {
      await scene.sleep(EMBED_MS * 2 * Math.random());
      return { path: `${embedCall.path}?theme=${n % 2 ? 'dark' : 'light'}` };
    },
  ),
  waits: {
    does: 'reads of commits that never come: 20 of an address wait, the others do not',
    lanes: 64,
    callers: 3,
    allowed: [200],
    async begin(scene) {
      const { headers } = await ask(scene.url, leaderboardCall.path, { headers: scene.caller() });
      const epoch = String(headers[BOARD_HEADERS.epoch.toLowerCase()]);
      return (n) => ({
        path: n % 2 ? leaderboardCall.path : '/api/works',
        headers: { [AT_LEAST_HEADER]: `${n % 8 ? epoch : 'another'} ${'f'.repeat(16)}` },
      });
    },
  },
};
