/** Game processes that a test starts, gives tokens, ends and kills. */
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { dena } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Gift } from '../../chain/testing/chain-sim.ts';
import { ask } from './http-client.ts';

const PROGRAM = fileURLToPath(new URL('game-process.ts', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm')).href;

const ENDING: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT']);

const startedSchema = z.object({ url: z.url() });
const doneSchema = z.object({ number: z.int() });

export interface GameProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything that it printed, to both streams. */
  output(): string;
  /** Puts tokens into a wallet, on the chain as this process sees it. */
  give(wallet: Address, gift: Gift): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** True if it is gone though no signal ended it: a crash, such as an unhandled rejection. */
  endedByItself(): boolean;
  /** Its exit code; null if a signal ended it. */
  readonly exit: Promise<number | null>;
}

/** Gives a wallet DENA there and lets it join. @returns the status of its choice of a nation. */
export async function joins(
  game: GameProcess,
  walletAddress: Address,
  nationId: NationId = 'italy',
): Promise<number> {
  await game.give(walletAddress, { denaWei: dena(1_000_000) });
  const json = { walletAddress, nationId };
  return (await ask(game.url, '/api/player-nation', { json })).status;
}

/**
 * Starts one with exactly this environment. @throws Error with its last words.
 * @param execPath a program that becomes Node; defaults to Node itself
 */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  cwd: string,
  execPath = process.execPath,
): Promise<GameProcess> {
  const child = fork(PROGRAM, {
    cwd,
    execPath,
    env: { PORT: '0', ...env },
    execArgv: ['--import', TSX],
    // Amounts travel as bigints.
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exit = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(startedSchema.parse(message).url));
    void exit.then((code) => reject(new Error(`the game ended with ${code}\n${output}`)));
  });
  let wasTold = false;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const waiting = new Map<number, () => void>();
  child.on('message', (message) => waiting.get(doneSchema.parse(message).number)?.());
  let orders = 0;
  return {
    url,
    pid: child.pid ?? 0,
    exit,
    output: () => output,
    signal(name) {
      wasTold ||= ENDING.has(name) && !hasEnded();
      child.kill(name);
    },
    endedByItself: () => hasEnded() && !wasTold,
    give(wallet, gift) {
      orders += 1;
      const number = orders;
      return new Promise((resolve) => {
        waiting.set(number, resolve);
        child.send({ number, give: { wallet, gift } });
      });
    },
  };
}
