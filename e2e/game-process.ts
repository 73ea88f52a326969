/** A game in its own process, as people start it, and how it is ended. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
const START_TIMEOUT_MS = 60_000;
/** How much of its output is kept, in characters. */
const MOST_OUTPUT = 100_000;

export interface GameProcess {
  /** The page's address, as printed by the process. */
  readonly url: string;
  hasEnded(): boolean;
  /**
   * Ends it by a signal, like Ctrl-C, a service manager or a crash.
   * @throws Error with its last output if it had already ended by itself, as after an unhandled rejection.
   */
  stop(signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Runs Node with these arguments until the game prints its address.
 * @throws Error with the process's output if it ends or times out before that.
 */
export async function startGame(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<GameProcess> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MOST_OUTPUT));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = await addressOf(child);
  let wasStopped = false;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    hasEnded,
    async stop(signal = 'SIGTERM') {
      if (wasStopped) return;
      wasStopped = true;
      if (hasEnded()) {
        throw new Error(
          `the game exited by itself with ${child.exitCode ?? child.signalCode}\n${output}`,
        );
      }
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${why}\n${output}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('the game did not start in time');
    }, START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /plays at (https?:\/\/\S+)/.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      fail(`the game ended with ${code}`);
    });
  });
}
