/**
 * A process of the game: the built server in production mode, as `npm start` runs it, or the
 * sources' own in the mode of tests; with a probe that reports its resource use. `Game` starts
 * them.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { TEST_CONTRACTS } from '../../server/chain/testing/chain-sim.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { Child, type ChildOptions } from '../processes.ts';
import { freePort } from '../test/listening.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAMS = {
  built: join(ROOT, 'dist', 'server', 'start.js'),
  source: join(import.meta.dirname, 'source-server.ts'),
};
const PROBE = pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href;
/** The flags of `npm start`, plus what the probe needs to collect garbage. */
const NODE_ARGS = ['--max-semi-space-size=64', '--expose-gc', '--import', PROBE];
const START_MS = 60_000;

const vitalsSchema = z.object({
  rssMb: z.number(),
  /** JavaScript memory: the heap, plus external buffers. */
  heapMb: z.number(),
});
type Vitals = z.infer<typeof vitalsSchema>;

export interface GameServerOptions extends Pick<ChildOptions, 'execPath'> {
  readonly program?: keyof typeof PROGRAMS;
  /** The program, if it is another folder's. */
  readonly file?: string;
  /** False if it is ready without a chain. */
  readonly needsChain?: boolean;
  readonly dataDir: string;
  readonly rpcUrl: string;
  readonly port: number;
  /** More variables, among them its PUBLIC_ORIGIN. */
  readonly env?: Readonly<Record<string, string>>;
}

export class GameServer {
  /** Its public origin, where it also listens. */
  readonly url: string;
  readonly port: number;
  readonly #child: Child;

  private constructor(port: number, child: Child) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#child = child;
  }

  /** Starts one, configured as if behind one proxy. @throws Error with its last output. */
  static async start(options: GameServerOptions): Promise<GameServer> {
    const { program = 'built', dataDir, rpcUrl, port, env, ...others } = options;
    const { file = PROGRAMS[program], needsChain = true, ...childOptions } = others;
    const child = await Child.start(file, {
      nodeArgs: NODE_ARGS,
      // A folder without a .env file of the caller's.
      cwd: dataDir,
      isQuiet: true,
      ...childOptions,
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: dataDir,
        PORT: String(port),
        SESSION_SECRET: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        LEDGER_KEY: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
        ETH_RPC_URL: rpcUrl,
        DENA_ADDRESS: TEST_CONTRACTS.dena,
        NATIONAL_NFT_ADDRESS: TEST_CONTRACTS.nationalNft,
        CULTURAL_NFT_ADDRESS: TEST_CONTRACTS.culturalNft,
        TRUST_PROXY_HOPS: '1',
        LOG_LEVEL: 'warn',
        DRAIN_NOTICE_MS: '0',
        ...(program === 'built'
          ? { METRICS_PORT: String(await freePort()) }
          : { WALLET_PROOF: 'off' }),
        ...env,
      },
    });
    const server = new GameServer(port, child);
    await server.#ready(needsChain ? '/readyz' : '/readyz?exclude=chain');
    return server;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Its exit code; null if a signal ended it. */
  get exit(): Promise<number | null> {
    return this.#child.exit;
  }

  /** Its printed output: the log. */
  output(): string {
    return this.#child.output();
  }

  isAlive(): boolean {
    return this.#child.isAlive();
  }

  /** True after a crash, such as an unhandled rejection. */
  endedByItself(): boolean {
    return this.#child.endedByItself();
  }

  vitals(): Promise<Vitals> {
    return this.#child.call('vitals', vitalsSchema);
  }

  /** After a garbage collection. */
  async settledVitals(): Promise<Vitals> {
    await this.#child.call('collect', z.null());
    return this.vitals();
  }

  /** The CPU time that it has used so far, in ms. */
  cpuMs(): Promise<number> {
    return this.#child.cpuMs();
  }

  /** Ends it. @returns its exit code; null if a signal ended it. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    return this.#child.end(signal);
  }

  async #ready(path: string): Promise<void> {
    const deadline = performance.now() + START_MS;
    while (this.isAlive() && performance.now() < deadline) {
      const answer = await ask(this.url, path).catch(() => null);
      if (answer?.status === 200) return;
      await sleep(50);
    }
    await this.end();
    throw new Error(`the server did not get ready\n${this.output()}`);
  }
}
