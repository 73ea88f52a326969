/**
 * One simulated game: its parts, and what each step of a plan does to them. Longer than other
 * files, since the steps are one list.
 */
import { address } from '../../common/values/address.ts';
import { isOfPlayer, isRulesChange, isWeekEnd } from '../../common/values/stored-event.ts';
import { weekBegins, WEEK_MS } from '../../common/values/week.ts';
import { SimulatedStore } from '../../server/store/testing/simulated-store.ts';
import type { ProcessLink } from '../../server/store/testing/process-link.ts';
import { io } from 'socket.io-client';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import { targetIn } from '../../server/store/embedded/embedded-stream.ts';
import { pipe } from '../../server/store/pipe.ts';
import { emptyDatabase, MemoryStore } from '../../server/store/testing/memory-store.ts';
import { LiveClient } from './client/live-client.ts';
import { Player } from './client/player.ts';
import { readBoard, Reader } from './client/reads.ts';
import type { Answer, Complain, Server } from './client/deployment.ts';
import { Chain, type Start } from './chain.ts';
import type { Operation, Command } from './model/operation.ts';
import { RESOURCES, type NationId } from './model/facts.ts';
import { figuresIn } from './model/rules.ts';
import { isTradable } from './model/wallet.ts';
import type { Answered } from './model/history.ts';
import type { Orders } from './model/ranking.ts';
import { WeekEnds } from './week-ends.ts';
import { playerSchema, rulesSchema } from './model/wire.ts';
import { Network } from './network.ts';
import { between, oneOf, randomOf, type Random } from './random.ts';
import { CommandSource } from './command-source.ts';
import { randomAct } from './operator-acts.ts';
import { RuleChanges } from './rule-changes.ts';
import { storeLink } from './store-link.ts';
import type { Plan, Step } from './plan.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { withRows } from '../../server/test/support/instead.ts';
import { FIRST_ROWS, SimulatedServer } from './server.ts';

const PLAYERS = 14;
/** Those who join in the second bout, and in the third. */
const LATE: readonly number[] = [4, 11];
/** Before players join, if rules are changed first: about as long as that takes. */
const EARLY_MS = 1200;
const VIEWERS = 6;
/** Socket.IO's timers are Node's, not the game's. */
const NEVER_MS = 2 ** 31 - 1;
/** The pause before a viewer connects again. */
const RECONNECT_MS = [200, 2000] as const;
/** A clock more than 2 s off is replaced by the store's; an answer may take 5 s, half each way. */
const MOST_AHEAD_MS = 4500;
const BLOCK_MS = 2000;
/** The largest jump of a process's clock, forwards or back. */
const JUMP_MS = 20_000;
/** By how many weeks the development's clock is moved. */
const MOST_WEEKS = 7;
/** Longer than a write takes that is done late. */
const PENDING_MS = 6000;
const LATENCY_MS = [1, 25] as const;
/** What both endpoints of the chain take in a game. */
const READ_MS = [5, 250] as const;
/** Few copies, and little DENA, so that many stakes are refused or end as unbacked. */
function startOf(isSteady: boolean): Start {
  return { dena: isSteady ? 20_000_000n : 6000n, copies: isSteady ? 2 : 4 };
}

/** Writes are done later, or never: a command's time is over by then. */
const MUTE = { pending: 0.5, lostRace: 0.5, lateMs: [4000, 5000] } as const;
/** More cultural NFTs than a nation's President has staked, as a rule. */
const MOST_COPIES = 6;
/** More DENA than anybody has who is not steady. */
const WINDFALL = '10000';
/** It only makes the wallet one to compare. */
const LITTLE = 10n;
/** What a player buys for a work, and brings, several times. */
const BOUGHT = 1000;
const BROUGHT = 900;
const MOST_BROUGHT = 4;

/** How long the processes may take to agree, after the faults end. */
export const AGREE_MS = 120_000;
/** A history is read again and again, so that one may be cached that lacks a commit. */
export const HISTORY = '/api/nations/history?span=10m';
/** Between the clocks of two processes: just below the 2 s from which they use the store's. */
export const SKEW_MS = 1900;
/** Then some process has the lease again, and the chain is followed. */
const RECOVERED_MS = 20_000;

export interface Actor {
  readonly player: Player;
  readonly source: CommandSource;
  readonly random: Random;
  readonly nationId: NationId;
  /** Nothing of what it stakes may ever end as unbacked. */
  readonly isSteady: boolean;
  /** The bout in which it joins. */
  readonly joinsIn: number;
  /** What it has asked for and was not answered. */
  readonly underWay: Set<Promise<unknown>>;
}

