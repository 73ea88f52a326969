/**
 * Built servers that share one game: a MongoDB database, one simulated chain, one origin. Each may be
 * restarted on its port.
 */
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { z } from 'zod';
import { dena } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { newDataFolder, removeDataFolder } from '../../server/test/support/data-folder.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { signIn, type Signer } from '../../server/test/support/sign-in.ts';
import { Child } from '../processes.ts';
import { freePort } from '../test/listening.ts';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { ChainOrders } from './chain-orders.ts';

const PLAYER_WEI = dena(1_000_000);

export interface FleetPlayer extends Signer {
  readonly cookie: string;
}

interface FleetOptions {
  readonly mongodbUri: string;
  /** The address that players open: a balancer's, or by default the first server's. */
  readonly origin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export class Fleet {
  /** In the order in which they were added. */
  readonly servers: BuiltServer[] = [];
  readonly #options: FleetOptions;
  readonly #chain: Child;
  readonly rpcUrl: string;
  readonly #dataDir: string;
  #origin: string | null;

  private constructor(options: FleetOptions, chain: Child, rpcUrl: string, dataDir: string) {
    this.#options = options;
    this.#chain = chain;
    this.rpcUrl = rpcUrl;
    this.#dataDir = dataDir;
    this.#origin = options.origin ?? null;
  }

  /** Starts the chain; servers are added. */
  static async start(options: FleetOptions): Promise<Fleet> {
    const chain = await Child.start(join(import.meta.dirname, 'chain-process.ts'));
    const rpcUrl = await chain.call('url', z.url());
    return new Fleet(options, chain, rpcUrl, await newDataFolder());
  }

  async addServer(): Promise<BuiltServer> {
    const server = await this.#start(await freePort());
    this.servers.push(server);
    return server;
  }

  /** Ends the nth server gracefully, and starts it again. @returns its exit code. */
  async restart(n: number): Promise<number | null> {
    const server = this.servers[n];
    if (!server) throw new Error(`there is no server ${n}`);
    const code = await server.end('SIGTERM');
    this.servers[n] = await this.#start(portOf(server));
    return code;
  }

  /** Wallets with DENA and a nation, signed in at this address. */
  async settle(url: string, count: number): Promise<FleetPlayer[]> {
    const chain = new ChainOrders(this.rpcUrl);
    const players: FleetPlayer[] = [];
    for (let n = 0; n < count; n += 1) {
      const signer = Wallet.createRandom();
      const wallet = address(signer.address);
      await chain.give(wallet, { denaWei: PLAYER_WEI });
      const cookie = await signIn(url, { wallet, signer });
      const joined = await ask(url, '/api/player-nation', {
        json: { walletAddress: wallet, nationId: NATION_IDS[n % NATION_IDS.length] },
        headers: { Cookie: cookie },
      });
      if (joined.status !== 201) throw new Error(joined.text);
      players.push({ wallet, signer, cookie });
    }
    return players;
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end()));
    await this.#chain.end();
    await removeDataFolder(this.#dataDir);
  }

  #start(port: number): Promise<BuiltServer> {
    this.#origin ??= `http://127.0.0.1:${port}`;
    const { mongodbUri, env } = this.#options;
    return startBuiltServer({
      dataDir: this.#dataDir,
      rpcUrl: this.rpcUrl,
      port,
      env: { MONGODB_URI: mongodbUri, PUBLIC_ORIGIN: this.#origin, ...env },
    });
  }
}

export function portOf({ url }: Pick<BuiltServer, 'url'>): number {
  return Number(new URL(url).port);
}
