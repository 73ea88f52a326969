/**
 * `npm run dev`: the whole world in one process on one port. Composes the server with a local chain
 * (or the one that ETH_RPC_URL names), Vite's pages with the Demo Wallet, and development's own routes.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  ConfigError,
  loadConfig,
  type Config,
  type DevelopmentConfig,
} from '../server/boot/config.ts';
import { startServer } from '../server/boot/start-server.ts';
import { WrongChain } from '../server/chain/check-chain.ts';
import { originPolicy } from '../server/http/origin.ts';
import { StoreNotOpened } from '../server/store/store.ts';
import { LocalChainError } from './chain/local-chain-error.ts';
import { startLocalChain, type LocalChain } from './chain/local-chain.ts';
import { createRivals } from './players/rivals.ts';
import { devRoutes } from './routes/dev-routes.ts';
import { devPages } from './vite/dev-pages.ts';

/** Between two signals that one Ctrl-C may send: the terminal's own, and what a parent passes on. */
const ONE_SIGNAL_MS = 1000;

/** How often it is looked whether npm still runs. */
const LOOK_FOR_NPM_MS = 500;

/** Enough for rankings that move, few enough to be watched one by one. */
const DEFAULT_RIVALS = 12;
const MOST_RIVALS = 1000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The configuration with a chain in it, and the local one where that was started for it. */
async function withChain(
  settings: DevelopmentConfig,
): Promise<{ readonly config: Config; readonly local: LocalChain | null }> {
  const { ethRpcUrl, contracts } = settings;
  if (ethRpcUrl !== null && contracts !== null) {
    return { config: { ...settings, ethRpcUrl, contracts }, local: null };
  }
  if (ethRpcUrl !== null || contracts !== null) {
    throw new ConfigError([
      'ETH_RPC_URL: goes with DENA_ADDRESS, NATIONAL_NFT_ADDRESS and CULTURAL_NFT_ADDRESS. Set all four, or none for a local chain.',
    ]);
  }
  const local = await startLocalChain({ dataDir: settings.dataDir, log: say });
  return {
    config: { ...settings, ethRpcUrl: local.rpcUrl, contracts: local.contracts },
    local,
  };
}

const wholeNumber = z
  .string()
  .regex(/^[0-9]{1,6}$/)
  .transform(Number);
const argumentsSchema = z.object({
  rivals: wholeNumber.refine((count) => count <= MOST_RIVALS).optional(),
  seed: wholeNumber.default(1),
});

/** @throws ConfigError */
function readArguments(): z.infer<typeof argumentsSchema> {
  try {
    const options = { rivals: { type: 'string' }, seed: { type: 'string' } } as const;
    return argumentsSchema.parse(parseArgs({ options }).values);
  } catch {
    throw new ConfigError([
      `npm run dev takes --rivals N (0 to ${MOST_RIVALS}, ${DEFAULT_RIVALS} unless told) and --seed N behind a --, as in: npm run dev -- --rivals 40 --seed 7`,
    ]);
  }
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  const { rivals: rivalCount, seed } = readArguments();
  const { config, local } = await withChain(loadConfig('development'));
  const closers: (() => Promise<void>)[] = local ? [() => local.close()] : [];
  // The chain last: what is under way may still need it.
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const rivals = createRivals({
    rpcUrl: config.ethRpcUrl,
    // Another's chain mints nothing for them.
    count: rivalCount ?? (local ? DEFAULT_RIVALS : 0),
    seed,
    onError: (error) => say(`The rivals play no more: ${String(error)}`),
  });
  try {
    const server = await startServer({
      config,
      pages: (http) => devPages(http, config.publicOrigin),
      extend: (app, { clock }) => {
        const origin = originPolicy(config.publicOrigin);
        app.use(devRoutes({ rpcUrl: config.ethRpcUrl, clock, rivals, origin }));
      },
    });
    closers.push(() => server.close());
    await local?.serveMetadataFrom(server.url);
    rivals.start(server.url);
    closers.push(() => rivals.close());
    endOnSignals(close);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    say(`\n  Denaria plays at ${server.url}  (up in ${seconds} s)`);
    say(`  The Demo Wallet is in the page. For MetaMask: ${server.url}/dev/rpc, chain id 1.\n`);
  } catch (error) {
    await close();
    throw error;
  }
}

function endOnSignals(close: () => Promise<void>): void {
  let endingSince: number | null = null;
  const end = () => {
    if (endingSince === null) {
      endingSince = performance.now();
      close().then(() => process.exit(0), giveUp);
    } else if (performance.now() - endingSince > ONE_SIGNAL_MS) {
      // Asked again: whatever holds it up is not worth waiting for.
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  endWithNpm(end);
}

/** npm passes no SIGTERM on to what it runs: the shell between them ends, and that is all there is. */
function endWithNpm(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    end();
  }, LOOK_FOR_NPM_MS);
  looking.unref();
}

/** What a developer can set right is said in a sentence; a bug shows its stack. */
function giveUp(error: unknown): void {
  const isExpected = [ConfigError, LocalChainError, StoreNotOpened, WrongChain].some(
    (expected) => error instanceof expected,
  );
  if (isExpected && error instanceof Error) {
    console.error(error.message);
    if (error.cause instanceof Error) console.error(`Cause: ${error.cause.message}`);
  } else {
    console.error(error);
  }
  process.exit(1);
}

start().catch(giveUp);
