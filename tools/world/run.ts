/** A simulated game from its seed to its end, judged only by the rules and docs. */
import { REV_ZERO } from '../../common/values/ids.ts';
import { wrongByAudits } from './audits.ts';
import { compare, type Shown, type Expected } from './model/compare.ts';
import { differences } from './model/differences.ts';
import { readAll, readBoard, type Reader, type ShownBoard } from './client/reads.ts';
import { TRAITS } from './chain.ts';
import { describeOperation } from './model/operation.ts';
import { History } from './model/history.ts';
import { Past } from './past.ts';
import { sleep, useMachine } from '../../server/lib/machine.ts';
import { holdLease } from '../../server/store/kept/leases.ts';
import { weekFrom, WEEK_MS } from '../../common/testing/weeks.ts';
import type { Network } from './network.ts';
import { planOf, type Plan, type Step } from './plan.ts';
import { Scheduler } from './scheduler.ts';
import { FIRST_ROWS, type SimulatedServer } from './server.ts';
import type { Actor } from './players.ts';
import { take } from './steps.ts';
import { AGREE_MS, World } from './world.ts';

/** How long the processes may take to be ready, after the faults end. */
const READY_MS = 60_000;
const LOOK_MS = 500;
const PENDING_MS = 8000;
/** A reader's pause between two looks. */
const READ_MS = 1000;
/** A key is known for a day [PRO7]; long enough before that it ends. */
const REMEMBERED_MS = 20 * 60 * 60_000;
const LAST_OPERATIONS = 12;
/**
 * However long a leap is, so many blocks' time are mined in it: more than a trail keeps, and few
 * enough to follow in `AGREE_MS`, even if the endpoints have taught the follower to ask for one at
 * a time.
 */
const MINED_MS = 160_000;

interface RunOptions {
  readonly seed: number;
  readonly days: number;
  /** Only these steps of the plan; null: all. */
  readonly only: ReadonlySet<number> | null;
  /** Called with every line of the trace. */
  readonly onNote?: ((line: string) => void) | null;
}

export interface RunResult {
  /** Of everything that happened. */
  readonly hash: string;
  /** What is wrong, in words; the run ends with the bout in which it came up. */
  readonly findings: readonly string[];
  readonly steps: readonly Step[];
  readonly counts: Readonly<Record<string, number>>;
}

export async function runWorld(options: RunOptions): Promise<RunResult> {
  const { seed, days, only } = options;
  const plan = planOf(seed, days);
  const steps = plan.steps.filter(({ n }) => only === null || only.has(n));
  let counts = {};
  const { hash, findings } = await inWorld(plan, options, async (world, oracle) => {
    // What comes after the last step of a part that is played again would only take time.
    const bouts = only === null ? plan.bouts : plan.bouts.slice(0, (steps.at(-1)?.bout ?? 0) + 1);
    for (const [bout, { lastsMs, leapMs, pastMondayMs }] of bouts.entries()) {
      world.players.join(bout);
      await oracle.play(
        steps.filter((step) => step.bout === bout),
        lastsMs,
      );
      await oracle.judge();
      if (oracle.complaints.size > 0) break;
      world.chain.mineFor(Math.min(leapMs, MINED_MS));
      const { now } = world;
      const monday = weekFrom(now + leapMs) + WEEK_MS;
      if (bout === 0 && plan.isRestored) await oracle.backUp();
      world.leap(pastMondayMs === null ? leapMs : monday + pastMondayMs - now);
      if (bout === 1 && plan.isRestored) await oracle.restore();
    }
    counts = oracle.counts();
    if (oracle.complaints.size === 0) await oracle.judgeEnd();
  });
  return { hash, findings, steps, counts };
}