export class World {
  readonly scheduler: Scheduler;
  readonly store: SimulatedStore;
  readonly chain: Chain;
  readonly servers: readonly [SimulatedServer, ...SimulatedServer[]];
  readonly viewers: readonly { readonly owner: Process; readonly client: LiveClient }[];
  readonly actors: readonly Actor[];
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
  readonly #storeProcess: Process;
  /** By the names that they have in leases. */
  readonly #holders = new Map<string, SimulatedServer>();
  /** How far the game's clock may be ahead of all machines'. */
  #jumpedMs = 0;
  readonly #links = new Map<SimulatedServer, ProcessLink>();
  readonly #reading: Random;
  readonly #complain: Complain;
  /** When the last fault ended, by the monotonic clock; Infinity during faults. */
  wholeSince = 0;

  constructor(seed: number, plan: Plan, scheduler: Scheduler, complain: Complain) {
    this.scheduler = scheduler;
    this.#seed = seed;
    this.#earlyActs = plan.earlyActs;
    this.#complain = complain;
    this.#storeProcess = scheduler.newProcess('store');
    const isMongo = plan.storeKind === 'mongo';
    this.store = new SimulatedStore({ kind: plan.storeKind, random: randomOf(seed, 'store') });
    this.store.set({ latencyMs: LATENCY_MS });
    this.ruleChanges = new RuleChanges(
      // Acts have no part in a developer's moved clock, and announced moments have.
      () => (isMongo ? 0 : 2 * JUMP_MS) + this.#jumpedMs,
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
      connect: (server: SimulatedServer) => this.#connect(server),
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
    this.actors = Array.from({ length: PLAYERS }, (_, n) => this.#actor(seed, n));
    // Everybody has had what they have for longer than any node is behind.
    this.chain.sim.mineEmpty(20);
    this.viewers = Array.from({ length: VIEWERS }, (_, n) => this.#viewer(seed, n));
  }

  /** Everything begins, and most join: at once, or after operators have changed the rules. */
  open(): void {
    this.#follow();
    for (const server of this.servers) server.start();
    if (this.#earlyActs === 0) this.join(0);
    else this.#later(EARLY_MS, () => this.join(0));
    for (let n = 1; n <= this.#earlyActs; n += 1) this.#changeRules(-n);
  }

  /** Those join who do in a bout, or should have before. */
  join(bout: number): void {
    for (const { player, nationId, underWay, joinsIn } of this.actors) {
      if (joinsIn > bout || player.operations.length > 0) continue;
      track(underWay, player.carryOut({ is: 'choose', nationId }));
    }
  }

  /** An operator changes the rules, or announces that. @param n of the act's random stream. */
  #changeRules(n: number): void {
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
    for (const server of this.servers) this.#kill(server);
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
          const latest = this.scheduler.trueNow() + (isMongo ? 0 : JUMP_MS + this.#jumpedMs);
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

  /** It watches at any process, and fetches from any. */
  #viewer(seed: number, n: number): World['viewers'][number] {
    const { scheduler, servers } = this;
    const owner = scheduler.newProcess(`viewer-${n + 1}`);
    const random = randomOf(seed, owner.name);
    const socket = io('http://localhost', {
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnection: false,
      timeout: NEVER_MS,
      // Node's, which the types don't know.
      agent: this.network.agent(() => oneOf(random, servers)) as unknown as string, // oxlint-disable-line typescript/no-unsafe-type-assertion
    });
    let isComing = false;
    const connect = () => {
      if (isComing) return;
      isComing = true;
      const come = () => {
        isComing = false;
        if (socket.connected) return;
        // Where a connection closes before its first packet, only a timeout would notice.
        socket.disconnect().connect();
        socket.io.engine.once('close', connect);
      };
      scheduler.post(owner, between(random, ...RECONNECT_MS), come, true);
    };
    socket.on('disconnect', connect).on('connect_error', connect);
    socket.onAny((...message) => scheduler.note(JSON.stringify(message)));
    connect();
    const ask = (path: string) => oneOf(random, servers).ask(path);
    const wallet = this.actors[n]?.player.wallet ?? null;
    const complain = (words: string) => this.#complain(`${owner.name}: ${words}`);
    return { owner, client: new LiveClient({ socket, ask, rows: FIRST_ROWS }, wallet, complain) };
  }

  take(step: Step): void {
    const { kind, lastsMs, where, how } = step;
    const server = pick(this.servers, where);
    const actor = pick(this.actors, where);
    const viewer = pick(this.viewers, where);
    const link = this.#links.get(server);
    switch (kind) {
      case 'operation':
      case 'twin':
        this.#act(actor, kind === 'twin');
        break;
      case 'burst':
        for (let n = 0; n < 4; n += 1) this.#act(actor, false);
        break;
      // That player becomes President, unless the chain changes its mind.
      case 'presidency':
        this.chain.windfall(step, { cultural: MOST_COPIES });
        this.#act(actor, false, {
          is: 'stake-nft',
          kind: 'cultural',
          nationId: actor.nationId,
          quantity: MOST_COPIES,
        });
        break;
      case 'kill':
        this.#killFor(server, lastsMs * (how < 0.3 ? 0 : 1));
        break;
      case 'kill-holder':
        void this.#holder().then((holder) => holder && this.#killFor(holder, lastsMs));
        break;
      // The development's clock: by weeks, seldom by a year.
      case 'jump':
        void this.#jump(server, how < 0.1 ? 52 : 1 + Math.floor(how * MOST_WEEKS));
        break;
      case 'term':
        server.term();
        this.#restart(server, 3000 + lastsMs);
        break;
      case 'pause':
        server.pause(lastsMs * (how < 0.2 ? 4 : 1));
        break;
      case 'clock':
        server.skewMs = Math.round((how * 2 - 1) ** 3 * JUMP_MS);
        break;
      // Often its player plays at that moment, so that what the command reads is not what the
      // follower sees.
      case 'transfer':
        this.chain.transfer(step);
        if (lastsMs > 600) this.#act(actor, false);
        break;
      // A little comes in blocks that stay, then more in blocks that don't, which is staked at
      // once: perhaps while the little is compared. Somebody else loses something, which some nodes
      // may not see at first.
      case 'reorganisation': {
        let below = this.chain.sim.head.number;
        this.chain.windfall(step, { dena: LITTLE });
        this.#act(actor, false);
        this.#later(lastsMs * (1 - how), () => {
          below = this.chain.sim.head.number;
          this.chain.windfall(step, { dena: BigInt(WINDFALL) });
          this.#act(actor, false, { is: 'stake-dena', amount: WINDFALL });
        });
        this.#later(lastsMs, () => {
          const staleMs = lastsMs > 400 ? lastsMs : 0;
          this.chain.reorganise({ how, where: (where + 0.5) % 1 }, below, staleMs);
        });
        break;
      }
      case 'store-slow':
        this.#break(link, { latencyMs: [20, 400], late: how * 0.15 }, lastsMs * 2);
        break;
      case 'store-refuses':
        this.#break(link, this.#refusals(how), lastsMs);
        break;
      // Nobody hears of any write, for longer than a command is tried again.
      case 'store-mute':
        for (const each of this.#links.values()) {
          this.#break(each, MUTE, 2 * (2000 + lastsMs));
        }
        break;
      case 'store-away':
        this.#break(link, { isAway: true }, lastsMs);
        break;
      case 'nothing-reachable':
        for (const each of this.#links.values()) this.#break(each, { isAway: true }, lastsMs);
        break;
      case 'partition':
        link?.cut();
        this.#later(lastsMs * 4, () => link?.mend());
        break;
      case 'step-down':
        this.store.stepDown(200 + lastsMs);
        break;
      case 'feed-lost':
        this.#break(link, { lostFeeds: 0.5 }, lastsMs);
        // A stage may be completed meanwhile, so that its process learns only of the sums.
        for (const each of this.actors) {
          if (!each.isSteady || !each.player.operations[0]?.outcome) continue;
          if (how < 0.7) this.#act(each, false);
          else track(each.underWay, this.#bring(each));
        }
        break;
      case 'break-off':
        this.network.breakAll(viewer.owner);
        break;
      case 'rules':
        this.#changeRules(step.n);
        break;
      // What is under way is decided again.
      case 'era':
        void this.store.memory.changeEra((value) =>
          value['step'] === step.n ? null : { value: { ...value, step: step.n }, event: null },
        );
        break;
      // A lie matters if something moves meanwhile.
      case 'node-lying':
        this.#later(lastsMs / 2, () => this.chain.transfer(step));
        this.chain.breakNodes({ ...step, kind, lastsMs: 1000 + lastsMs });
        break;
      default:
        this.chain.breakNodes({ ...step, kind });
    }
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

  #actor(seed: number, n: number): Actor {
    const random = randomOf(seed, `player ${n}`);
    // Those who have much DENA are of one nation, whose work they complete a part of.
    const isSteady = n % 3 === 2;
    const nationId = isSteady
      ? 'italy'
      : oneOf(random, ['usa', 'italy', 'italy', 'argentina', 'china'] as const);
    const wallet = address(`0x${(0xa11ce + n * 7919).toString(16).padEnd(40, '0')}`);
    const player = new Player({
      wallet,
      signIn: () => Promise.resolve('none'),
      deployment: {
        servers: this.servers,
        contracts: this.chain.contracts,
      },
      prefix: `world-${seed}`,
      random: randomOf(seed, `sender ${n}`),
      complain: this.#complain,
      wholeSince: () => this.wholeSince,
      onRev: (server, rev, tookMs, answer) => {
        this.#notePlayer(rev, answer);
        this.#readerOf(server)?.onRev(rev, tookMs);
        for (const reader of this.readers) reader.onCommit(rev);
      },
      newest: () => this.#newest.get(wallet),
      onDone: (server, newest, tookMs) => this.#readerOf(server)?.onRev(newest, tookMs),
    });
    this.chain.settle(wallet, nationId, isSteady);
    return {
      player,
      source: new CommandSource(nationId, random, isSteady),
      random,
      nationId,
      isSteady,
      joinsIn: LATE.indexOf(n) + 1,
      underWay: new Set(),
    };
  }

  #readerOf(server: Server): Reader | undefined {
    return this.readers[this.servers.findIndex((one) => one === server)];
  }

