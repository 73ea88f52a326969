/**
 * One process of the game: everything that a server is made of but TCP and HTTP's parser. It starts, ends, stands
 * still, and dies without a word.
 */
import type { RequestListener } from 'node:http';
import { NOTHING_SET } from '../../common/protocol/status.ts';
import type { Address } from '../../common/values/address.ts';
import { openRpcChain } from '../../server/chain/rpc-chain.ts';
import { transport, type FakeNode } from '../../server/chain/testing/fake-node.ts';
import { TEST_CONTRACTS } from '../../server/chain/testing/chain-sim.ts';
import { composeGame, type ComposedGame } from '../../server/boot/compose-game.ts';
import { loadConfig, type Config } from '../../server/boot/config.ts';
import type { Board } from '../../server/leaderboard/board.ts';
import { createPushes, type Pushes } from '../../server/live/outbound/pushes.ts';
import { keepPresence, peopleIn } from '../../server/live/presence.ts';
import { createLog, type Log } from '../../server/observe/log.ts';
import { StoreUnavailable, type Store } from '../../server/store/store.ts';
import type { Answer, Asking, Complain, Process } from './client/place.ts';
import { between, type Random } from './random.ts';
import { readTokenMetadata } from '../../server/chain/token-metadata.ts';
import { carry } from './carrier.ts';
import { accept, SimulatedRooms, Wire, type Ear } from './live-front.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import { WINDOW_ROWS } from './truth.ts';

/** How long a caller waits for an answer. */
const PATIENCE_MS = 8000;
/** How long something takes on its way, in one direction. */
const WAY_MS = [1, 30] as const;
const LIVE_TICK_MS = 200;
/** So little that past rankings are made of several, and Presidents are looked for in earlier ones. */
const RANKING_LIMITS = { rows: WINDOW_ROWS + 4, candidates: 1, commits: 25 };

const CONFIG: Config = {
  ...loadConfig('test', { PORT: '0', DATA_DIR: '/nowhere' }),
  mode: 'development',
  walletProof: 'off',
  ethRpcUrls: [],
  contracts: TEST_CONTRACTS,
  liveTickMs: LIVE_TICK_MS,
  chainPollMs: 1000,
};

interface ServerWorld {
  readonly scheduler: Scheduler;
  readonly nodes: readonly FakeNode[];
  readonly random: Random;
  readonly compareMs: number;
  /** A new connection of a process to the store; what was left of the one before is cut off. */
  readonly connect: (process: SimulatedServer) => Store;
  readonly complain: Complain;
}

export class SimulatedServer implements Process {
  readonly name: string;
  readonly #world: ServerWorld;
  /** The pages' connections to it. */
  readonly #wires = new Set<Wire>();
  #owner: Owner;
  #running: Running | null = null;
  #skewMs = 0;
  #connections = 0;
  incarnation = 0;

  constructor(name: string, world: ServerWorld) {
    this.name = name;
    this.#world = world;
    this.#owner = world.scheduler.owner(name);
  }

  get owner(): Owner {
    return this.#owner;
  }

  get isUp(): boolean {
    return this.#running !== null;
  }

  set skewMs(ms: number) {
    this.#skewMs = ms;
    this.#owner.skewMs = ms;
  }

  /** Starts it; while the store or the chain's endpoints are away it tries again, as a supervisor would have it. */
  start(): void {
    const { scheduler } = this.#world;
    this.incarnation += 1;
    const owner = scheduler.owner(`${this.name}.${this.incarnation}`);
    this.#owner = owner;
    owner.skewMs = this.#skewMs;
    scheduler.post(owner, 0, () => {
      void this.#begin(owner);
    });
  }

