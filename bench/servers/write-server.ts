/** A whole server for the stakes, on one of several stores, with signed-in players. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { FakeChain } from '../../server/chain/testing/fake-chain.ts';
import { createSessionStore } from '../../server/game/sign-in/session-store.ts';
import { LIMITS } from '../../server/http/limits.ts';
import { createSessions } from '../../server/http/session.ts';
import { createLog } from '../../server/observe/log.ts';
import { openEmbeddedStore } from '../../server/store/embedded/embedded-store.ts';
import { openMemoryStore } from '../../server/store/testing/memory-store.ts';
import { openMongoStore } from '../../server/store/mongo/mongo-store.ts';
import type { Store } from '../../server/store/store.ts';
import { joining } from '../../server/store/testing/fixtures.ts';
import { inParallel } from '../../server/store/testing/observe.ts';
import { newDataFolder } from '../../server/test/support/data-folder.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';

/** Enough that none of them accumulates stakes by the thousand. */
const PLAYERS = 6400;

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
  hasLedger: z.boolean(),
});

async function start(body: unknown) {
  const { kind, mongodbUri, hasLedger } = startSchema.parse(body);
  const dataDir = await newDataFolder();
  const store = await (mongodbUri ? openMongoStore({ uri: mongodbUri }) : STORES[kind](dataDir));
  const chain = new FakeChain();
  const secret = randomBytes(32).toString('hex');
  const sessions = createSessions({
    secrets: [Buffer.from(secret)],
    secure: false,
    store: createSessionStore(store, Date.now),
  });
  const players: { wallet: string; cookie: string }[] = [];
  for (let n = 1; n <= PLAYERS; n += 1) {
    const wallet = walletOf(n);
    // Matches the holdings that `joining` records: nothing has to be corrected at startup.
    chain.giveUnseen(wallet, {
      denaWei: dena(1_000_000),
      national: { italy: 3 },
      cultural: { italy: 5 },
    });
    const begun = {
      wallet,
      kind: 'account',
      device: 'Firefox on Linux',
      network: '127.0.0.0/24',
    } as const;
    const cookie = (await sessions.begin(begun)).split(';')[0] ?? '';
    players.push({ wallet, cookie });
  }
  await inParallel(500, PLAYERS, async (n) => {
    await store.commit(joining(walletOf(n + 1), 'italy', Date.now()), 0, null);
  });
  const server = await Harness.start({
    store,
    chain,
    limits: { ...LIMITS, pointsPerAddress: 1_000_000_000 },
    log: createLog('warn'),
    env: { SESSION_SECRET: secret },
    ...(!hasLedger && { ledgerKey: null }),
  });
  return { port: Number(new URL(server.url).port), dataDir, players };
}

serveParent({ start });
