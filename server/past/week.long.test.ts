/**
 * [PRO32] A week of play whose process is killed again and again: at a thousand random moments, the rewound
 * ranking equals that of a model, which sorts the last row of every player up to then.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { comparePresidency, compareRank } from '../../common/rules/ranking.ts';
import { NOW } from '../../common/testing/fixtures.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { testMongo } from '../../tools/test/mongo/test-mongo.ts';
import { SEED } from '../../tools/test/seed.ts';
import { createLog } from '../observe/log.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { fractions } from '../store/testing/fractions.ts';
import { allEvents } from '../store/testing/observe.ts';
import { inDirectory, inMongo, using, type Location } from '../store/testing/locations.ts';
import { entriesThen, Past } from './past.ts';
import { WEEK_MS } from './testing/week.ts';

const MOMENTS = 1000;
/** Of a process, before it is killed: by its commits, so that a fast machine kills as often as a slow one. */
const MOST_COMMITS = 500;
const KILLS = 3;
const TIMEOUT = 600_000;
const PROGRAM = fileURLToPath(new URL('testing/week-process.ts', import.meta.url));

const mongo = await testMongo();
const random = fractions(SEED);

/** Plays the week, killing the process anywhere in its work. @returns how often it was killed. */
async function played(place: string): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const seed = String(SEED + kills);
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, place, seed], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const life = Math.floor(random() * MOST_COMMITS);
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      if (line === `committed ${life}`) setTimeout(() => child.kill('SIGKILL'), random() * 20);
    });
    const [code] = await once(child, 'close');
    if (code === 0) return kills;
    if (code !== null) throw new Error(`it ended by itself, with ${code}`);
  }
}

/** The ranking by sorting. */
function modelAt(events: readonly StoredEvent[], moment: number) {
  const beyond = events.findIndex(({ at }) => at > moment);
  const rows = new Map<string, BoardRow>();
  for (const { row } of beyond === -1 ? events : events.slice(0, beyond)) rows.set(row.wallet, row);
  const all = [...rows.values()].toSorted(compareRank);
  const president = (nationId: NationId) =>
    all
      .filter((row) => row.nationId === nationId && row.culturalCount > 0)
      .toSorted(comparePresidency)[0] ?? null;
  return {
    count: all.length,
    presidents: byNation((nationId) => president(nationId)),
    totals: byNation((nationId) => {
      const its = all.filter((row) => row.nationId === nationId);
      return { gdp: its.reduce((sum, { gdp }) => sum + gdp, 0), players: its.length };
    }),
    ranks: all.map(({ wallet, gdp }) => [wallet, gdp] as const),
  };
}

async function expectThePast(place: Location): Promise<void> {
  await using(place, async (store) => {
    const events = await allEvents(store);
    expect(events.length).toBeGreaterThan(1000);
    const past = new Past({ store, log: createLog('silent') });
    const first = events[0]?.at ?? 0;
    for (let i = 0; i < MOMENTS; i += 1) {
      const moment =
        i % 2 === 0
          ? first + Math.floor(random() * (NOW + WEEK_MS - first))
          : (events[Math.floor(random() * events.length)]?.at ?? first);
      const then = await past.rankingAt(moment);
      if ('why' in then) throw new Error(`${then.why} at ${moment}`);
      const truth = modelAt(events, moment);
      const rows = entriesThen(then, 100);
      expect(rows).toHaveLength(Math.min(100, truth.count));
      expect(rows.map(({ walletAddress, gdp }) => [walletAddress, gdp])).toEqual(
        truth.ranks.slice(0, 100),
      );
      for (const { nationId, presidentWallet, presidentStakedCount } of rows) {
        const president = truth.presidents[nationId];
        expect([presidentWallet, presidentStakedCount]).toEqual([
          president?.wallet ?? null,
          president?.culturalCount ?? 0,
        ]);
      }
      expect([then.count, then.totals]).toEqual([truth.count, truth.totals]);
    }
    const rankings = await store.past({ kind: 'ranking', limit: 1000, order: 'oldest-first' });
    expect(rankings.length).toBeGreaterThan(3);
  });
}

test('on the embedded store', { timeout: TIMEOUT }, async () => {
  await inDataDir(async (dataDir) => {
    expect(await played(dataDir)).toBeGreaterThanOrEqual(KILLS);
    await expectThePast(inDirectory(dataDir));
  });
});

test.skipIf(!mongo)('on MongoDB', { timeout: TIMEOUT }, async () => {
  if (!mongo) return;
  const { uri, drop } = mongo.database();
  try {
    expect(await played(uri)).toBeGreaterThanOrEqual(KILLS);
    await expectThePast(inMongo(uri));
  } finally {
    await drop();
  }
});
