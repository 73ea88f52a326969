/** Every public read, over as many connections as one client can open. */
import { NATION_IDS } from '../../../common/values/nations.ts';
import type { Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { namesIn, samplePath } from '../../../server/test/support/samples.ts';
import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';
import { LEGACY_OWNER } from '../seeds.ts';

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

/** One row for every read of the protocol, so a new call gets its row automatically. */
const CALLED = CALLS.filter(({ method }) => method === 'GET').map((call) =>
  reading(`read ${call.path}`, pathsOf(call)),
);

export const READ_ATTACKS: readonly Attack[] = [
  reading('pages', ['/', '/ranking', '/no-such-page']),
  ...CALLED,
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
