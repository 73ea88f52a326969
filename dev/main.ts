/**
 * `npm run dev`: runs a development world and, after a reset or when the code of its server
 * changes, starts it again on the same port. Owns signals and how the command ends; the world is a
 * child process (world-process.ts). `node --watch` and `tsx watch` would go on waiting after a
 * first start that failed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfig } from '../server/boot/config.ts';
import { onEndSignal } from '../server/boot/end-signal.ts';
import { assertCanListen } from '../server/boot/listen.ts';
import { giveUp } from '../server/boot/run-until-signal.ts';
import { nextEdit } from './server-sources.ts';

const WORLD_PROCESS = join(import.meta.dirname, 'world-process.ts');

/** A world that takes longer to end is killed, which its data survive. */
const END_MS = 10_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

class WorldProcess {
  /** The world's address once it serves; null if it exits before. */
  readonly url: Promise<string | null>;
  /** Resolves with the exit code; null if it was killed. */
  readonly exited: Promise<number | null>;
  /** Resolves when it has deleted its data, so that a fresh one takes its place. */
  readonly reset: Promise<'reset'>;
  readonly #child: ChildProcess;
  #serves = false;

  constructor(port: string | undefined) {
    const env = port === undefined ? process.env : { ...process.env, PORT: port };
    this.#child = fork(WORLD_PROCESS, process.argv.slice(2), { env });
    this.exited = once(this.#child, 'exit').then(([code]: (number | null)[]) => code ?? null);
    this.reset = new Promise((resolve) => {
      this.#child.on('message', (message) => {
        if (message === 'reset') resolve('reset');
      });
    });
    const serving = once(this.#child, 'message').then(([url]: unknown[]) => {
      this.#serves = true;
      return String(url);
    });
    this.url = Promise.race([serving, this.exited.then(() => null)]);
  }

  /** Ends it gracefully; immediately if it is still starting. */
  end(): void {
    if (!this.#serves) return this.kill();
    // It may have exited by itself meanwhile.
    this.#child.send('end', () => undefined);
    setTimeout(() => this.kill(), END_MS).unref();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

let world: WorldProcess;
let isEnding = false;

async function run(): Promise<void> {
  let edit = nextEdit();
  world = new WorldProcess(process.env['PORT']);
  const url = await world.url;
  if (url === null) return exitWith(await world.exited);
  // A URL leaves out port 80.
  const port = new URL(url).port || process.env['PORT'];
  say(`\n  Denaria plays at ${url}  (up in ${secondsSince(0)} s)`);
  say(`  The Demo Wallet is in the page. For MetaMask: ${url}/dev/rpc, chain id 1.\n`);

  for (let serves = true; ;) {
    const cause = await (serves ? Promise.race([edit, world.reset, world.exited]) : edit);
    if (typeof cause !== 'string') return exitWith(cause);
    const startedAt = performance.now();
    if (cause === 'reset') {
      say('Reset: the world is deleted, and a fresh one starts…');
      world.kill();
    } else {
      say(`${cause} changed: restarting…`);
      edit = nextEdit();
      const ending = world;
      ending.end();
      // It may have been about to be reset, and leaves that to this process.
      void ending.reset.then(() => ending.kill());
    }
    await world.exited;
    if (isEnding) return;
    world = new WorldProcess(port);
    serves = (await world.url) !== null;
    say(
      serves
        ? `Restarted in ${secondsSince(startedAt)} s.`
        : 'The server did not start. It is started again after the next edit.',
    );
  }
}

/** When the world exited by itself, with its code. */
function exitWith(code: number | null): void {
  if (!isEnding) process.exit(code ?? 1);
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

try {
  // Compiling the world and starting its chain take a while.
  await assertCanListen(loadConfig('development'));
} catch (error) {
  giveUp(error);
}
onEndSignal({
  isRunByNpm: process.env['npm_lifecycle_event'] !== undefined,
  onFirst: () => {
    isEnding = true;
    world.end();
    void world.exited.then((code) => process.exit(code ?? 0));
  },
  onAgain: () => {
    // Don't wait for anything any longer.
    world.kill();
    process.exit(1);
  },
});
await run();
