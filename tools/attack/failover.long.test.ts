/** The primary of MongoDB is lost while attackers flood both processes: honest players don't lose anything. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import { balance } from '../../server/test/support/ledger.ts';
import { startLoad } from '../../server/test/support/load.ts';
import { listAt } from '../../server/test/support/http-client.ts';
import { Game } from '../rig/game.ts';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { startTestSet } from '../test/mongo/test-set.ts';
import { reportSchema } from './attack.ts';
import { startAttacker } from './run.ts';
import { seedChain } from './seeds.ts';

const mongod = await testMongod();

/** Commands, reads, sockets, and what once kept descriptors: one process each. */
const STORM = ['receipts', 'pages', 'handshakes', 'other-protocols'];
const STORM_MS = 45_000;
const PLAYERS = 12;
/** Players that the storm brings. */
const CULPRITS = 8;
/** Honest commands that must be answered before the primary is lost, and again after. */
const COMMANDS = 60;
const HANGS_MS = 120_000;

/** How many of a port's connections a process still holds, also those that the peer has closed. */
function heldAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  const rows = ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8').trim().split('\n').slice(1),
  );
  return rows.filter((row) => {
    const [, at, , state, , , , , , inode] = row.trim().split(/\s+/);
    const isListening = state === '0A';
    return `${at} `.endsWith(local) && !isListening && inode !== '0';
  }).length;
}

test.skipIf(!mongod || process.platform !== 'linux')(
  'an attack while MongoDB fails over: commands are answered or refused in words, nothing acknowledged is lost, and the connections end',
  { timeout: 600_000 },
  async () => {
    const set = await startTestSet({ mongod: mongod ?? '', nodes: 3 });
    const mongodbUri = set.uri('denaria');
    const game = await Game.start({ mongodbUri, servers: 2 });
    seedChain(game.node.sim);
    const attackers = await Promise.all(STORM.map(startAttacker));
    try {
      const urls = game.servers.map(({ url }) => url);
      const players = await game.settle(PLAYERS);
      const wallets = players.map(({ wallet }) => wallet);
      const load = startLoad({ players, urls });
      const storm = attackers.map((attacker, n) =>
        attacker.call('attack', reportSchema, {
          name: STORM[n],
          place: { url: urls[n % urls.length], rpcUrl: game.rpcUrl, ms: STORM_MS, row: n },
        }),
      );
      const played = (from: number) =>
        expect
          .poll(() => load.acknowledged.filter(({ sentAt }) => sentAt > from).length, {
            timeout: HANGS_MS,
          })
          .toBeGreaterThan(COMMANDS);

      await played(0);
      const joined = async () => (await listAt(urls[0] ?? '')).length;
      await expect.poll(joined, { timeout: HANGS_MS }).toBe(PLAYERS + CULPRITS);
      const primary = await set.primary();
      primary.kill();
      await sleep(1000);
      await set.primary();
      await played(performance.now());
      await primary.start();
      const reports = await Promise.all(storm);
      await load.stop(20_000);

      const store = await openMongoStore({ uri: mongodbUri });
      const { acknowledged, lost, twice } = await balance(store, wallets, load);
      await store.close();
      const retried = load.acknowledged.filter(({ tries }) => tries > 1).length;
      console.log(
        `${acknowledged} commands acknowledged, ${retried} at a later try, told meanwhile: ${[...load.postponed].join(', ')}`,
        reports.map(({ note }, n) => `${STORM[n]}: ${note}`),
      );
      expect(reports.flatMap(({ complaints }) => complaints)).toEqual([]);
      expect({ refused: load.refused, broken: [...load.broken] }).toEqual({
        refused: [],
        broken: [],
      });
      expect(['busy', 'store-unavailable']).toEqual(expect.arrayContaining([...load.postponed]));
      expect({ lost, twice, unknown: load.unknown }).toEqual({ lost: 0, twice: 0, unknown: [] });
      for (const server of game.servers) {
        expect(server.isAlive()).toBe(true);
        await expect.poll(() => heldAt(server.port), { timeout: HANGS_MS }).toBe(0);
      }
    } finally {
      for (const attacker of attackers) await attacker.end();
      await game.close();
      await set.stop();
    }
  },
);
