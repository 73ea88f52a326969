/**
 * The one way to start a game in processes of its own: on a simulated chain, one server on the
 * embedded store, or several that share a MongoDB. Tests of what a single process does start a
 * `Harness` instead, in their own.
 */
import { Wallet } from 'ethers';
import { dena } from '../../common/testing/fixtures.ts';
import { address, type Address } from '../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { ChainSim, type Gift } from '../../server/chain/testing/chain-sim.ts';
import { FakeNode } from '../../server/chain/testing/fake-node.ts';
import { newDataFolder, removeDataFolder } from '../../server/test/support/data-folder.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { signIn, type Signer } from '../../server/test/support/sign-in.ts';
import { ensureBuilt } from '../production/ensure-built.ts';
import { freePort } from '../test/listening.ts';
import { GameServer, type GameServerOptions } from './game-server.ts';
import { serveNode, type ServedNode, type ServeOptions } from './serve-node.ts';

const PLAYER_WEI = dena(1_000_000);

export interface GamePlayer extends Signer {
  readonly cookie: string;
}

interface GameOptions extends ServeOptions, Pick<GameServerOptions, 'env'> {
  /** `built` by default; `source` needs neither a build nor a wallet's proof. */
  readonly program?: 'built' | 'source';
  /** 1 by default; more of them need a database. */
  readonly servers?: number;
  readonly mongodbUri?: string;
  /** The address that players open: a balancer's, or by default the first server's. */
  readonly origin?: string;
}

export class Game {
  /** In the order in which they were added. */
  readonly servers: GameServer[] = [];
  /** The chain's; its `sim` is the chain. */
  readonly node: FakeNode;
  readonly rpcUrl: string;
  readonly dataDir: string;
  readonly #options: GameOptions;
  readonly #served: ServedNode;
  #origin: string | null;

  private constructor(options: GameOptions, node: FakeNode, served: ServedNode, dataDir: string) {
    this.#options = options;
    this.node = node;
    this.rpcUrl = served.url;
    this.#served = served;
    this.dataDir = dataDir;
    this.#origin = options.origin ?? null;
  }

  static async start(options: GameOptions = {}): Promise<Game> {
    if (options.program !== 'source') await ensureBuilt();
    const node = new FakeNode(new ChainSim({ startS: Math.floor(Date.now() / 1000) }));
    const game = new Game(options, node, await serveNode(node, options), await newDataFolder());
    try {
      for (let n = 0; n < (options.servers ?? 1); n += 1) await game.addServer();
      return game;
    } catch (error) {
      await game.close();
      throw error;
    }
  }

  /** The first server. */
  get server(): GameServer {
    return this.#at(0);
  }

  async addServer(options: Partial<GameServerOptions> = {}): Promise<GameServer> {
    const server = await this.#start(options);
    this.servers.push(server);
    return server;
  }

  /**
   * Ends the nth server, if it still runs, and starts it again on its port. @returns its exit code.
   */
  async restart(
    n = 0,
    signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM',
    options: Partial<GameServerOptions> = {},
  ): Promise<number | null> {
    const server = this.#at(n);
    const code = await server.end(signal);
    this.servers[n] = await this.#start({ ...options, port: server.port });
    return code;
  }

  give(wallet: Address, gift: Gift): void {
    this.node.sim.give(wallet, gift);
  }

  /**
   * Gives a wallet DENA, and lets it join without a proof. @returns the status of its choice of a
   * nation.
   */
  async joins(wallet: Address, nationId: NationId = 'italy', n = 0): Promise<number> {
    this.give(wallet, { denaWei: PLAYER_WEI });
    const json = { walletAddress: wallet, nationId };
    return (await ask(this.#at(n).url, '/api/player-nation', { json })).status;
  }

  /** Wallets with DENA and a nation, signed in at the address that players open. */
  async settle(count: number): Promise<GamePlayer[]> {
    const players: GamePlayer[] = [];
    const origin = this.#origin ?? '';
    const { url } = this.server;
    for (let n = 0; n < count; n += 1) {
      const signer = Wallet.createRandom();
      const wallet = address(signer.address);
      this.give(wallet, { denaWei: PLAYER_WEI });
      const cookie = await signIn(url, { wallet, signer }, {}, origin);
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
    await this.#served.close();
    await removeDataFolder(this.dataDir);
  }

  async #start(options: Partial<GameServerOptions>): Promise<GameServer> {
    const { program = 'built', mongodbUri, env } = this.#options;
    const port = options.port ?? (await freePort());
    this.#origin ??= `http://127.0.0.1:${port}`;
    return GameServer.start({
      program,
      dataDir: this.dataDir,
      rpcUrl: this.rpcUrl,
      ...options,
      port,
      env: {
        PUBLIC_ORIGIN: this.#origin,
        ...(mongodbUri !== undefined && { MONGODB_URI: mongodbUri }),
        ...env,
        ...options.env,
      },
    });
  }

  #at(n: number): GameServer {
    const server = this.servers[n];
    if (!server) throw new Error(`there is no server ${n}`);
    return server;
  }
}
