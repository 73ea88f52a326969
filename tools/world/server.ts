/**
 * One process of the game: everything that a server is made of but TCP and HTTP's parser. It
 * starts, ends, stands still, and dies without a word.
 */
import { createServer, type Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { inspect } from 'node:util';
import { openRpcChain } from '../../server/chain/rpc-chain.ts';
import { transport, type FakeNode } from '../../server/chain/testing/fake-node.ts';
import { TEST_CONTRACTS } from '../../server/chain/testing/chain-sim.ts';
import { readTokenMetadata } from '../../server/chain/token-metadata.ts';
import { composeGame, type ComposedGame } from '../../server/boot/compose-game.ts';
import { loadConfig, type Config } from '../../server/boot/config.ts';
import { startLive } from '../../server/live/live-server.ts';
import { createLog, type Log } from '../../server/observe/log.ts';
import { putSetting, setting } from '../../server/store/kept/settings.ts';
import { StoreUnavailable, type Store } from '../../server/store/store.ts';
import { ask } from './client/http.ts';
import type { Answer, Asking, Complain, Server } from './client/deployment.ts';
import type { Host, Network } from './network.ts';
import type { Process, Scheduler } from './scheduler.ts';

const LIVE_TICK_MS = 200;
/** Socket.IO pings by Node's timers, which are not the game's. */
const NEVER_MS = 2 ** 29;
/**
 * Rows that viewers follow, and that are asked for of a past ranking: so few that some
 * enter and leave all the time.
 */
export const FIRST_ROWS = 5;
/**
 * So little that past rankings are made of several, and Presidents are looked for in earlier ones.
 */
const RANKING_LIMITS = { rows: FIRST_ROWS + 4, candidates: 1, commits: 25 };

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
  readonly network: Network;
  readonly compareMs: number;
  /** A new connection of a process to the store; what was left of the one before is cut off. */
  readonly connect: (process: SimulatedServer) => Store;
  readonly complain: Complain;
}

export class SimulatedServer implements Server, Host {
  readonly name: string;
  /** Connects to it. */
  readonly agent: Agent;
  readonly #world: ServerWorld;
  #owner: Process;
  #running: Running | null = null;
  #skewMs = 0;
  incarnation = 0;
  /** How far its game's clock is ahead of the machine's [CON1]. */
  #offsetMs = 0;

  constructor(name: string, world: ServerWorld) {
    this.name = name;
    this.#world = world;
    this.#owner = world.scheduler.newProcess(name);
    this.agent = world.network.agent(() => this);
  }

  get owner(): Process {
    return this.#owner;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Moves the game's clock, as a developer does. @throws StoreUnavailable */
  async advance(ms: number): Promise<void> {
    const running = this.#running;
    if (!running) return;
    await this.#world.scheduler.as(this.#owner, () => running.advance(ms));
    this.#offsetMs += ms;
  }

  /** Accepts a connection; null: it refuses. */
  get accept() {
    return this.#running?.front.accept ?? null;
  }

  set skewMs(ms: number) {
    this.#skewMs = ms;
    this.#owner.skewMs = ms;
  }

  /**
   * Starts it; while the store or the chain's endpoints are away it tries again, as a supervisor
   * would have it.
   */
  start(): void {
    const { scheduler } = this.#world;
    this.incarnation += 1;
    const owner = scheduler.newProcess(`${this.name}.${this.incarnation}`);
    this.#owner = owner;
    owner.skewMs = this.#skewMs;
    scheduler.post(owner, 0, () => {
      void this.#begin(owner);
    });
  }

  async #begin(owner: Process): Promise<void> {
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
    this.#world.network.breakAll(this.#owner);
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

  async ask(path: string, asking?: Asking): Promise<Answer | null> {
    const answer = await ask('http://localhost', path, asking, this.agent);
    if (answer) this.#world.scheduler.note(`${path} ${answer.status} ${answer.text}`);
    return answer;
  }

  async #open(owner: Process): Promise<Running> {
    const { nodes, connect, compareMs, complain } = this.#world;
    const store = connect(this);
    const log = complaining(owner, complain);
    const chain = openRpcChain({
      endpoints: nodes.map((_node, n) => `http://node-${n}.test/`),
      contracts: CONFIG.contracts,
      expectedChainId: 1,
      refused: 'none',
      genesis: {
        read: () => setting(store, 'chain.genesis'),
        keep: (hash) => putSetting(store, 'chain.genesis', hash),
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
      ledgerKey: new Uint8Array(32),
      rankingLimits: RANKING_LIMITS,
      log,
    });
    const running = await game.start(async () => openFront(game, log));
    const { clock, machineClock } = game.built;
    this.#offsetMs = clock.now() - machineClock.now();
    return {
      front: running.front,
      advance: (ms) => clock.advance(ms),
      async close() {
        await running.close();
        chain.close();
        await store.close();
      },
    };
  }
}

interface Running {
  readonly front: ReturnType<typeof openFront>;
  advance(ms: number): Promise<void>;
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

/** HTTP and sockets, as `compose-server.ts` puts them in front of a game, without TCP. */
function openFront(game: ComposedGame, log: Log) {
  const http = createServer({ requireHostHeader: false });
  http.on(
    'request',
    game.answering(() => undefined),
  );
  const live = startLive({
    ...game.live,
    http,
    allowedOrigin: () => true,
    liveTickMs: LIVE_TICK_MS,
    windowRows: FIRST_ROWS,
    trustProxyHops: 0,
    admit: () => true,
    socketsPerAddress: 0,
    heartbeat: { intervalMs: NEVER_MS, timeoutMs: NEVER_MS },
    log,
  });
  let isOpen = false;
  return {
    get accept() {
      return isOpen ? (end: Duplex) => void http.emit('connection', end) : null;
    },
    async open() {
      isOpen = true;
    },
    resync: () => live.resync(),
    sockets: () => live.sockets(),
    async close() {
      isOpen = false;
      await live.close();
    },
  };
}

/**
 * A server that logs an error has found a fault of its own, unless it only says that the store is
 * away.
 */
function complaining(owner: Process, complain: Complain): Log {
  const log = createLog('silent');
  log.error = (...parts: readonly unknown[]) => {
    const isAway = parts.some(
      (part) => Reflect.get(Object(part), 'err') instanceof StoreUnavailable,
    );
    if (!owner.isDead && !isAway) complain(`${owner.name} logs an error: ${inspect(parts)}`);
  };
  return log;
}
