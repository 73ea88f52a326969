/** A game as a newcomer starts it, `npm run dev` in a process of its own, on a folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const START_TIMEOUT_MS = 60_000;

export class DevServer {
  readonly dataDir: string;
  #process: ChildProcess | null = null;
  #url = '';
  #port = '0';

  constructor() {
    this.dataDir = mkdtempSync(join(tmpdir(), 'denaria-e2e-'));
  }

  /** Where the page is; known once it has started. */
  get url(): string {
    return this.#url;
  }

  /** Starts it, the second time on the port of the first, so that open pages find it again. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'dev/main.ts', '--rivals', '0'], {
      cwd: ROOT,
      env: { ...process.env, PORT: this.#port, DATA_DIR: this.dataDir, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.#url = await addressOf(child);
    this.#port = new URL(this.#url).port;
  }

  /** Ends it by a signal, as Ctrl-C, a service manager or a crash would. */
  async stop(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** The address that the process prints; an error with its output where it ends without one. */
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
      const address = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output)?.[0];
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