  #act(actor: Actor, isTwin: boolean, command?: Command): void {
    const { player, underWay } = actor;
    // A player without a nation waits for it first.
    if (!player.operations[0]?.outcome) return;
    track(underWay, this.#carryOut(actor, isTwin, command));
  }

  /** Buys and brings what the stage in work of its nation needs. */
  async #bring({ player, nationId, random }: Actor): Promise<void> {
    const board = await readBoard(this.servers[0]).catch(() => null);
    const work = board?.works.find((one) => one.nationId === nationId);
    const part = work?.stages[work.stage];
    if (!part) return;
    for (let n = 0; n < MOST_BROUGHT; n += 1) {
      const needed = RESOURCES.filter((type) => part.need[type] > part.have[type]);
      const resourceType = needed[Math.floor(random() * needed.length)];
      if (!resourceType) return;
      await player.carryOut(unlike(player, { is: 'trade', resourceType, quantity: BOUGHT }, -10));
      const missing = part.need[resourceType] - part.have[resourceType];
      const most = Math.min(BROUGHT, missing);
      const gift = unlike(player, { is: 'contribute', resourceType, quantity: most }, 1);
      await player.carryOut(gift);
      part.have[resourceType] += gift.quantity;
    }
  }

  async #carryOut(actor: Actor, isTwin: boolean, command?: Command): Promise<void> {
    const { player, source } = actor;
    const wanted = command ?? source.next(player, this.now, this.ruleChanges.inForce);
    const operation = await player.carryOut(wanted, isTwin);
    this.#judgeRefusal(operation, actor);
  }

  /**
   * A player who had enough all along is never told that it is too little, however far a node lags.
   */
  #judgeRefusal(refused: Operation, { isSteady, player }: Actor): void {
    const { outcome, command, wallet } = refused;
    if (outcome?.is !== 'refused') return;
    if (this.#isUnfoundedTrade(refused, outcome.code)) {
      this.#complain(`${wallet} was refused ${JSON.stringify(command)} as ${outcome.code}`);
    }
    if (!isSteady) return;
    // With those that may have been staked, though nobody was told yet.
    const copies = player.operations.reduce((sum, operation) => {
      const isRefused =
        operation.outcome?.is === 'refused' && !operation.isUnsure && operation !== refused;
      const isAlike =
        command.is === 'stake-nft' &&
        operation.command.is === 'stake-nft' &&
        operation.command.kind === command.kind;
      return isAlike && !isRefused ? sum + operation.command.quantity : sum;
    }, 0);
    const isWrong =
      outcome.code === 'insufficient-dena' ||
      outcome.code === 'not-owner' ||
      (outcome.code === 'insufficient-nfts' && copies <= startOf(true).copies);
    if (isWrong) {
      this.#complain(
        `${wallet} was refused ${JSON.stringify(command)} as ${outcome.code}, and had enough`,
      );
    }
  }

  /** Whether a trade was refused by rules that were not in force while it was under way. */
  #isUnfoundedTrade({ command, sentAt, answeredAt }: Operation, code: string): boolean {
    if (command.is !== 'trade') return false;
    const { resourceType, quantity, cost } = command;
    const inForce = this.ruleChanges.during(sentAt, answeredAt);
    return (
      (code === 'quantity-not-tradable' &&
        inForce.every((figures) => isTradable(quantity, figures))) ||
      (code === 'price-changed' &&
        inForce.every((figures) => figures[`tradePrices.${resourceType}`] * quantity === cost))
    );
  }

  /** Reads a player at a process, during faults. */
  async readPlayer(server: SimulatedServer): Promise<void> {
    const { player } = pick(this.actors, this.#reading());
    const answer = await server.ask(`/api/player-nation/${player.wallet}`);
    const rev = answer?.headers['x-board-rev'];
    if (answer?.status === 200 && rev) this.#notePlayer(rev, answer);
    await server.ask(HISTORY);
  }

  #notePlayer(rev: string, { text }: Answer): void {
    const { data: player } = playerSchema.safeParse(JSON.parse(text));
    if (player) this.answered.push({ rev, player });
  }

  #connect(server: SimulatedServer) {
    this.#links.get(server)?.kill();
    const link = this.store.connect(server.owner.name);
    this.#links.set(server, link);
    const store = withRows(link.store, (rows, kind) => ({
      put: (row, expected) => {
        if (kind === 'lease') this.#holders.set(row.document, server);
        return rows.put(row, expected);
      },
    }));
    return storeLink(store, this.#storeProcess, this.scheduler);
  }

  #kill(server: SimulatedServer): void {
    server.kill();
    this.#links.get(server)?.kill();
    this.#links.delete(server);
  }

  #killFor(server: SimulatedServer, ms: number): void {
    this.#kill(server);
    this.#restart(server, ms);
  }

  /** Who has the lease; null: nobody who runs. */
  async #holder(): Promise<SimulatedServer | null> {
    const lease = await this.store.memory.rows('lease').get('chain-follower');
    const holder = lease && this.#holders.get(lease.document);
    return holder && this.#links.has(holder) ? holder : null;
  }

  /** Where it fails, the process starts again, by whatever the store has then. */
  async #jump(server: SimulatedServer, weeks: number): Promise<void> {
    this.#jumpedMs += weeks * WEEK_MS;
    await server.advance(weeks * WEEK_MS).catch(() => this.#killFor(server, PENDING_MS));
  }

  #restart(server: SimulatedServer, ms: number): void {
    const { incarnation } = server;
    this.#later(ms, () => {
      // It may have been killed and started meanwhile.
      if (server.incarnation !== incarnation) return;
      this.#kill(server);
      server.start();
    });
  }

  #break(
    link: ProcessLink | undefined,
    faults: Parameters<ProcessLink['set']>[0],
    ms: number,
  ): void {
    link?.set(faults);
    this.#later(ms, () => {
      link?.heal();
      link?.set({ latencyMs: LATENCY_MS });
    });
  }

  #refusals(how: number): Parameters<ProcessLink['set']>[0] {
    if (this.store.kind === 'embedded') return { refused: 0.3 * how };
    const share = 0.25;
    return how < 0.25
      ? { refused: share }
      : how < 0.5
        ? { unknown: share, tornLoads: share }
        : how < 0.75
          ? { pending: share, lostRace: share }
          : { ownConflict: share };
  }

  #later(ms: number, run: () => void): void {
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

function track(underWay: Set<Promise<unknown>>, operation: Promise<unknown>): void {
  underWay.add(operation);
  void operation.finally(() => underWay.delete(operation));
}

/** Of another quantity than its earlier ones: nothing else tells their events apart. */
function unlike<C extends Command & { readonly quantity: number }>(
  player: Pick<Player, 'operations'>,
  command: C,
  step: number,
): C {
  const text = JSON.stringify(command);
  return player.operations.some((operation) => JSON.stringify(operation.command) === text)
    ? unlike(player, { ...command, quantity: command.quantity + step }, step)
    : command;
}

function pick<T>(list: readonly T[], where: number): T {
  const one = list[Math.floor(where * list.length)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}
