/**
 * The game and its follower on fake nodes of a simulated chain, in this process and under fake time, with
 * the real adapter but without sockets. Several game processes may share the store, and be killed.
 */
import { openRpcChain } from '../../chain/rpc-chain.ts';
import { ChainSim } from '../../chain/testing/chain-sim.ts';
import { FakeNode, transport } from '../../chain/testing/fake-node.ts';
import { followChain, type ChainFollower } from '../../game/backing/chain-follower.ts';
import { DealtWith } from '../../game/backing/dealt-with.ts';
import { playsBy } from '../../game/backing/tail.ts';
import { keepLease } from '../../game/backing/lease.ts';
import { openGameClock, type GameClock } from '../../game/engine/clock.ts';
import { createGame, type Game } from '../../game/engine/game.ts';
import { Board } from '../../leaderboard/board.ts';
import { followBoard } from '../../leaderboard/follow-board.ts';
import { createLog, type Log } from '../../observe/log.ts';
import { openMemoryStore } from '../../store/memory/memory-store.ts';
import type { Store } from '../../store/store.ts';

/** Ten times as fast as on Mainnet, whose blocks come every 12 s. */
export const BLOCK_MS = 1200;
const POLL_MS = 400;
const LEASE = { ttlMs: 1000, renewMs: 250 } as const;
const NEVER_MS = 1e9;

export interface BackingProcess {
  readonly game: Game;
  readonly follower: ChainFollower;
  readonly dealtWith: DealtWith;
  readonly clock: GameClock;
  /** Ends it gracefully. */
  close(): Promise<void>;
  /** From now on nothing that it does reaches the store or the chain, and nothing reaches it. */
  kill(): void;
}

export interface ProcessOptions {
  readonly pollMs?: number;
  readonly compareMs?: number;
  readonly lease?: { readonly ttlMs: number; readonly renewMs: number };
  readonly log?: Log;
}

export class BackingWorld {
  readonly sim: ChainSim;
  /** The endpoints, in order of preference. */
  readonly nodes: readonly FakeNode[];
  readonly store: Store = openMemoryStore();
  readonly #processes: BackingProcess[] = [];

  /** @param backends how many of them are behind each endpoint. */
  constructor({ backends = [1], seed = 1 }: { backends?: readonly number[]; seed?: number } = {}) {
    this.sim = new ChainSim();
    this.nodes = backends.map(
      (count, i) => new FakeNode(this.sim, { backends: count, seed: seed + i }),
    );
  }

  /** The first endpoint; most tests have only this one. */
  get node(): FakeNode {
    const [node] = this.nodes;
    if (!node) throw new Error('there is no endpoint');
    return node;
  }

  async start(options: ProcessOptions = {}): Promise<BackingProcess> {
    const { pollMs = POLL_MS, compareMs = NEVER_MS, lease: terms = LEASE } = options;
    const { log = createLog('silent') } = options;
    const life = { isOver: false };
    const store = whileAlive(this.store, life);
    const own = openRpcChain({
      endpoints: this.nodes.map((_node, i) => `http://node-${i + 1}.test/`),
      contracts: this.sim.contracts,
      expectedChainId: 1,
      production: false,
      genesis: {
        read: () => store.setting('chain.genesis'),
        keep: (hash) => store.putSetting('chain.genesis', hash),
      },
      log,
      connect: (url, limits) => transport(this.#nodeAt(url), limits),
    });
    const chain = whileAlive(own, life);
    const clock = await openGameClock(store);
    const board = new Board();
    const feeding = await followBoard({ store, board, log }, () => {});
    const dealtWith = new DealtWith(chain);
    const game = createGame({ store, holdings: dealtWith, board, clock });
    const lease = await keepLease({ store, name: 'chain-follower', log, ...terms });
    const follower = followChain({
      chain,
      store,
      game,
      dealtWith,
      commits: board,
      lease,
      isPlayer: playsBy(board, store),
      playerCount: () => board.count,
      now: () => clock.now(),
      log,
      pollMs,
      compareMs,
    });
    const process: BackingProcess = {
      game,
      follower,
      dealtWith,
      clock,
      async close() {
        if (life.isOver) return;
        await follower.close();
        await lease.close();
        await feeding.close();
        own.close();
        life.isOver = true;
      },
      kill() {
        life.isOver = true;
        own.close();
      },
    };
    this.#processes.push(process);
    return process;
  }

  async close(): Promise<void> {
    for (const process of this.#processes) await process.close();
    await this.store.close();
  }

  #nodeAt(url: string): FakeNode {
    const node = this.nodes[Number(/node-([0-9]+)/.exec(url)?.[1]) - 1];
    if (!node) throw new Error(`there is no endpoint at ${url}`);
    return node;
  }
}

/**
 * A port of a process that may die: after that no call reaches the port, and no answer reaches the process.
 */
function whileAlive<Port extends object>(port: Port, life: { readonly isOver: boolean }): Port {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => {
        if (life.isOver) return new Promise(() => {});
        const answer: unknown = Reflect.apply(method, target, args);
        if (!(answer instanceof Promise)) return answer;
        return new Promise((resolve, reject) => {
          answer.then(
            (value) => !life.isOver && resolve(value),
            (error: unknown) => !life.isOver && reject(error),
          );
        });
      };
    },
  });
}
