/**
 * The primary of a replica set of three is suddenly gone while players play at two processes: what
 * was acknowledged stays, nothing is done twice, no checkpoint of the ledger is contradicted, and
 * everything recovers by itself. `npm run chaos -- --mongo` loses it in other ways.
 */
import { expect, test, vi } from 'vitest';
import {
  openCheckpoint,
  parseVerifier,
  toBase64,
  type Checkpoint,
} from '../../common/ledger/note.ts';
import { rootOf, tilePath, type ReadTile } from '../../common/ledger/tree.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { allEvents } from '../../server/store/testing/observe.ts';
import { ask, listAt } from '../../server/test/support/http-client.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad } from '../../server/test/support/load.ts';
import { expectList } from '../../server/test/support/soundness.ts';
import { Game } from '../rig/game.ts';
import { wait } from '../test/counts.ts';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { startTestSet } from '../test/mongo/test-set.ts';
import { LiveClient } from '../world/client/live-client.ts';

const WALLETS = Array.from({ length: 12 }, (_, n) => walletOf(n + 1));
/** After the fault, this much of each must happen. */
const COMMANDS = 60;
const TICKS = 10;
/** For what hangs. */
const HANGS = { timeout: 60_000, interval: 200 };

const mongod = await testMongod();

test.skipIf(!mongod)(
  'a game goes on after the primary was killed, says meanwhile that it can’t, and has lost nothing and done nothing twice',
  async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 3 });
    const mongodbUri = set.uri('denaria');
    const game = await Game.start({ program: 'source', servers: 2, mongodbUri });
    const urls = game.servers.map(({ url }) => url);
    for (const [n, wallet] of WALLETS.entries()) {
      expect(await game.joins(wallet, NATION_IDS[n % NATION_IDS.length], n % 2)).toBe(201);
    }
    const complaints: string[] = [];
    const clients = urls.map((url) => new LiveClient(url, null, (words) => complaints.push(words)));
    const witness = startWitness(urls);
    const load = startLoad({ players: WALLETS.map((wallet) => ({ wallet })), urls });
    const isReady = async () => {
      const answers = await Promise.all(urls.map((url) => ask(url, '/readyz')));
      return answers.every(({ status }) => status === 200);
    };
    try {
      const played = (from: number) =>
        expect
          .poll(() => load.acknowledged.filter(({ sentAt }) => sentAt > from).length)
          .toBeGreaterThan(COMMANDS);
      await played(0);
      const primary = await set.primary();
      primary.kill();
      await expect.poll(isReady).toBe(false);
      await set.primary();
      const elected = performance.now();
      await played(elected);
      await expect.poll(isReady).toBe(true);
      for (const client of clients) {
        const { merged } = client.counts;
        await expect.poll(() => client.counts.merged - merged).toBeGreaterThan(TICKS);
      }
      await primary.start();
      await load.stop(20_000);

      const store = await openMongoStore({ uri: mongodbUri });
      const { acknowledged, lost, twice, records } = await balance(store, WALLETS, load);
      const commits = (await allEvents(store)).length;
      await store.close();
      console.log(`${acknowledged} acknowledged, ${load.unknown.length} never answered`);
      expect({ lost, twice, refused: load.refused }).toEqual({ lost: 0, twice: 0, refused: [] });
      for (const url of urls) {
        await vi.waitFor(async () => expectList(await listAt(url), records), HANGS);
      }
      const walletsOf = (rows: readonly { walletAddress: string; gdp: number }[]) =>
        rows.map(({ walletAddress, gdp }) => [walletAddress, gdp]);
      const list = walletsOf(await listAt(game.server.url));
      for (const client of clients) {
        await expect.poll(() => walletsOf(client.rows())).toEqual(list);
      }
      for (const url of urls) {
        await expect.poll(async () => (await checkpointAt(url))?.size).toBe(commits);
      }
      await witness.stop();
      expect(witness.kept.size).toBeGreaterThan(2);
      for (const [size, root] of witness.kept) {
        expect(toBase64(await rootOf({ size, tile: tilesAt(game.server.url) }))).toBe(root);
      }
      expect(complaints).toEqual([]);
      expect(game.servers.filter((server) => server.endedByItself())).toEqual([]);
    } finally {
      for (const client of clients) client.close();
      await witness.stop();
      await game.close();
      await set.stop();
    }
  },
);

/** Null: the server has none, or can't say at the moment. */
async function checkpointAt(url: string): Promise<Checkpoint | null> {
  const [key, note] = await Promise.all([ask(url, '/ledger/key'), ask(url, '/ledger/checkpoint')]);
  if (key.status !== 200 || note.status !== 200) return null;
  return openCheckpoint(note.text, parseVerifier(key.text.trim()));
}

function tilesAt(url: string): ReadTile {
  return async ({ level, index, width }) => {
    const answer = await fetch(`${url}/ledger/tile/${level}/${tilePath(index, width)}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
}

/** Keeps every checkpoint that the servers show: sizes, each with its one root. */
function startWitness(urls: readonly string[]) {
  const kept = new Map<number, string>();
  const ending = new AbortController();
  const watching = urls.map(async (url) => {
    for (; !ending.signal.aborted; await wait(200)) {
      const checkpoint = await checkpointAt(url).catch(() => null);
      if (!checkpoint) continue;
      const root = toBase64(checkpoint.root);
      expect(kept.get(checkpoint.size) ?? root).toBe(root);
      kept.set(checkpoint.size, root);
    }
  });
  return {
    kept,
    async stop() {
      ending.abort();
      await Promise.all(watching);
    },
  };
}
