/**
 * Opens the store and the chain that the configuration names and composes a server on them. Apart
 * from `store/locations.ts`, the only file that names concrete adapters; `compose-game.ts`
 * assembles the rest.
 */
import { ChainUnavailable, type Chain } from '../chain/chain.ts';
import { MAINNET_CHAIN_ID, WrongChain } from '../chain/check-chain.ts';
import { openRpcChain } from '../chain/rpc-chain.ts';
import { readTokenMetadata } from '../chain/token-metadata.ts';
import { createLog, type Log, type LogDestination } from '../observe/log.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import { openMongoStore } from '../store/mongo/mongo-store.ts';
import { putSetting, setting } from '../store/kept/settings.ts';
import type { Store } from '../store/store.ts';
import { composeServer, type RunningServer, type ServerParts } from './compose-server.ts';
import { secretsOf, type Config } from './config.ts';
import { assertCanListen } from './listen.ts';
import { watchLogSize } from './log-size.ts';
import { ledgerKey, sessionSecrets } from './session-secret.ts';

/** A stake waits for its token's metadata this long at most. */
const METADATA_MS = 2000;
const METADATA_BYTES = 256 * 1024;

export type ServerOptions = Pick<
  ServerParts,
  'config' | 'pages' | 'extend' | 'limits' | 'onListening'
> & {
  /** Where the log goes instead of standard output. */
  readonly logTo?: LogDestination | undefined;
};

/**
 * Starts a whole server. @throws ConfigError, or an error whose message says what to do about it.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, logTo } = options;
  await assertCanListen(config);
  const log = createLog(config.logLevel, logTo, secretsOf(config));
  const store = await openStore(config);
  const logSize = config.mongodbUri ? null : watchLogSize(config.dataDir, log);
  const metadata = {
    ipfsGateway: config.ipfsGateway,
    // Only in development is it served from this machine itself.
    allowPrivateHosts: config.mode !== 'production',
    timeoutMs: METADATA_MS,
    maxBytes: METADATA_BYTES,
  };
  let chain: Chain | null = null;
  const closeAdapters = async () => {
    chain?.close();
    await logSize?.close();
    await store.close();
  };
  try {
    const opened = await openChain(config, store, log);
    ({ chain } = opened);
    const server = await composeServer({
      ...options,
      store,
      ...opened,
      readMetadata: (uri, tokenId) => readTokenMetadata(uri, tokenId, metadata),
      sessionSecrets: await sessionSecrets(config),
      ledgerKey: await ledgerKey(config),
      log,
    });
    log.info(`Denaria plays at ${server.url}`);
    if (config.isRehearsal) {
      log.warn(`a rehearsal, on chain ${opened.chainId}: nothing here is on Mainnet`);
    }
    return {
      ...server,
      async close() {
        log.info('Denaria stops: what is in progress is finished first');
        await server.close();
        await closeAdapters();
        log.info('Denaria has stopped');
      },
    };
  } catch (error) {
    await closeAdapters();
    throw error;
  }
}

async function openStore({ mongodbUri, dataDir }: Config): Promise<Store> {
  return mongodbUri ? openMongoStore({ uri: mongodbUri }) : openEmbeddedStore({ dataDir });
}

/** Holds the hash of the chain's block 0, so that another chain is not mistaken for it. */
const GENESIS = 'chain.genesis';

/** Holds a rehearsal's chain id: only Mainnet's is known before. */
const CHAIN_ID = 'chain.id';

/**
 * A wrong chain stops the start; one that does not answer is awaited while the game serves [CHN2].
 */
async function openChain(
  config: Config,
  store: Store,
  log: Log,
): Promise<{ readonly chain: Chain; readonly chainId: number }> {
  const { ethRpcUrls: endpoints, contracts, mode, isRehearsal } = config;
  const stored = isRehearsal ? await setting(store, CHAIN_ID) : String(MAINNET_CHAIN_ID);
  let chainId = stored === null ? null : Number(stored);
  const chain = openRpcChain({
    endpoints,
    contracts,
    expectedChainId: chainId,
    onChainId: (found) => (chainId = found),
    refused: isRehearsal ? 'mainnet' : mode === 'production' ? 'development' : 'none',
    genesis: {
      read: () => setting(store, GENESIS),
      keep: (hash) => putSetting(store, GENESIS, hash),
    },
    log,
  });
  try {
    await chain.confirm();
  } catch (error) {
    const isAway = error instanceof ChainUnavailable && !(error instanceof WrongChain);
    if (isAway && chainId !== null) {
      log.warn({ err: error }, 'the chain does not answer; it is checked as soon as it does');
      return { chain, chainId };
    }
    chain.close();
    throw isAway
      ? new ChainUnavailable(
          'ETH_RPC_URL does not answer, and the first start of a rehearsal needs to know which chain it is. Start the chain, then Denaria again.',
          { cause: error },
        )
      : error;
  }
  // Set by the check that passed.
  const known = chainId ?? MAINNET_CHAIN_ID;
  if (isRehearsal && stored === null) await putSetting(store, CHAIN_ID, String(known));
  return { chain, chainId: known };
}
