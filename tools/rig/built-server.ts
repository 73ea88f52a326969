/**
 * The built server in production mode, as `npm start` runs it, in its own process on the embedded store, with
 * a probe that reports its resource use.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { TEST_CONTRACTS } from '../../server/test/support/harness.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { Child } from '../processes.ts';
import { freePort } from '../test/listening.ts';

const START = join(import.meta.dirname, '..', '..', 'dist', 'server', 'start.js');
const PROBE = pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href;
/** The flags of `npm start`, plus what the probe needs to collect garbage. */
const NODE_ARGS = ['--max-semi-space-size=64', '--expose-gc', '--import', PROBE];
const START_MS = 60_000;

const vitalsSchema = z.object({
  rssMb: z.number(),
  /** JavaScript memory: the heap, plus external buffers. */
  heapMb: z.number(),
  /** How late the event loop reached its timers since the last `forget`. */
  lagP99Ms: z.number(),
  lagMaxMs: z.number(),
});
type Vitals = z.infer<typeof vitalsSchema>;

export interface BuiltServer {
  /** Its public origin, where it also listens. */
  readonly url: string;
  readonly pid: number;
  /** Its printed output: the log. */
  output(): string;
  isAlive(): boolean;
  vitals(): Promise<Vitals>;
  /** After a garbage collection. */
  settledVitals(): Promise<Vitals>;
  /** The CPU time that it has used so far, in ms. */
  cpuMs(): Promise<number>;
  /** Resets the lag measurements. */
  forgetLags(): Promise<void>;
  /** Ends it. @returns its exit code; null if a signal ended it. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

interface BuiltServerOptions {
  readonly dataDir: string;
  readonly rpcUrl: string;
  /** Any free port by default. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Called as soon as the process runs, long before it is ready. */
  readonly onChild?: (child: Child) => void;
}

/** Starts one, configured as if behind one proxy. @throws Error with its last output. */
export async function startBuiltServer(options: BuiltServerOptions): Promise<BuiltServer> {
  const { dataDir, rpcUrl, port = await freePort(), env = {}, onChild } = options;
  const url = `http://127.0.0.1:${port}`;
  const child = await Child.start(START, {
    nodeArgs: NODE_ARGS,
    // A folder without a .env file of the caller's.
    cwd: dataDir,
    isQuiet: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_ORIGIN: url,
      SESSION_SECRET: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      ETH_RPC_URL: rpcUrl,
      DENA_ADDRESS: TEST_CONTRACTS.dena,
      NATIONAL_NFT_ADDRESS: TEST_CONTRACTS.nationalNft,
      CULTURAL_NFT_ADDRESS: TEST_CONTRACTS.culturalNft,
      TRUST_PROXY_HOPS: '1',
      METRICS_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      DRAIN_NOTICE_MS: '0',
      ...env,
    },
  });
  onChild?.(child);
  await answering(url, child);
  return {
    url,
    pid: child.pid,
    output: () => child.output(),
    isAlive: () => child.isAlive(),
    vitals: () => child.call('vitals', vitalsSchema),
    async settledVitals() {
      await child.call('collect', z.null());
      return child.call('vitals', vitalsSchema);
    },
    cpuMs: () => child.cpuMs(),
    async forgetLags() {
      await child.call('forget', z.null());
    },
    end: (signal) => child.end(signal),
  };
}

async function answering(url: string, child: Child): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (child.isAlive() && performance.now() < deadline) {
    const answer = await ask(url, '/readyz').catch(() => null);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  await child.end();
  throw new Error(`the server did not get ready\n${child.output()}`);
}
