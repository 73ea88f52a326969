/**
 * A world to develop on, put together: a local chain (or the one that the settings name), the server
 * on it, the rivals and development's own routes. Its caller says which pages it serves.
 */
import { ConfigError, type Config, type DevelopmentConfig } from '../server/boot/config.ts';
import { startServer, type ServerOptions } from '../server/boot/start-server.ts';
import { originPolicy } from '../server/http/origin.ts';
import { startLocalChain, type LocalChain, type LocalChainOptions } from './chain/local-chain.ts';
import { rivalNames } from './players/rival-names.ts';
import { createRivals } from './players/rivals.ts';
import { devRoutes } from './routes/dev-routes.ts';

export interface World {
  /** Where its pages are. */
  readonly url: string;
  /** Resolves where the server's store is lost for good. */
  readonly lost: Promise<Error>;
  /** Ends everything that it started, the chain last. */
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly settings: DevelopmentConfig;
  readonly pages: ServerOptions['pages'];
  /** How many rivals play, by default: as many on a local chain, none on one that is named. */
  readonly rivals: { readonly count: number | null; readonly seed: number };
  /** Told in a line what a developer should know. */
  readonly say: (line: string) => void;
}

/** Enough for rankings that move, few enough to be watched one by one. */
export const DEFAULT_RIVALS = 12;

/** @throws ConfigError, LocalChainError, StoreNotOpened, WrongChain: each says what to do about it. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { pages, say } = options;
  const { count, seed } = options.rivals;
  const names = () => rivalNames({ count: count ?? DEFAULT_RIVALS, seed });
  const { config, local } = await withChain(options.settings, { names, log: say });
  const rpcUrl = httpEndpointOf(config);
  const closers: (() => Promise<void>)[] = local ? [() => local.close()] : [];
  // The chain last: what is under way may still need it.
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const rivals = createRivals({
    rpcUrl,
    // Another's chain mints nothing for them.
    count: count ?? (local ? DEFAULT_RIVALS : 0),
    seed,
    onError: (error) => say(`The rivals play no more: ${String(error)}`),
  });
  try {
    const server = await startServer({
      config,
      pages,
      extend: (app, { clock }) => {
        const origin = originPolicy(config.publicOrigin);
        app.use(devRoutes({ rpcUrl, clock, rivals, origin }));
      },
    });
    closers.push(() => server.close());
    await local?.serveMetadataFrom(server.url);
    rivals.start(server.url);
    closers.push(() => rivals.close());
    return { url: server.url, lost: server.lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where the rivals and the Demo Wallet reach the chain. */
function httpEndpointOf({ ethRpcUrls }: Config): string {
  const url = ethRpcUrls.find((one) => /^https?:/i.test(one));
  if (url !== undefined) return url;
  throw new ConfigError(['ETH_RPC_URL: development needs an http address among the endpoints.']);
}

/** The configuration with a chain in it, and the local one where that was started for it. */
async function withChain(
  settings: DevelopmentConfig,
  onLocal: Omit<LocalChainOptions, 'dataDir'>,
): Promise<{ readonly config: Config; readonly local: LocalChain | null }> {
  const { ethRpcUrls, contracts } = settings;
  if (ethRpcUrls !== null && contracts !== null) {
    return { config: { ...settings, ethRpcUrls, contracts }, local: null };
  }
  if (ethRpcUrls !== null || contracts !== null) {
    throw new ConfigError([
      'ETH_RPC_URL: goes with DENA_ADDRESS, NATIONAL_NFT_ADDRESS and CULTURAL_NFT_ADDRESS. Set all four, or none for a local chain.',
    ]);
  }
  const local = await startLocalChain({ dataDir: settings.dataDir, ...onLocal });
  return {
    config: { ...settings, ethRpcUrls: [local.rpcUrl], contracts: local.contracts },
    local,
  };
}
