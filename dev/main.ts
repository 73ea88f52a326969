/**
 * `npm run dev`: the whole world in one process on one port, with Vite's pages and the Demo Wallet in them.
 * Owns the command line and how the process ends; world.ts puts the parts together, fresh-world.ts resets it.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, loadConfig } from '../server/boot/config.ts';
import { endWhenLost } from '../server/boot/run-until-told.ts';
import { WrongChain } from '../server/chain/check-chain.ts';
import { StoreNotOpened } from '../server/store/store.ts';
import { LocalChainError } from './chain/local-chain-error.ts';
import { startResettableWorld } from './fresh-world.ts';
import { devPages } from './vite/dev-pages.ts';
import { DEFAULT_RIVALS } from './world.ts';

/** One Ctrl-C may send two signals this far apart: the terminal's own, and one passed on by a parent. */
const ONE_SIGNAL_MS = 1000;

/** How long the world may take to end if its store is lost. */
const LOST_END_MS = 5000;

/** How often to check whether npm still runs. */
const LOOK_FOR_NPM_MS = 500;

const MOST_RIVALS = 1000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

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
      `npm run dev takes --rivals N (0 to ${MOST_RIVALS}, ${DEFAULT_RIVALS} by default) and --seed N after a --, for example: npm run dev -- --rivals 40 --seed 7`,
    ]);
  }
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  const { rivals: count = null, seed } = readArguments();
  const settings = loadConfig('development');
  const world = await startResettableWorld({
    settings,
    pages: (http) => devPages(http, settings.publicOrigin),
    rivals: { count, seed },
    say,
  });
  endOnSignals(() => world.close());
  // The local chain writes its state when it ends, which takes a while.
  void endWhenLost(world, LOST_END_MS);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`\n  Denaria plays at ${world.url}  (up in ${seconds} s)`);
  say(`  The Demo Wallet is in the page. For MetaMask: ${world.url}/dev/rpc, chain id 1.\n`);
}

function endOnSignals(close: () => Promise<void>): void {
  let endingSince: number | null = null;
  const end = () => {
    if (endingSince === null) {
      endingSince = performance.now();
      close().then(() => process.exit(0), giveUp);
    } else if (performance.now() - endingSince > ONE_SIGNAL_MS) {
      // The second request: don't wait for anything any longer.
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  endWithNpm(end);
}

/** npm does not forward SIGTERM: only the shell between them ends. */
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

/** Problems a developer can fix are reported in a sentence; a bug shows its stack. */
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
