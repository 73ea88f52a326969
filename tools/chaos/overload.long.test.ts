/**
 * Twice the load that a process takes, from many wallets and addresses that wait for no answer, and
 * then none: within seconds the process answers as before, without a restart. What it refused it
 * refused in words; nothing that it acknowledged is missing, and nothing was done twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { inParallel } from '../../server/store/testing/observe.ts';
import { ask, listAt } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startArrivals } from '../../server/test/support/load.ts';
import { openSocket, type TestSocket } from '../../server/test/support/socket-client.ts';
import { Game } from '../rig/game.ts';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { startTestSet } from '../test/mongo/test-set.ts';
import { LiveClient } from '../world/client/live-client.ts';

/** `OVERLOAD_S=20`: how long it lasts. */
const LASTS_MS = Number(process.env['OVERLOAD_S'] ?? 300) * 1000;
const TIMEOUT = LASTS_MS + 600_000;
const PLAYERS = 600;
/** At a time. */
const JOINING = 16;
/** Of the closed loop: as many as keep a process busy. */
const IN_FLIGHT = 64;
const MEASURED_MS = 10_000;
const WATCHING = 5;

/** After the last arrival everything is as before. */
const BACK_MS = 10_000;
const PROBES = 20;
/** An answer’s median, in those before. A shorter one says nothing on a busy machine. */
const FACTOR = 3;
const SHORT_MS = 100;
const MOST_MS = 1000;
const MOST_HEAP_MB = 100;

const CODES = ['busy', 'too-many-requests', 'store-unavailable', 'chain-unavailable'];
/** The generator's own, of a caller that left. */
const LEFT = /^AbortError|^TimeoutError/;

const mongod = await testMongod();

test('an overload of a process on the embedded store ends with it', { timeout: TIMEOUT }, () =>
  overload(null),
);

test.skipIf(!mongod)('and one of a process on MongoDB', { timeout: TIMEOUT }, () =>
  overload(mongod),
);

async function overload(program: string | null): Promise<void> {
  const set = program === null ? null : await startTestSet({ mongod: program, nodes: 3 });
  const mongodbUri = set?.uri('denaria_overload');
  const game = await Game.start({
    program: 'source',
    ...(mongodbUri !== undefined && { mongodbUri }),
  });
  const { server } = game;
  const { url } = server;
  const complaints: string[] = [];
  const watchers = Array.from(
    { length: WATCHING },
    () => new LiveClient(url, null, (words) => complaints.push(words)),
  );
  try {
    await inParallel(JOINING, PLAYERS + 1, async (n) => {
      expect(await game.joins(walletOf(n + 1), NATION_IDS[n % NATION_IDS.length])).toBe(201);
    });
    const prober = walletOf(PLAYERS + 1);
    const wallets = Array.from({ length: PLAYERS }, (_, n) => walletOf(n + 1));
    const players = wallets.map((wallet) => ({ wallet }));
    await probe(url, prober);
    const before = await probe(url, prober);
    const idle = await server.settledVitals();

    const closed = startArrivals({ players, url, pace: { atOnce: IN_FLIGHT } });
    await sleep(MEASURED_MS);
    await closed.stop();
    const perSecond = (closed.sent() * 1000) / MEASURED_MS;
    const open = startArrivals({ players, url, pace: { perSecond: 2 * perSecond } });
    await sleep(LASTS_MS);
    const peak = await server.vitals();
    const lastAt = performance.now();
    const stopped = open.stop();
    await sleep(BACK_MS);
    const after = await probe(url, prober);
    await stopped;
    const settled = await server.settledVitals();
    const { refusals, broken, unknown } = open;
    const answered = open.acknowledged.filter(({ at }) => at < lastAt).length;
    console.log({ perSecond, before, after, idle, peak, settled });
    console.log({ sent: open.sent(), answered, refusals, left: unknown.length, broken });

    expect(refusals.size + broken.size).toBeGreaterThan(0);
    expect(open.refused).toEqual([]);
    expect(CODES).toEqual(expect.arrayContaining([...refusals.keys()]));
    expect([...broken].filter((why) => !LEFT.test(why))).toEqual([]);
    for (const [what, { p50, most }] of after) {
      expect(most, what).toBeLessThan(MOST_MS);
      expect(p50, what).toBeLessThan(Math.max(SHORT_MS, FACTOR * (before.get(what)?.p50 ?? 0)));
    }
    expect(settled.heapMb).toBeLessThan(idle.heapMb + MOST_HEAP_MB);
    await vi.waitFor(async () => {
      const listed = (await listAt(url)).map(({ walletAddress, gdp }) => [walletAddress, gdp]);
      for (const watcher of watchers) {
        expect(watcher.rows().map(({ walletAddress, gdp }) => [walletAddress, gdp])).toEqual(
          listed,
        );
      }
    }, BACK_MS);
    expect(complaints).toEqual([]);
    expect(server.isAlive()).toBe(true);
    expect(await server.end('SIGTERM')).toBe(0);
    const store = await (mongodbUri === undefined
      ? openEmbeddedStore({ dataDir: game.dataDir })
      : openMongoStore({ uri: mongodbUri }));
    const { lost, twice } = await balance(store, wallets, {
      ...open,
      acknowledged: [...closed.acknowledged, ...open.acknowledged],
      unknown: [...closed.unknown, ...unknown],
    });
    await store.close();
    expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  } finally {
    for (const watcher of watchers) watcher.close();
    await game.close();
    await set?.stop();
  }
}

/** How long each kind of answer takes, in ms, one after the other. */
async function probe(url: string, wallet: string) {
  const times = new Map<string, number[]>();
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work;
    times.set(what, [...(times.get(what) ?? []), performance.now() - begun]);
    return result;
  };
  for (let n = 0; n < PROBES; n += 1) {
    const socket = await timed('a subscription', watching(url));
    expect((await timed('a read', ask(url, '/api/nations'))).status).toBe(200);
    // As many as make the row another one, so that there is a tick.
    const json = { walletAddress: wallet, amount: 10 };
    const ticked = timed('a tick', socket.until(({ name, body }) => name === 'tick' && body.events.length > 0)); // prettier-ignore
    expect((await timed('a stake', ask(url, '/api/dena/stake', { json }))).status).toBe(201);
    await ticked;
    socket.close();
  }
  return new Map(
    [...times].map(([what, each]) => {
      const sorted = each.toSorted((a, b) => a - b);
      return [what, { p50: sorted[PROBES / 2] ?? 0, most: sorted.at(-1) ?? 0 }] as const;
    }),
  );
}

async function watching(url: string): Promise<TestSocket> {
  const socket = await openSocket(url);
  await socket.watch({ nations: 'all' });
  return socket;
}
