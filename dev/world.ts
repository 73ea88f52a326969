/**
 * Assembles a development world: a local chain (or a configured one), the server on it, the rivals
 * and development's own routes. The caller decides which pages it serves.
 */
import { randomUUID } from 'node:crypto';
import { playerNationCall } from '../common/protocol/player-nation.ts';
import type { Address } from '../common/values/address.ts';
import type { NationId } from '../common/values/nations.ts';
import { ConfigError, type Config, type DevelopmentConfig } from '../server/boot/config.ts';
import { startServer, type ServerOptions } from '../server/boot/start-server.ts';
import { originPolicy } from '../server/http/origin.ts';
import { openChainLink, type ChainLink } from './chain/link.ts';
import { startLocalChain, type LocalChain, type LocalChainOptions } from './chain/local-chain.ts';
import { Treasury } from './chain/treasury.ts';
import { callApi } from './players/api-player.ts';
import { rivalNames } from './players/rival-names.ts';
import { createRivals } from './players/rivals.ts';
import { plainLog } from './plain-log.ts';
import { devRoutes, type ResettableWorld } from './routes/dev-routes.ts';
import type { Purse } from './routes/faucet.ts';

export interface World {
  /** The address of its pages. */
  readonly url: string;
  /** Resolves if the server's store is lost for good. */
  readonly lost: Promise<Error>;
  /** Ends everything it started, the chain last. */
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly settings: DevelopmentConfig;
  readonly pages: ServerOptions['pages'];
  /** How many rivals play; null: DEFAULT_RIVALS on a local chain, none on a configured one. */
  readonly rivals: { readonly count: number | null; readonly seed: number };
  /** Prints a line that a developer should know. */
  readonly say: (line: string) => void;
  /** What POST /dev/reset does. */
  readonly reset: Omit<ResettableWorld, 'id'>;
}

/** Enough for rankings to move, few enough to watch one by one. */
export const DEFAULT_RIVALS = 12;

/**
 * @throws ConfigError, LocalChainError, StoreNotOpened, WrongChain: each says what to do about it.
 */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { pages, say } = options;
  const { count, seed } = options.rivals;
  const names = () => rivalNames({ count: count ?? DEFAULT_RIVALS, seed });
  const { config, local, link } = await withChain(options.settings, { names, log: say });
  const rpcUrl = httpEndpointOf(config);
  const chainUrl = local?.rpcUrl ?? rpcUrl;
  // The chain last: calls in progress may still need it.
  const closers: (() => Promise<void>)[] = local ? [() => local.close()] : [];
  if (link) closers.push(() => link.close());
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const rivals = createRivals({
    // Rivals join whatever the link's mode: it only affects the game and the page.
    rpcUrl: chainUrl,
    // A configured chain mints nothing for them.
    count: count ?? (local ? DEFAULT_RIVALS : 0),
    seed,
    onError: (error) => say(`The rivals cannot begin yet: ${String(error)}`),
  });
  let url: string | null = null;
  const world = { id: randomUUID(), ...options.reset };
  try {
    const treasury = local && new Treasury(local.rpcUrl, local.contracts);
    const purse: Purse | null = treasury && {
      give: (wallet, gift) => treasury.give(wallet, gift),
      async nationOf(wallet) {
        if (url === null) throw new Error('the game is starting');
        return nationOf(url, wallet);
      },
    };
    const server = await startServer({
      config,
      pages,
      logTo: plainLog(say),
      extend: (app, { clock, rules }) => {
        const origin = originPolicy(config.publicOrigin);
        const chain = { rpcUrl, signerUrl: chainUrl, link };
        app.use(devRoutes({ ...chain, purse, clock, rules, rivals, world, origin }));
      },
    });
    closers.push(() => server.close());
    url = server.url;
    await local?.serveMetadataFrom(server.url);
    rivals.start(server.url);
    closers.push(() => rivals.close());
    return { url: server.url, lost: server.lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Uses the public API like any client. @throws Error if the game does not answer */
async function nationOf(origin: string, walletAddress: Address): Promise<NationId | null> {
  const known = await callApi(origin, playerNationCall, { params: { walletAddress } });
  if (known.kind === 'acknowledged') return known.answer.nation.id;
  if (known.status === 404) return null;
  throw new Error(`the game does not answer: ${known.words}`);
}

/** The address where the rivals and the Demo Wallet reach the chain. */
function httpEndpointOf({ ethRpcUrls }: Config): string {
  const url = ethRpcUrls.find((one) => /^https?:/i.test(one));
  if (url !== undefined) return url;
  throw new ConfigError(['ETH_RPC_URL: development needs an http address among the endpoints.']);
}

/**
 * The configuration with a chain in it; also the local chain and its link, if they were started for
 * it.
 */
async function withChain(
  settings: DevelopmentConfig,
  onLocal: Omit<LocalChainOptions, 'dataDir'>,
): Promise<{
  readonly config: Config;
  readonly local: LocalChain | null;
  readonly link: ChainLink | null;
}> {
  const { ethRpcUrls, contracts } = settings;
  if (ethRpcUrls !== null && contracts !== null) {
    return { config: { ...settings, ethRpcUrls, contracts }, local: null, link: null };
  }
  if (ethRpcUrls !== null || contracts !== null) {
    throw new ConfigError([
      'ETH_RPC_URL: goes with DENA_ADDRESS, NATIONAL_NFT_ADDRESS and CULTURAL_NFT_ADDRESS. Set all four, or none for a local chain.',
    ]);
  }
  const local = await startLocalChain({ dataDir: settings.dataDir, ...onLocal });
  const link = await openChainLink(local.rpcUrl);
  return {
    config: { ...settings, ethRpcUrls: [link.url], contracts: local.contracts },
    local,
    link,
  };
}
