/**
 * A development world's chain: anvil with chain id 1 and the game's contracts. Its state is saved
 * in `DATA_DIR/chain`, so everything survives a restart.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startAnvil } from './anvil.ts';
import { CONTRACTS, ensureDeployed, pointMetadataAt } from './deploy.ts';
import { forgetOldBlocks } from './forget-blocks.ts';
import { endChainLeftBehind, forgetChain, recordChain } from './left-behind.ts';
import { DEMO_ACCOUNTS, DEMO_NAMES, type NameGift } from './accounts.ts';
import { giveNames } from './names.ts';
import { LocalChainError, rpcAt } from './rpc.ts';

export interface LocalChain {
  readonly rpcUrl: string;
  readonly contracts: typeof CONTRACTS;
  /** Moves the tokens' metadata to this origin. */
  serveMetadataFrom(origin: string): Promise<void>;
  /** Ends the chain, after its state is saved. */
  close(): Promise<void>;
}

export interface LocalChainOptions {
  readonly dataDir: string;
  /** Names for accounts other than the Demo accounts. */
  readonly names?: () => readonly NameGift[];
  readonly log: (line: string) => void;
}

/**
 * Starts the chain on the data in `dataDir`, or creates one: contracts deployed, accounts endowed
 * and named. First ends a chain that an earlier run left behind.
 * @throws Error with its remedy: an unsupported platform, a data directory in use, unreadable
 * state.
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { log, names: otherNames = () => [] } = options;
  const { folder, stateFile, recordFile } = filesIn(options.dataDir);
  await mkdir(folder, { recursive: true });
  await endLocalChain(options.dataDir, log);

  const isNew = !existsSync(stateFile);
  if (!isNew) await forgetOldBlocks(stateFile);
  const starting = startAnvil({
    stateFile,
    onLost: (lastWords) => {
      log(`The local chain exited unexpectedly. Start again. Its last output: ${lastWords}`);
    },
  });
  starting.catch(() => undefined);
  // This thread is otherwise idle during the start.
  const names = [...demoNames(), ...otherNames()];
  const anvil = await starting.catch((cause: unknown) => {
    if (isNew) throw cause;
    throw new LocalChainError(
      `The local chain does not start on ${stateFile}. If it is damaged, delete ${resolve(options.dataDir)}: the world then starts from scratch.`,
      { cause },
    );
  });
  const close = async () => {
    await anvil.stop();
    await forgetChain(recordFile);
  };

  try {
    await recordChain(recordFile, anvil);
    const rpc = rpcAt(anvil.rpcUrl);
    // Its clock starts at block 0, which has the same time, and so the same hash, at every start.
    await rpc([{ method: 'evm_setTime', params: [Math.floor(Date.now() / 1000)] }]);
    const isDeployedNow = await ensureDeployed(rpc);
    await giveNames(rpc, names);
    if (isDeployedNow) log('Began a new local chain: contracts deployed, Demo accounts endowed.');
    return {
      rpcUrl: anvil.rpcUrl,
      contracts: CONTRACTS,
      serveMetadataFrom: (origin) => pointMetadataAt(rpc, origin),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ends a chain that an earlier run left behind. @throws LocalChainError if that run goes on. */
async function endLocalChain(dataDir: string, log: (line: string) => void): Promise<void> {
  if (await endChainLeftBehind(filesIn(dataDir).recordFile)) {
    log('Ended the local chain that an earlier run left behind.');
  }
}

function filesIn(dataDir: string) {
  const folder = resolve(dataDir, 'chain');
  return {
    folder,
    stateFile: join(folder, 'state.json'),
    recordFile: join(folder, 'process.json'),
  };
}

function demoNames(): NameGift[] {
  return DEMO_ACCOUNTS.flatMap((wallet, i) => {
    const name = DEMO_NAMES[i];
    return name === undefined ? [] : [{ wallet, name }];
  });
}