/** Builds a world, in which everybody has joined or soon will, and runs a script in it. */
export async function inWorld(
  plan: Plan,
  { seed, onNote = null }: Pick<RunOptions, 'seed' | 'onNote'>,
  script: (world: World, oracle: Oracle) => Promise<void>,
): Promise<Pick<RunResult, 'hash' | 'findings'>> {
  const scheduler = new Scheduler(seed);
  scheduler.onNote = onNote;
  const networks: Network[] = [];
  const complaints = new Set<string>();
  useMachine(scheduler);
  try {
    await scheduler.run(async () => {
      const world = new World(seed, plan, scheduler, (words) => {
        scheduler.note(`! ${words}`);
        complaints.add(words);
      });
      networks.push(world.network);
      const oracle = new Oracle(world, complaints);
      world.open();
      await script(world, oracle);
    });
  } catch (error) {
    complaints.add(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    for (const network of networks) network.close();
    await new Promise(setImmediate);
    useMachine(null);
  }
  return { hash: scheduler.traceHash(), findings: [...complaints] };
}

/** Judges the world only by RULES.md and docs/. */
class Oracle {
  readonly #world: World;
  readonly complaints: Set<string>;
  readonly #traits = new Map(TRAITS);
  readonly #past: Past;
  #isReading = true;

  constructor(world: World, complaints: Set<string>) {
    this.#world = world;
    this.complaints = complaints;
    this.#past = new Past(world);
    for (const [n, reader] of world.readers.entries()) void this.#read(reader, world.servers[n]);
  }

  /** A bout: its steps, then the end of all faults and of everything that was under way. */
  async play(steps: readonly Step[], lastsMs: number): Promise<void> {
    const { scheduler } = this.#world;
    const from = scheduler.nowMs;
    this.#world.wholeSince = Number.POSITIVE_INFINITY;
    for (const step of steps) {
      await sleep(Math.max(0, from + step.atMs - scheduler.nowMs));
      scheduler.note(`step ${step.n} ${step.kind}`);
      take(this.#world, step);
    }
    await sleep(Math.max(0, from + lastsMs - scheduler.nowMs));
    this.#world.heal();
    await this.#ready();
    for (const { underWay } of this.#world.actors) await Promise.all(underWay);
  }

  /** At rest everything is what the rules make of what was acknowledged. */
  async judge(): Promise<void> {
    const { actors, scheduler, wholeSince } = this.#world;
    const askAgain = async ({ player }: Actor) => {
      const unsure = player.operations.filter(
        (operation) => operation.isUnsure && operation.outcome?.is === 'refused',
      );
      // By then no write is still to come that a process gave up.
      if (unsure.length > 0) await sleep(Math.max(0, wholeSince + PENDING_MS - scheduler.nowMs));
      for (const operation of unsure) await player.makeSure(operation);
      const again = player.operations.find(
        ({ outcome, answeredAt, command }) =>
          outcome?.is === 'done' &&
          answeredAt > scheduler.nowMs - REMEMBERED_MS &&
          command.is !== 'choose',
      );
      if (again) await player.repeat(again);
    };
    await Promise.all(actors.map(askAgain));
    const until = scheduler.nowMs + AGREE_MS;
    let pauseMs = LOOK_MS;
    let looked = await this.#look();
    while (looked.wrong.length > 0 && scheduler.nowMs < until && this.complaints.size === 0) {
      await sleep(Math.round(pauseMs));
      pauseMs *= 1.5;
      looked = await this.#look();
    }
    for (const words of looked.wrong) this.#complain(words);
    if (looked.wrong.length > 0) return;
    const { history, events } = looked;
    const { viewers, answered } = this.#world;
    // What came since is judged the next time.
    const last = events.at(-1)?.id ?? REV_ZERO;
    const due = answered.filter(({ rev }) => rev <= last);
    const later = answered.filter(({ rev }) => rev > last);
    answered.splice(0, answered.length, ...later);
    const seen = async () => {
      if (this.#world.newest !== (looked.events.at(-1)?.id ?? REV_ZERO)) {
        const again = await this.#look();
        if (again.wrong.length === 0) looked = again;
      }
      return looked;
    };
    const wrong = [
      ...due.flatMap((one) => history.wrongAnswer(one)),
      ...viewers.flatMap(({ client }) =>
        client.takeHeard(last).flatMap((heard) => history.wrongTick(heard)),
      ),
      ...(await this.#past.wrong(seen)),
    ];
    for (const words of wrong) this.#complain(words);
  }

  async backUp(): Promise<void> {
    this.#past.backUp();
    await this.#world.backUp();
  }

  async restore(): Promise<void> {
    this.#past.restore();
    await this.#world.restore();
    await this.#ready();
    await this.judge();
  }

  /** Everybody leaves: no process leaves a timer, a connection or a lease behind. */
  async judgeEnd(): Promise<void> {
    const { servers, store, viewers } = this.#world;
    this.#isReading = false;
    for (const words of await wrongByAudits(store.memory, servers[0])) this.#complain(words);
    for (const { owner } of viewers) owner.isDead = true;
    const owners = servers.map(({ owner }) => owner);
    for (const server of servers) server.term();
    await sleep(30_000);
    for (const { name, waiting } of owners) {
      if (waiting > 0) this.#complain(`${name} ended and left ${waiting} timers behind`);
    }
    for (const { name } of store.links) {
      this.#complain(`${name} ended and left its connection open`);
    }
    if (this.complaints.size > 0) return;
    const after = store.connect('after').store;
    if (!(await holdLease(after, 'chain-follower', 'after', 1000))) {
      this.#complain('the lease of the chain’s follower is still held');
    }
  }

  counts(): Record<string, number> {
    const { actors, scheduler, store, chain, weekEnds, ruleChanges } = this.#world;
    const operations = actors.flatMap(({ player }) => player.operations);
    return {
      ...store.counts(),
      events: scheduler.events,
      'simulated seconds': Math.round(scheduler.nowMs / 1000),
      operations: operations.length,
      acknowledged: operations.filter(({ outcome }) => outcome?.is === 'done').length,
      refused: operations.filter(({ outcome }) => outcome?.is === 'refused').length,
      reorganisations: chain.reorganisations,
      'week ends': weekEnds.ended().length,
      acts: ruleChanges.acts,
      'changes of the rules': ruleChanges.count,
    };
  }

  async #read(reader: Reader, server: SimulatedServer | undefined): Promise<void> {
    while (this.#isReading) {
      await reader.look();
      if (server) {
        await this.#world.readPlayer(server);
        for (const words of await this.#past.look(server)) this.#complain(words);
      }
      for (const words of this.#world.overdue()) this.#complain(words);
      await sleep(READ_MS);
    }
  }

  async #ready(): Promise<void> {
    const { servers, scheduler } = this.#world;
    const until = scheduler.nowMs + READY_MS;
    for (const server of servers) {
      while ((await server.ask('/readyz'))?.status !== 200) {
        if (scheduler.nowMs > until) {
          this.#complain(`${server.name} is not ready a minute after the last fault`);
          return;
        }
        await sleep(LOOK_MS);
      }
    }
  }

  /** Everything that one process shows. */
  shown(): Promise<Shown> {
    const { servers, actors } = this.#world;
    return readAll(
      servers[0],
      actors.map(({ player }) => player.wallet),
    );
  }

  /** What it is compared with. */
  expected(): Expected {
    const { actors, chain, orders, ruleChanges } = this.#world;
    const operations = actors.flatMap(({ player }) => player.operations);
    const rules = ruleChanges.settled(this.#world.now);
    return { operations, chain: chain.books(), traits: this.#traits, orders, rules };
  }

  /** What differs from the model, and what the model makes of the events. */
  async #look() {
    const { servers } = this.#world;
    const history = new History();
    try {
      const boards = await Promise.all(servers.map((server) => readBoard(server)));
      // Cheap first: while somebody still hears something new, nobody needs to read everything.
      const unlike = this.#unlike(boards);
      if (unlike.length > 0) return { wrong: unlike, events: [], history };
      // Stakes and events come from the store, whichever process is asked.
      const all = await this.shown();
      const wrong = [...compare(all, this.expected(), history), ...this.#unbackedSteady(all)];
      return { wrong, events: all.events, history };
    } catch (error) {
      return { wrong: [String(error)], events: [], history };
    }
  }

  /** What processes and viewers show that the first process doesn't. */
  #unlike(boards: readonly ShownBoard[]): string[] {
    const { servers, viewers } = this.#world;
    const [board, ...others] = boards;
    if (!board) return [];
    return [
      ...others.flatMap((other, n) => differences(servers[n + 1]?.name ?? '', other, board)),
      ...viewers.flatMap(({ owner, client }) =>
        [
          ...(client.isConnected ? [] : ['it is not connected']),
          ...differences('its list', client.rows(), board.rows.slice(0, FIRST_ROWS)),
          ...client.otherDifferences(board.rows, board.works),
          ...differences('who watch [WAT1]', client.watching, viewers.length),
        ].map((words) => `${owner.name}: ${words}`),
      ),
    ];
  }

  /** A player who was backed all along loses no stake, whatever the providers say. */
  #unbackedSteady({ events }: Shown): string[] {
    const steady = new Set(
      this.#world.actors.flatMap(({ isSteady, player }) => (isSteady ? [player.wallet] : [])),
    );
    return events.flatMap(({ kind, walletAddress, id }) =>
      kind === 'stakes-unbacked' && steady.has(walletAddress)
        ? [`${id} ends stakes of ${walletAddress}, which was backed all along [CHN1]`]
        : [],
    );
  }

  #complain(words: string): void {
    const lines = this.#world.actors
      .filter(({ player }) => words.includes(player.wallet))
      .slice(0, 2)
      .flatMap(({ player }) => player.operations.slice(-LAST_OPERATIONS).map(describeOperation));
    this.complaints.add([words, ...lines].join('\n    '));
  }
}
