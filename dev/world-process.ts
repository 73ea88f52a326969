/**
 * A development world in a process of its own, with Vite's pages and the Demo Wallet in them:
 * main.ts starts it, and again after each edit and each reset. Owns the arguments and how this
 * process ends; world.ts puts the parts together.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, loadConfig } from '../server/boot/config.ts';
import { endWhenLost } from '../server/boot/run-until-signal.ts';
import { ChainUnavailable } from '../server/chain/chain.ts';
import { StoreNotOpened } from '../server/store/store.ts';
import { devPages } from './vite/dev-pages.ts';
import { deleteWorld, objectionToReset, upgradeWorld } from './world-data.ts';
import { DEFAULT_RIVALS, startWorld, type World } from './world.ts';
import { LocalChainError } from './chain/rpc.ts';

/** How long the world may take to end if its store is lost. */
const LOST_END_MS = 5000;

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
  const { rivals: count = null, seed } = readArguments();
  const settings = loadConfig('development');
  if (settings.mongodbUri === null) await upgradeWorld(settings.dataDir, say);
  let isEnding = false;
  const end = async (isReset: boolean) => {
    if (isEnding) return;
    isEnding = true;
    // It answers requests in progress first, including the one that asks for a reset.
    await world.close();
    if (!isReset) process.exit(0);
    await deleteWorld(settings.dataDir);
    // main.ts ends this process then, and starts another one.
    process.send?.('reset');
  };
  const world: World = await startWorld({
    settings,
    pages: (http) => devPages(http, settings.publicOrigin),
    rivals: { count, seed },
    say,
    reset: {
      whyNoReset: objectionToReset(settings),
      reset: () => void end(true).catch(giveUp),
    },
  });
  // The only message there is: end. main.ts kills a world that it can't send it to yet.
  process.on('message', () => void end(false).catch(giveUp));
  // The local chain writes its state when it ends, which takes a while.
  void endWhenLost(world, LOST_END_MS);
  process.send?.(world.url);
}

/**
 * Ctrl-C reaches both processes. main.ts decides what it means; without main.ts this one ends too.
 */
function leaveSignalsToParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(1));
  if (!process.connected) process.exit(1);
}

/** Problems a developer can fix are reported in a sentence; a bug shows its stack. */
function giveUp(error: unknown): void {
  const isExpected = [ConfigError, LocalChainError, StoreNotOpened, ChainUnavailable].some(
    (expected) => error instanceof expected,
  );
  if (isExpected && error instanceof Error) {
    console.error(error.message);
    for (let { cause } = error; cause instanceof Error; { cause } = cause) {
      console.error(`Cause: ${cause.message}`);
    }
  } else {
    console.error(error);
  }
  process.exit(1);
}

leaveSignalsToParent();
start().catch(giveUp);
