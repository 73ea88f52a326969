/** One simulated game: its parts, what begins it, and what is written down of it. */
import { isOfPlayer, isRulesChange, isWeekEnd } from '../../common/values/stored-event.ts';
import { weekBegins } from '../../common/values/week.ts';
import { SimulatedStore } from '../../server/store/testing/simulated-store.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import { targetIn } from '../../server/store/embedded/embedded-stream.ts';
import { pipe } from '../../server/store/pipe.ts';
import { emptyDatabase, MemoryStore } from '../../server/store/testing/memory-store.ts';
import { Reader } from './client/reads.ts';
import type { Answer, Complain, Server } from './client/deployment.ts';
import { Chain } from './chain.ts';
import { figuresIn } from './model/rules.ts';
import type { Answered } from './model/history.ts';
import type { Orders } from './model/ranking.ts';
import { WeekEnds } from './week-ends.ts';
import { playerSchema, rulesSchema } from './model/wire.ts';
import { Network } from './network.ts';
import { between, pick, randomOf, type Random } from './random.ts';
import { Players, startOf, type Actor } from './players.ts';
import { JUMP_MS, LATENCY_MS, Processes } from './processes.ts';
import { randomAct } from './operator-acts.ts';
import { RuleChanges } from './rule-changes.ts';
import type { Plan } from './plan.ts';
import type { Scheduler } from './scheduler.ts';
import { SimulatedServer } from './server.ts';
import { viewerOf, type Viewer } from './viewer.ts';

/** Before players join, if rules are changed first: about as long as that takes. */
const EARLY_MS = 1200;
const VIEWERS = 6;
/** A clock more than 2 s off is replaced by the store's; an answer may take 5 s, half each way. */
const MOST_AHEAD_MS = 4500;
const BLOCK_MS = 2000;
/** What both endpoints of the chain take in a game. */
const READ_MS = [5, 250] as const;
/** How long the processes may take to agree, after the faults end. */
export const AGREE_MS = 120_000;
/** A history is read again and again, so that one may be cached that lacks a commit. */
export const HISTORY = '/api/nations/history?span=10m';
/** Between the clocks of two processes: just below the 2 s from which they use the store's. */
export const SKEW_MS = 1900;
/** Then some process has the lease again, and the chain is followed. */
const RECOVERED_MS = 20_000;

