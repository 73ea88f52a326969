/**
 * What a fleet plays on: a replica set of three on this machine, a simulated chain, built server processes as
 * `npm start` runs them with the limits of production, and players who stake at any of them.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { z } from 'zod';
import { dena } from '../common/testing/fixtures.ts';
import { address } from '../common/values/address.ts';
import { NATION_IDS } from '../common/values/nations.ts';
import { newDataFolder, removeDataFolder } from '../server/test/support/data-folder.ts';
import { ask } from '../server/test/support/http-client.ts';
import { signIn, type Signer } from '../server/test/support/sign-in.ts';
import { Child } from '../tools/processes.ts';
import { freePort, startBuiltServer, type BuiltServer } from '../tools/rig/built-server.ts';
import { ChainOrders } from '../tools/rig/chain-orders.ts';
import { startTestSet, type TestSet } from '../tools/test/mongo/test-set.ts';

/** Enough that none comes near the 500 stakes that it may have [STK1]. */
const PLAYERS = 16;
const STAKES_PER_PLAYER = 450;

interface Player extends Signer {
  readonly cookie: string;
}

export interface Staked {
  /** How many were acknowledged, and how long each acknowledgement took. */
  readonly answerMs: readonly number[];
}

export class FleetGame {
  readonly servers: BuiltServer[] = [];
  readonly #set: TestSet;
  readonly #chain: Child;
  readonly #rpcUrl: string;
  readonly #dataDir: string;
  readonly #players: Player[] = [];
  #origin = '';
  #stakes = 0;

  private constructor(set: TestSet, chain: Child, rpcUrl: string, dataDir: string) {
    this.#set = set;
    this.#chain = chain;
    this.#rpcUrl = rpcUrl;
    this.#dataDir = dataDir;
  }

  static async start(mongod: string): Promise<FleetGame> {
    const set = await startTestSet({ mongod, nodes: 3 });
    const chain = await Child.start(join(import.meta.dirname, '../tools/rig/chain-process.ts'));
    const rpcUrl = await chain.call('url', z.url());
    return new FleetGame(set, chain, rpcUrl, await newDataFolder());
  }

  /** One more process; the first one also gets the players. */
  async addServer(): Promise<BuiltServer> {
    const port = await freePort();
    this.#origin ||= `http://127.0.0.1:${port}`;
    const server = await startBuiltServer({
      dataDir: this.#dataDir,
      rpcUrl: this.#rpcUrl,
      port,
      env: { MONGODB_URI: this.#set.uri('fleet'), PUBLIC_ORIGIN: this.#origin },
    });
    this.servers.push(server);
    if (this.#players.length === 0) await this.#settle(server.url);
    return server;
  }

  /** Stakes at this rate, by all players at all processes in turn, whether or not the last is answered. */
  async stake(perSecond: number, seconds: number): Promise<Staked> {
    const count = Math.max(1, Math.round(perSecond * seconds));
    if (this.#stakes + count > PLAYERS * STAKES_PER_PLAYER) {
      throw new Error(`${PLAYERS} players can't stake so often: choose a lower --rate.`);
    }
    const startedAt = performance.now();
    const answers: Promise<number>[] = [];
    for (let n = 0; n < count; n += 1) {
      await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
      answers.push(this.#stakeOnce());
    }
    return { answerMs: await Promise.all(answers) };
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end()));
    await this.#chain.end();
    await this.#set.stop();
    await removeDataFolder(this.#dataDir);
  }

  async #settle(url: string): Promise<void> {
    const chain = new ChainOrders(this.#rpcUrl);
    for (let n = 0; n < PLAYERS; n += 1) {
      const signer = Wallet.createRandom();
      const wallet = address(signer.address);
      await chain.give(wallet, { denaWei: dena(1_000_000) });
      const cookie = await signIn(url, { wallet, signer });
      this.#players.push({ wallet, signer, cookie });
      const joined = await ask(url, '/api/player-nation', {
        json: { walletAddress: wallet, nationId: NATION_IDS[n % NATION_IDS.length] },
        headers: { Cookie: cookie },
      });
      if (joined.status !== 201) throw new Error(joined.text);
    }
  }

  async #stakeOnce(): Promise<number> {
    const n = this.#stakes;
    this.#stakes += 1;
    const [server, player] = [this.servers[n % this.servers.length], this.#players[n % PLAYERS]];
    const sentAt = performance.now();
    const answer = await ask(server?.url ?? '', '/api/dena/stake', {
      json: { walletAddress: player?.wallet, amount: 100 },
      headers: { Cookie: player?.cookie ?? '' },
    });
    if (answer.status !== 201) throw new Error(`a stake was answered ${answer.text}`);
    return performance.now() - sentAt;
  }
}
