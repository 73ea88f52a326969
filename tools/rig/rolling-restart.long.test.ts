/**
 * Behind the deployed balancer both processes are replaced, one after the other, under load: no
 * call fails, and every page is live again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad } from '../../server/test/support/load.ts';
import { LiveClient } from '../world/client/live-client.ts';
import { findCaddy } from '../test/caddy/find-caddy.ts';
import { testMongo } from '../test/mongo/test-mongo.ts';
import { freePort } from '../test/listening.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { Game, type GamePlayer } from './game.ts';

const PLAYERS = 12;
const READERS = 2;
const OPEN_PAGES = 60;
/** Commands that must be answered while nothing is being replaced. */
const STEADY_COMMANDS = 100;

const mongo = await testMongo();
const found = await findCaddy();
if (!found.found) console.warn(`The rolling restart was skipped: ${found.why}`);

describe.skipIf(!mongo || !found.found)('two processes behind the deployed balancer', () => {
  const database = mongo?.database();
  let game: Game;
  let balancer: Balancer;
  let players: readonly GamePlayer[];
  const complaints: string[] = [];
  const pages: LiveClient[] = [];
  const watches = () => pages.reduce((sum, page) => sum + page.counts.watches, 0);

  beforeAll(async () => {
    if (!database || !found.found) return;
    const port = await freePort();
    game = await Game.start({
      servers: 2,
      mongodbUri: database.uri,
      origin: `http://127.0.0.1:${port}`,
      // As in production, so that the balancer notices.
      env: { DRAIN_NOTICE_MS: '' },
    });
    const upstreams = game.servers.map((server) => server.port);
    balancer = await startBalancer({ caddy: found.caddy, port, upstreams });
    players = await game.settle(PLAYERS);
  });
  afterAll(async () => {
    for (const page of pages) page.close();
    await balancer.close();
    await game.close();
    await database?.drop();
  });

  test('a rolling restart under load fails no call, and every page is live again', async () => {
    for (let n = 0; n < OPEN_PAGES; n += 1) {
      pages.push(new LiveClient(balancer.url, null, (words) => complaints.push(words)));
    }
    await expect.poll(watches, { timeout: 30_000 }).toBe(OPEN_PAGES);

    const load = startLoad({ players, urls: [balancer.url] });
    const reading = startReading(balancer.url);
    const steady = async () => {
      const wanted = load.acknowledged.length + STEADY_COMMANDS;
      await expect
        .poll(() => load.acknowledged.length, { timeout: 60_000 })
        .toBeGreaterThan(wanted);
    };

    await steady();
    for (const n of [0, 1]) {
      expect(await game.restart(n)).toBe(0);
      await steady();
    }
    await expect
      .poll(() => pages.every((page) => page.isConnected), { timeout: 30_000 })
      .toBe(true);
    const reads = await reading.stop();
    await load.stop();

    const store = await openMongoStore({ uri: database?.uri ?? '' });
    const wallets = players.map(({ wallet }) => wallet);
    const { acknowledged, lost, twice } = await balance(store, wallets, load);
    await store.close();
    console.log(
      `${acknowledged} commands and ${reads.answered} reads; ${pages.length} pages watched ${watches()} times`,
    );
    expect(reads.failures).toEqual([]);
    expect(load.refused).toEqual([]);
    // The balancer repeats what never reached a process; a client has nothing to repeat.
    expect(load.acknowledged.filter(({ tries }) => tries > 1)).toEqual([]);
    expect({ lost, twice, unknown: load.unknown }).toEqual({ lost: 0, twice: 0, unknown: [] });
    // Each page was at one of them, and some were at both.
    await expect.poll(watches).toBeGreaterThanOrEqual(2 * OPEN_PAGES);
    expect(complaints).toEqual([]);
  });
});

/** Fetches the list and a page, over and over. */
function startReading(url: string) {
  const failures: string[] = [];
  const stopping = new AbortController();
  let answered = 0;
  const lanes = Array.from({ length: READERS }, async (_, n) => {
    const path = n % 2 === 0 ? '/api/leaderboard' : '/ranking';
    while (!stopping.signal.aborted) {
      const answer = await ask(url, path).catch((error: unknown) => String(error));
      if (typeof answer === 'string') failures.push(`${path}: ${answer}`);
      else if (answer.status === 200) answered += 1;
      else failures.push(`${path} ${answer.status}: ${answer.text}`);
      await sleep(30);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
      return { answered, failures };
    },
  };
}
