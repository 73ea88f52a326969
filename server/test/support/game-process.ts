/**
 * A process of the game for tests that need several, or need to kill one: the real server, on the store
 * that its environment names, with a chain that the test controls over the IPC channel. Started by
 * `processes.ts`.
 */
import { z } from 'zod';
import { addressSchema } from '../../../common/values/address.ts';
import { byNation } from '../../../common/values/nations.ts';
import { composeServer } from '../../boot/compose-server.ts';
import { loadConfig } from '../../boot/config.ts';
import { giveUp, runUntilSignal } from '../../boot/run-until-signal.ts';
import { sessionSecret } from '../../boot/session-secret.ts';
import { FakeChain } from '../../chain/testing/fake-chain.ts';
import { readTokenMetadata } from '../../chain/token-metadata.ts';
import { createLog } from '../../observe/log.ts';
import { openEmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { openMongoStore } from '../../store/mongo/mongo-store.ts';
import { METADATA, TEST_CONTRACTS, TEST_PAGES } from './harness.ts';

const copiesSchema = z.object(byNation(() => z.int().optional()));

/** The test's orders to the chain; each is answered under its number. */
const orderSchema = z.object({
  number: z.int(),
  give: z.object({
    wallet: addressSchema,
    gift: z.object({
      denaWei: z.bigint().optional(),
      national: copiesSchema.optional(),
      cultural: copiesSchema.optional(),
    }),
  }),
});

async function open(onListening: () => void) {
  const config = {
    ...loadConfig('test'),
    ethRpcUrls: ['http://127.0.0.1:1'],
    contracts: TEST_CONTRACTS,
  };
  const { mongodbUri, dataDir } = config;
  const store = await (mongodbUri
    ? openMongoStore({ uri: mongodbUri })
    : openEmbeddedStore({ dataDir }));
  const chain = new FakeChain();
  process.on('message', (message) => {
    const { number, give } = orderSchema.parse(message);
    chain.give(give.wallet, give.gift);
    process.send?.({ number });
  });
  const server = await composeServer({
    config,
    store,
    chain,
    readMetadata: (uri, tokenId) => readTokenMetadata(uri, tokenId, METADATA),
    sessionSecret: await sessionSecret(config),
    log: createLog(config.logLevel),
    pages: () => Promise.resolve(TEST_PAGES),
    onListening,
  });
  return {
    url: server.url,
    lost: server.lost,
    async close() {
      await server.close();
      await store.close();
    },
  };
}

async function start(): Promise<void> {
  const { url } = await runUntilSignal(open);
  process.send?.({ url });
}

start().catch(giveUp);
