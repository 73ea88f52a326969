/** A whole server for the stakes, on one of several stores, with signed-in players. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { composeServer } from '../../server/boot/compose-server.ts';
import { loadConfig } from '../../server/boot/config.ts';
import { TEST_CONTRACTS } from '../../server/chain/testing/chain-sim.ts';
import { FakeChain } from '../../server/chain/testing/fake-chain.ts';
import { createRevocations } from '../../server/game/sign-in/revocations.ts';
import { createSessions } from '../../server/http/session.ts';
import { createLog } from '../../server/observe/log.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMemoryStore } from '../../server/store/testing/memory-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import type { Store } from '../../server/store/store.ts';
import { joining } from '../../server/store/testing/fixtures.ts';
import { inParallel } from '../../server/store/testing/observe.ts';
import { serveParent } from '../../tools/processes.ts';

/** Enough that none of them accumulates stakes by the thousand. */
const PLAYERS = 6400;
const ENDLESS = 1_000_000_000;

const STORES = {
  durable: (dataDir: string) => openEmbeddedStore({ dataDir }),
  memory: () => Promise.resolve(openMemoryStore()),
  /** What most people would write: a commit begins when the previous one is on disk. */
  async 'one-by-one'(dataDir: string): Promise<Store> {
    const store = await openEmbeddedStore({ dataDir });
    let last: Promise<unknown> = Promise.resolve();
    const commit = store.commit.bind(store);
    store.commit = (...args) => {
      const mine = last.then(() => commit(...args));
      last = mine.catch(() => undefined);
      return mine;
    };
    return store;
  },
} satisfies Record<string, (dataDir: string) => Promise<Store>>;

const startSchema = z.object({
  kind: z.enum(['durable', 'memory', 'one-by-one']),
  /** A MongoDB database to use instead of a store of that kind. */
  mongodbUri: z.string().optional(),
});

async function start(body: unknown) {
  const { kind, mongodbUri } = startSchema.parse(body);
  const dataDir = mkdtempSync(join(tmpdir(), 'denaria-bench-'));
  const store = await (mongodbUri ? openMongoStore({ uri: mongodbUri }) : STORES[kind](dataDir));
  const chain = new FakeChain();
  const secret = Buffer.alloc(32, 'bench');
  const sessions = createSessions({ secret, secure: false, revocations: createRevocations(store) });
  const players: { wallet: string; cookie: string }[] = [];
  for (let n = 1; n <= PLAYERS; n += 1) {
    const wallet = walletOf(n);
    // Matches the holdings that `joining` records: nothing has to be corrected at startup.
    chain.giveUnseen(wallet, {
      denaWei: dena(1_000_000),
      national: { italy: 3 },
      cultural: { italy: 5 },
    });
    const cookie = (await sessions.begin(wallet)).split(';')[0] ?? '';
    players.push({ wallet, cookie });
  }
  await inParallel(500, PLAYERS, async (n) => {
    await store.commit(joining(walletOf(n + 1), 'italy', Date.now()), 0, null);
  });
  const server = await composeServer({
    config: {
      ...loadConfig('test', { PORT: '0', DATA_DIR: dataDir }),
      ethRpcUrls: ['http://127.0.0.1:1'],
      contracts: TEST_CONTRACTS,
    },
    store,
    chain,
    readMetadata: () => Promise.reject(new Error('no token is asked about')),
    sessionSecret: secret,
    log: createLog('warn'),
    limits: {
      pointsPerAddress: ENDLESS,
      signInsPerAddress: ENDLESS,
      anonymousPerAddress: ENDLESS,
      contractSignInsPerAddress: ENDLESS,
      strangerReads: ENDLESS,
      commandsPerWallet: ENDLESS,
      upkeepPerWallet: ENDLESS,
    },
    pages: () => Promise.resolve({ mount: () => {}, close: () => Promise.resolve() }),
  });
  return { port: Number(new URL(server.url).port), dataDir, players };
}

serveParent({ start });
