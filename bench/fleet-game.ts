/** What a fleet of the benchmark plays on: a replica set of three on this machine, and players who stake at any server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../server/test/support/http-client.ts';
import { Game, type GamePlayer } from '../tools/rig/game.ts';
import type { GameServer } from '../tools/rig/game-server.ts';
import { startTestSet, type TestSet } from '../tools/test/mongo/test-set.ts';

/** Enough that none comes near the 500 stakes that it may have [STK1]. */
const PLAYERS = 16;
const STAKES_PER_PLAYER = 450;

export class FleetGame {
  readonly #set: TestSet;
  readonly #game: Game;
  #players: readonly GamePlayer[] = [];
  #stakes = 0;

  private constructor(set: TestSet, game: Game) {
    this.#set = set;
    this.#game = game;
  }

  static async start(mongod: string): Promise<FleetGame> {
    const set = await startTestSet({ mongod, nodes: 3 });
    return new FleetGame(set, await Game.start({ servers: 0, mongodbUri: set.uri('fleet') }));
  }

  /** One more process; the first one also gets the players. */
  async addServer(): Promise<GameServer> {
    const server = await this.#game.addServer();
    if (this.#players.length === 0) this.#players = await this.#game.settle(PLAYERS);
    return server;
  }

  /**
   * Stakes at this rate, by all players at all processes in turn, whether or not the last is answered.
   * @returns how long each acknowledgement took, in ms, and how many stakes a busy process refused (503).
   */
  async stake(
    perSecond: number,
    seconds: number,
  ): Promise<{ readonly answerMs: readonly number[]; readonly refused: number }> {
    const count = Math.max(1, Math.round(perSecond * seconds));
    if (this.#stakes + count > PLAYERS * STAKES_PER_PLAYER) {
      throw new Error(`${PLAYERS} players can't stake so often: choose a lower --rate.`);
    }
    const startedAt = performance.now();
    const answers: Promise<number | null>[] = [];
    for (let n = 0; n < count; n += 1) {
      await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
      answers.push(this.#stakeOnce());
    }
    const all = await Promise.all(answers);
    const answerMs = all.filter((ms) => ms !== null);
    return { answerMs, refused: all.length - answerMs.length };
  }

  async close(): Promise<void> {
    await this.#game.close();
    await this.#set.stop();
  }

  async #stakeOnce(): Promise<number | null> {
    const n = this.#stakes;
    this.#stakes += 1;
    const { servers } = this.#game;
    const [server, player] = [servers[n % servers.length], this.#players[n % PLAYERS]];
    const sentAt = performance.now();
    const answer = await ask(server?.url ?? '', '/api/dena/stake', {
      json: { walletAddress: player?.wallet, amount: 100 },
      headers: { Cookie: player?.cookie ?? '' },
    });
    if (answer.status === 503) return null;
    if (answer.status !== 201) throw new Error(`a stake was answered ${answer.text}`);
    return performance.now() - sentAt;
  }
}
