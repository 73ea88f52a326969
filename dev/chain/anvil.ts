/**
 * The anvil process: found among npm's packages for this platform, started on a free port, and
 * ended with its parent. Knows nothing about contracts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEVELOPMENT_MNEMONIC } from './accounts.ts';
import { NEWEST_BLOCKS } from './forget-blocks.ts';
import { LocalChainError } from './rpc.ts';

/** A fixed time, so the first block and its hash are the same on every machine. */
const GENESIS_TIMESTAMP_S = Date.UTC(2025, 0, 1) / 1000;

/**
 * A block every 2 s even if nothing happens, as other chains have; transactions never wait for it.
 */
const BLOCK_TIME_S = 2;
/** Each time the whole state is written; when it ends, too, unless the machine loses its power. */
const STATE_INTERVAL_S = 5;
const IS_POSIX = process.platform !== 'win32';
const START_MS = 15_000;
const STOP_MS = 5000;

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
};

const REMEDY =
  'Set ETH_RPC_URL to a chain of your own instead, with DENA_ADDRESS, NATIONAL_NFT_ADDRESS and CULTURAL_NFT_ADDRESS.';

interface Anvil {
  readonly pid: number;
  readonly rpcUrl: string;
  /** Ends it, after its state is saved. */
  stop(): Promise<void>;
}

/**
 * The path of anvil's binary for a platform, taken from the platform package because npm may not
 * have run the wrapper's install script.
 * @throws Error naming the remedy if there is none.
 */
function anvilBinary(): string {
  const { platform, arch } = process;
  const name = PLATFORMS[`${platform}-${arch}`];
  if (!name) {
    throw new LocalChainError(
      `The local chain (anvil) does not run on ${platform} ${arch}. ${REMEDY}`,
    );
  }
  const fromAnvil = createRequire(
    createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'),
  );
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    return fromAnvil.resolve(`@foundry-rs/anvil-${name}/bin/${file}`);
  } catch (cause) {
    throw new LocalChainError(
      `The package @foundry-rs/anvil-${name} is not installed. Run \`npm install\` without leaving out optional packages. ${REMEDY}`,
      { cause },
    );
  }
}

/**
 * Starts anvil on the state in `stateFile`, or on a new chain if there is none yet.
 * @throws Error with anvil's own output if it does not come up.
 */
export async function startAnvil(options: {
  readonly stateFile: string;
  /** Called with its last output if it exits before it is stopped. */
  readonly onLost: (lastWords: string) => void;
}): Promise<Anvil> {
  const args = [
    '--host=127.0.0.1',
    '--port=0',
    '--no-cors',
    '--chain-id=1',
    `--mnemonic=${DEVELOPMENT_MNEMONIC}`,
    `--block-time=${BLOCK_TIME_S}`,
    '--mixed-mining',
    `--state=${options.stateFile}`,
    `--state-interval=${STATE_INTERVAL_S}`,
    // Old states would stay on disk in the user's home; balances are only read at recent blocks.
    '--prune-history=256',
    // Nobody asks for the transactions of older ones.
    `--transaction-block-keeper=${NEWEST_BLOCKS}`,
    `--timestamp=${GENESIS_TIMESTAMP_S}`,
  ];
  const child = spawn(anvilBinary(), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group: Ctrl-C ends the server first, which then ends the chain.
    detached: IS_POSIX,
  });
  const said = keepLastWords(child);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(said()));
  });
  const { pid } = child;
  // Before anvil listens, because this process may be killed during the start.
  const watchdog = pid === undefined ? null : endWithParent(pid);
  // When this process ends, another process may have taken anvil's id.
  child.once('exit', () => watchdog?.kill('SIGKILL'));
  const port = await portOf(child, ended);
  if (pid === undefined) throw new LocalChainError('anvil has no process id.');
  let stopping = false;
  void ended.then(() => (stopping ? undefined : options.onLost(said())));
  return {
    pid,
    rpcUrl: `http://127.0.0.1:${port}`,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** Reads everything anvil prints, so its pipe never fills, and keeps the last part. */
function keepLastWords(child: ChildProcess): () => string {
  let words = '';
  const keep = (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-2000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => words.trim();
}

async function portOf(child: ChildProcess, ended: Promise<string>): Promise<number> {
  const listening = new Promise<number>((resolve) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const match = /Listening on [0-9.]+:([0-9]+)/.exec(text);
      if (!match) return;
      child.stdout?.off('data', read);
      resolve(Number(match[1]));
    };
    child.stdout?.on('data', read);
  });
  const giveUp = new AbortController();
  const late = sleep(START_MS, 'it did not listen in time', { signal: giveUp.signal });
  const outcome = await Promise.race([listening, ended, late]);
  giveUp.abort();
  if (typeof outcome === 'number') return outcome;
  child.kill('SIGKILL');
  throw new LocalChainError(`The local chain (anvil) did not start: ${outcome}`);
}

/**
 * Ends anvil if this process is killed without a chance to do so: a tiny shell waits until the pipe
 * to its parent breaks, sends anvil SIGTERM, and SIGKILL if that is not enough. Windows has no such
 * shell; there, the next start ends a stale anvil.
 */
function endWithParent(pid: number): ChildProcess | null {
  if (!IS_POSIX) return null;
  const isAlive = `kill -0 ${pid} 2>/dev/null`;
  const script = `read _; kill -TERM ${pid}
    for _ in 1 2 3 4 5; do ${isAlive} || exit 0; sleep 1; done
    ${isAlive} && kill -KILL ${pid}`;
  const watchdog = spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.once('error', () => {
    // No shell: the next start ends a stale anvil in this case too.
  });
  watchdog.unref();
  // The shell may exit before this process closes the pipe.
  watchdog.stdin.on('error', () => undefined);
  return watchdog;
}