export class World {
  readonly scheduler: Scheduler;
  readonly store: SimulatedStore;
  readonly chain: Chain;
  readonly servers: readonly [SimulatedServer, ...SimulatedServer[]];
  readonly processes: Processes;
  readonly players: Players;
  readonly viewers: readonly Viewer[];
  readonly readers: readonly Reader[];
  readonly network: Network;
  /** What processes answered since it was last judged. */
  readonly answered: Answered[] = [];
  /** Each wallet's last commit. */
  readonly #newest = new Map<string, Rev>();
  /** The last commit of all. */
  newest = REV_ZERO;
  /** [ORD1] */
  readonly orders: Orders = new Map();
  readonly weekEnds = new WeekEnds();
  readonly ruleChanges: RuleChanges;
  #backup: {
    readonly store: MemoryStore;
    readonly operations: readonly number[];
    readonly acts: number;
  } | null = null;
  readonly #seed: number;
  readonly #earlyActs: number;
  readonly #reading: Random;
  readonly #complain: Complain;
  /** When the last fault ended, by the monotonic clock; Infinity during faults. */
  wholeSince = 0;

  constructor(seed: number, plan: Plan, scheduler: Scheduler, complain: Complain) {
    this.scheduler = scheduler;
    this.#seed = seed;
    this.#earlyActs = plan.earlyActs;
    this.#complain = complain;
    const storeProcess = scheduler.newProcess('store');
    const isMongo = plan.storeKind === 'mongo';
    this.store = new SimulatedStore({ kind: plan.storeKind, random: randomOf(seed, 'store') });
    this.store.set({ latencyMs: LATENCY_MS });
    this.processes = new Processes({ scheduler, store: this.store, storeProcess });
    this.ruleChanges = new RuleChanges(
      // Acts have no part in a developer's moved clock, and announced moments have.
      () => (isMongo ? 0 : 2 * JUMP_MS) + this.processes.jumpedMs,
    );
    this.#reading = randomOf(seed, 'reading');
    this.chain = new Chain({
      backends: [2, 1],
      blockMs: BLOCK_MS,
      readMs: between(randomOf(seed, 'endpoints'), ...READ_MS),
      seed,
      start: startOf,
      losesLogs: plan.compareMs < AGREE_MS,
    });
    this.network = new Network(scheduler, randomOf(seed, 'network'));
    const parts = {
      scheduler,
      nodes: this.chain.nodes,
      network: this.network,
      connect: (server: SimulatedServer) => this.processes.connect(server),
      compareMs: plan.compareMs,
      complain,
    };
    const [first, ...others] = Array.from(
      { length: plan.servers },
      (_, n) => new SimulatedServer(`server-${n + 1}`, parts),
    );
    if (!first) throw new RangeError('a world has a server');
    this.servers = [first, ...others];
    // [ORD1] The clocks of processes on one database differ.
    if (isMongo)
      for (const [n, server] of this.servers.entries()) server.skewMs = SKEW_MS * (n - 1);
    const onList = (list: Answered) => {
      this.answered.push(list);
      // It may be that of a week's end.
      for (const reader of this.readers) reader.onCommit(list.rev);
    };
    this.readers = this.servers.map((server) => new Reader(server, complain, onList));
    const readerOf = (server: Server) =>
      this.readers[this.servers.findIndex((one) => one === server)];
    this.players = new Players({
      seed,
      servers: this.servers,
      chain: this.chain,
      ruleChanges: this.ruleChanges,
      complain,
      now: () => this.now,
      wholeSince: () => this.wholeSince,
      newest: (wallet) => this.#newest.get(wallet),
      onRev: (server, rev, tookMs, answer) => {
        this.#notePlayer(rev, answer);
        readerOf(server)?.onRev(rev, tookMs);
        for (const reader of this.readers) reader.onCommit(rev);
      },
      onDone: (server, newest, tookMs) => readerOf(server)?.onRev(newest, tookMs),
    });
    // Everybody has had what they have for longer than any node is behind.
    this.chain.sim.mineEmpty(20);
    const seen = { seed, scheduler, network: this.network, servers: this.servers, complain };
    this.viewers = Array.from({ length: VIEWERS }, (_, n) =>
      viewerOf(seen, n, this.actors[n]?.player.wallet ?? null),
    );
  }

  get actors(): readonly Actor[] {
    return this.players.actors;
  }

  /** Everything begins, and most join: at once, or after operators have changed the rules. */
  open(): void {
    this.#follow();
    for (const server of this.servers) server.start();
    if (this.#earlyActs === 0) this.players.join(0);
    else this.later(EARLY_MS, () => this.players.join(0));
    for (let n = 1; n <= this.#earlyActs; n += 1) this.changeRules(-n);
  }

  /** An operator changes the rules, or announces that. @param n of the act's random stream. */
  changeRules(n: number): void {
    // The machine's, of a store that one process has to itself.
    const skewMs = this.store.kind === 'mongo' ? 0 : this.servers[0].owner.skewMs;
    const random = randomOf(this.#seed, `act ${n}`);
    const act = randomAct(random, this.scheduler.trueNow() + skewMs);
    const { at, ...changes } = act;
    const entry = { at, by: 'ada', why: 'balance', act: { kind: 'rules', ...changes } };
    this.store.memory.act(JSON.stringify(entry));
    this.ruleChanges.append(act);
    this.scheduler.note(`act ${JSON.stringify(entry)}`);
  }

  /** At rest: a backup is made. */
  async backUp(): Promise<void> {
    const operations = this.actors.map(({ player }) => player.operations.length);
    const { acts } = this.ruleChanges;
    this.#backup = { store: await movedFrom(this.store.memory), operations, acts };
  }

  /**
   * At rest: the backup is restored, without a server, and the processes start on it. What was
   * committed since is gone, and so are its receipts.
   */
  async restore(): Promise<void> {
    if (!this.#backup) return;
    const { store, operations, acts } = this.#backup;
    for (const server of this.servers) this.processes.kill(server);
    this.store.memory = await movedFrom(store);
    for (const [n, { player }] of this.actors.entries())
      player.operations.length = operations[n] ?? 0;
    for (const reader of this.readers) reader.forget();
    for (const { client } of this.viewers) client.mayBeReplaced = true;
    this.answered.length = 0;
    this.ruleChanges.forget(acts);
    this.#follow();
    this.wholeSince = this.scheduler.nowMs;
    for (const server of this.servers) server.start();
  }

  /** Nothing runs for a while. */
  leap(ms: number): void {
    this.scheduler.leap(ms);
    this.wholeSince = this.scheduler.nowMs;
  }

  /** [SEA1] @returns what is wrong, in words. */
  overdue(): string[] {
    const { nowMs } = this.scheduler;
    return nowMs < this.wholeSince + RECOVERED_MS ? [] : this.weekEnds.overdue(this.now - SKEW_MS);
  }

  /** The game's time. */
  get now(): number {
    return this.scheduler.trueNow() + this.servers[0].offsetMs;
  }

  #complainAll(wrong: readonly string[]): void {
    for (const words of wrong) this.#complain(words);
  }

  /** On a connection on which nothing is ever late. */
  #follow(): void {
    this.#newest.clear();
    this.newest = REV_ZERO;
    this.orders.clear();
    this.weekEnds.forget();
    const numbers = new Map<string, number>();
    this.store.memory.watch(REV_ZERO, {
      onEvent: (commit) => {
        const { rev, at } = commit;
        const isMongo = this.store.kind === 'mongo';
        if (isWeekEnd(commit)) {
          const week = weekBegins(commit.week);
          const latest =
            this.scheduler.trueNow() + (isMongo ? 0 : JUMP_MS + this.processes.jumpedMs);
          this.#complainAll(this.weekEnds.end(rev, { week, at, latest }));
          return;
        }
        if (isRulesChange(commit)) {
          const { nowMs: seenMs } = this.scheduler;
          const set = figuresIn(rulesSchema.parse(commit.rules));
          this.#complainAll(this.ruleChanges.change(rev, { at, set, seenMs }));
          return;
        }
        if (!isOfPlayer(commit)) return;
        const { row } = commit;
        this.#complainAll(this.weekEnds.commit(rev, at));
        this.newest = rev;
        this.#newest.set(row.wallet, rev);
        const number = Math.max(row.gdpOrder, row.culturalOrder);
        if (number !== numbers.get(row.wallet)) this.orders.set(rev, number);
        numbers.set(row.wallet, number);
        // An embedded store's clock is the process's own.
        const isAhead = at > this.scheduler.trueNow() + MOST_AHEAD_MS;
        if (isAhead && isMongo) this.#complain(`${rev} is dated ahead`);
      },
      onLost(error) {
        throw error;
      },
    });
  }

  /** Ends all faults, and waits until every process is ready. */
  heal(): void {
    this.chain.heal();
    this.store.heal();
    this.store.set({ latencyMs: LATENCY_MS });
    for (const [n, server] of this.servers.entries()) {
      server.skewMs = this.store.kind === 'mongo' ? SKEW_MS * (n - 1) : 0;
    }
    this.wholeSince = this.scheduler.nowMs;
  }

  /** Reads a player at a process, during faults. */
  async readPlayer(server: SimulatedServer): Promise<void> {
    const { player } = pick(this.#reading, this.actors);
    const answer = await server.ask(`/api/player-nation/${player.wallet}`);
    const rev = answer?.headers['x-board-rev'];
    if (answer?.status === 200 && rev) this.#notePlayer(rev, answer);
    await server.ask(HISTORY);
  }

  #notePlayer(rev: string, { text }: Answer): void {
    const { data: player } = playerSchema.safeParse(JSON.parse(text));
    if (player) this.answered.push({ rev, player });
  }

  later(ms: number, run: () => void): void {
    this.scheduler.post(this.scheduler.world, ms, run);
  }
}

/** A data set of its own with what a store has now, as a backup and a restore move it. */
async function movedFrom(store: MemoryStore): Promise<MemoryStore> {
  const target = emptyDatabase();
  const [source, copy] = [store.connection, target].map((connection, n) => ({
    ...targetIn(connection, `memory-${n}`),
    close: () => Promise.resolve(),
  }));
  if (source && copy) await pipe(source, copy, { progress: () => undefined });
  return new MemoryStore(target);
}
