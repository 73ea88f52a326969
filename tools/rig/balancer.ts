/** The balancer of compose.yaml, by the deployed Caddyfile, in front of servers on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataFolder, removeDataFolder } from '../../server/test/support/data-folder.ts';
import { ask } from '../../server/test/support/http-client.ts';

const CADDYFILE = join(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile');
/** The names of the processes in compose.yaml. */
const UPSTREAMS = 'denaria-1:3000 denaria-2:3000';
/** No port for administration, and nothing written to the user's own folders. */
const FOR_TESTS = '{\n\tadmin off\n\tskip_install_trust\n}\n';
const START_MS = 30_000;
const LOOK_MS = 50;

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

interface BalancerOptions {
  readonly caddy: string;
  readonly port: number;
  /** Where it also serves https://localhost, with a certificate of its own. */
  readonly httpsPort?: number;
  /** The servers' ports. */
  readonly upstreams: readonly number[];
}

/** Resolves when a server answers through it. @throws Error with its log. */
export async function startBalancer(options: BalancerOptions): Promise<Balancer> {
  const { caddy, port, httpsPort, upstreams } = options;
  const deployed = await readFile(CADDYFILE, 'utf8');
  if (!deployed.includes(UPSTREAMS)) throw new Error(`${CADDYFILE} names other servers`);
  const folder = await newDataFolder();
  const file = join(folder, 'Caddyfile');
  const addresses = upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' ');
  await writeFile(file, FOR_TESTS + deployed.replace(UPSTREAMS, addresses));
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      SITE_ADDRESS: [
        `http://127.0.0.1:${port}`,
        ...(httpsPort === undefined ? [] : [`https://localhost:${httpsPort}`]),
      ].join(', '),
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exit = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await exit;
    await removeDataFolder(folder);
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_MS;
  for (;;) {
    const answer = await ask(url, '/healthz').catch(() => null);
    if (answer?.status === 200) return { url, close };
    if (child.exitCode !== null || performance.now() > deadline) {
      await close();
      throw new Error(`the balancer did not start\n${output}`);
    }
    await sleep(LOOK_MS);
  }
}