  async #begin(owner: Owner): Promise<void> {
    const { scheduler } = this.#world;
    try {
      const running = await this.#open(owner);
      if (this.#owner === owner) this.#running = running;
    } catch (error) {
      scheduler.note(`did not start: ${String(error)}`);
      if (this.#owner !== owner) return;
      this.kill();
      scheduler.post(scheduler.world, 1000, () => {
        if (this.#owner === owner) this.start();
      });
    }
  }

  /** It dies: nothing that it still does reaches anybody. */
  kill(): void {
    this.#owner.isDead = true;
    this.#running = null;
    for (const wire of this.#wires) wire.breakOff();
    this.#wires.clear();
  }

  /** It is told to end, and does; calls after that are refused. */
  term(): void {
    const running = this.#running;
    const owner = this.#owner;
    if (!running) {
      this.kill();
      return;
    }
    const { scheduler, complain } = this.#world;
    scheduler.post(owner, 0, () => {
      void end();
    });
    const end = async () => {
      try {
        await running.close();
        if (this.#owner === owner) this.kill();
      } catch (error) {
        complain(`${this.name} did not end: ${String(error)}`);
      }
    };
  }

  /** Its machine stands still. */
  pause(ms: number): void {
    const until = Math.ceil(this.#world.scheduler.nowMs + ms);
    this.#owner.stillUntilMs = Math.max(this.#owner.stillUntilMs, until);
  }

  async ask(path: string, asking: Asking = {}): Promise<Answer | null> {
    const { scheduler, random } = this.#world;
    const caller = scheduler.current;
    const owner = this.#owner;
    return new Promise((resolve) => {
      let isOver = false;
      const end = (answer: Answer | null) => {
        if (isOver) return;
        isOver = true;
        patience.stop();
        if (answer) scheduler.note(`${path} ${answer.status} ${answer.text}`);
        resolve(answer);
      };
      const patience = scheduler.post(
        caller,
        asking.patienceMs ?? PATIENCE_MS,
        () => end(null),
        true,
      );
      const back = (answer: Answer | null) => {
        scheduler.post(caller, between(random, ...WAY_MS), () => end(answer), true);
      };
      const app = this.#running?.front.app;
      if (!app || owner.isDead) {
        back(null);
        return;
      }
      scheduler.post(owner, between(random, ...WAY_MS), () => {
        void carry(app, path, asking, caller.name).then(back, () => back(null));
      });
    });
  }

  /** A page's connection; null if none is accepted. */
  connect(ear: Ear, wallet: Address, random: Random): Wire | null {
    const { scheduler } = this.#world;
    const running = this.#running;
    const owner = this.#owner;
    if (!running || owner.isDead) return null;
    this.#connections += 1;
    const wire = new Wire(`${owner.name}-${this.#connections}`, {
      scheduler,
      server: owner,
      ear,
      delay: () => between(random, ...WAY_MS),
    });
    this.#wires.add(wire);
    scheduler.post(owner, between(random, ...WAY_MS), () => running.front.accept(wire, wallet));
    return wire;
  }

  async #open(owner: Owner): Promise<Running> {
    const { nodes, connect, compareMs, complain } = this.#world;
    const store = connect(this);
    const log = complaining(owner, complain);
    const chain = openRpcChain({
      endpoints: nodes.map((_node, n) => `http://node-${n}.test/`),
      contracts: CONFIG.contracts,
      expectedChainId: 1,
      refused: 'none',
      genesis: {
        read: () => store.setting('chain.genesis'),
        keep: (hash) => store.putSetting('chain.genesis', hash),
      },
      log,
      connect(url, limits) {
        const node = nodes[Number(/node-([0-9]+)/.exec(url)?.[1])];
        if (!node) throw new Error(`there is no endpoint at ${url}`);
        return transport(node, limits);
      },
    });
    const game = await composeGame({
      config: { ...CONFIG, chainCompareMs: compareMs },
      store,
      chain,
      readMetadata: (uri, tokenId) => readTokenMetadata(uri, tokenId, NOWHERE),
      sessionSecrets: [new Uint8Array(32)],
      ledgerKey: null,
      rankingLimits: RANKING_LIMITS,
      log,
    });
    const running = await game.start(() => Promise.resolve(new Front(game, log)));
    return {
      front: running.front,
      async close() {
        await running.close();
        chain.close();
        await store.close();
      },
    };
  }
}

interface Running {
  readonly front: Front;
  /** It is told to end. */
  close(): Promise<void>;
}

/** No metadata comes from outside. */
const NOWHERE = {
  ipfsGateway: 'http://127.0.0.1:1/',
  allowPrivateHosts: true,
  timeoutMs: 500,
  maxBytes: 100_000,
};

/** What takes the place of the sockets. */
class Front {
  readonly app: RequestListener;
  readonly #board: Board;
  readonly #rooms = new SimulatedRooms();
  readonly #pushes: Pushes;
  readonly #presence: ReturnType<typeof keepPresence>;
  readonly #wires = new Set<Wire>();
  #isOpen = false;

  constructor(game: ComposedGame, log: Log) {
    this.app = game.answering(() => undefined);
    this.#board = game.board;
    this.#pushes = createPushes({
      status: () => NOTHING_SET,
      board: game.board,
      race: game.race,
      now: () => game.clock.now(),
      rooms: this.#rooms,
      liveTickMs: LIVE_TICK_MS,
      windowRows: WINDOW_ROWS,
      log,
      // A round is interrupted as often as it may be.
      limits: { maxBacklogBytes: 6000, sliceMs: -1 },
    });
    this.#presence = keepPresence({
      exchange: game.exchange,
      count: () => peopleIn(this.#rooms.rooms, (id) => ({ address: id, browser: null })),
      onFigures: (figures) => this.#pushes.watching(figures),
    });
  }

  open(): Promise<void> {
    this.#isOpen = true;
    return Promise.resolve();
  }

  resync(): void {
    this.#pushes.resync();
  }

  sockets(): number {
    return this.#wires.size;
  }

  accept(wire: Wire, wallet: Address): void {
    // It broke on its way here.
    if (wire.isLost) return;
    if (!this.#isOpen) {
      wire.breakOff();
      return;
    }
    this.#wires.add(wire);
    accept(wire, wallet, { rooms: this.#rooms, pushes: this.#pushes, board: this.#board });
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#pushes.close();
    for (const wire of this.#wires) wire.breakOff();
    await this.#presence.close();
  }
}

/** A server that logs an error has found a fault of its own, unless it only says that the store is away. */
function complaining(owner: Owner, complain: Complain): Log {
  const log = createLog('silent');
  log.error = (...parts: readonly unknown[]) => {
    const isAway = parts.some(
      (part) => isObject(part) && 'err' in part && part.err instanceof StoreUnavailable,
    );
    if (!owner.isDead && !isAway)
      complain(`${owner.name} logs an error: ${parts.map(inWords).join(' ')}`);
  };
  return log;
}

function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null;
}

function inWords(part: unknown): string {
  if (!isObject(part)) return String(part);
  if ('err' in part && part.err instanceof Error) return part.err.stack ?? part.err.message;
  return JSON.stringify(part);
}
