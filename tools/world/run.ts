/** A simulated game from its seed to its end, judged by the rules and docs alone. */
import { compare, type Shown } from './model/compare.ts';
import { readAll, readBoard, readEvents, type Reader } from './client/reads.ts';
import { TRAITS } from './chain.ts';
import { inWords } from './model/deed.ts';
import { FACTS, type Facts } from './model/facts.ts';
import { TieMemory } from './model/ranking.ts';
import { sleep, useMachine } from '../../server/lib/machine.ts';
import { weekFrom, WEEK_MS } from '../../common/testing/weeks.ts';
import { planOf, type Plan, type Step } from './plan.ts';
import { Scheduler } from './scheduler.ts';
import type { SimulatedServer } from './server.ts';
import { WINDOW_ROWS } from './truth.ts';
import { AGREE_MS, HISTORY, World, type Actor } from './world.ts';

/** How long the processes may take to be ready, after the faults end. */
const READY_MS = 60_000;
const LOOK_MS = 500;
/** [SEA1] How long after its end a week may be open, and the lease of a process that is gone. */
const CLOSED_MS = 30_000;
const PENDING_MS = 8000;
/** A reader's pause between two looks. */
const READ_MS = 1000;
/** A key is known for a day [PRO7]; long enough before that it ends. */
const REMEMBERED_MS = 20 * 60 * 60_000;
const LAST_DEEDS = 12;
/**
 * However long a leap is, so many blocks' time are mined in it: more than a trail keeps, and few enough to follow in
 * `AGREE_MS`, even if the endpoints have taught the follower to ask for one at a time.
 */
const MINED_MS = 160_000;

interface RunOptions {
  readonly seed: number;
  readonly days: number;
  /** Only these steps of the plan; null: all. */
  readonly only: ReadonlySet<number> | null;
  /** The model's figures; a test passes other ones to see that the difference is found. */
  readonly facts?: Facts;
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
      await oracle.play(
        steps.filter((step) => step.bout === bout),
        lastsMs,
      );
      await oracle.judge();
      if (oracle.complaints.size > 0) break;
      world.chain.mineFor(Math.min(leapMs, MINED_MS));
      const now = world.scheduler.now();
      const monday = weekFrom(now + leapMs) + WEEK_MS;
      world.scheduler.leap(pastMondayMs === null ? leapMs : monday + pastMondayMs - now);
    }
    counts = oracle.counts();
    if (oracle.complaints.size === 0) await oracle.judgeEnd();
  });
  return { hash, findings, steps, counts };
}

/** Builds a world, in which everybody has joined or soon will, and runs a script in it. */
export async function inWorld(
  plan: Plan,
  { seed, facts = FACTS, onNote = null }: Pick<RunOptions, 'seed' | 'facts' | 'onNote'>,
  script: (world: World, oracle: Oracle) => Promise<void>,
): Promise<Pick<RunResult, 'hash' | 'findings'>> {
  const scheduler = new Scheduler(seed);
  scheduler.onNote = onNote;
  const complaints = new Set<string>();
  useMachine(scheduler);
  try {
    await scheduler.run(async () => {
      const world = new World(seed, plan, scheduler, (words) => {
        scheduler.note(`! ${words}`);
        complaints.add(words);
      });
      const oracle = new Oracle(world, complaints, facts);
      await world.open();
      await script(world, oracle);
    });
  } catch (error) {
    complaints.add(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    useMachine(null);
  }
  return { hash: scheduler.traceHash(), findings: [...complaints] };
}

/** Judges the world by RULES.md and docs/ alone. */
class Oracle {
  readonly #world: World;
  readonly complaints: Set<string>;
  readonly #facts: Facts;
  readonly #ties = new TieMemory();
  readonly #traits = new Map(TRAITS);
  #isReading = true;

  constructor(world: World, complaints: Set<string>, facts: Facts) {
    this.#world = world;
    this.complaints = complaints;
    this.#facts = facts;
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
      this.#world.take(step);
    }
    await sleep(Math.max(0, from + lastsMs - scheduler.nowMs));
    this.#world.heal();
    await this.#ready();
    for (const { underWay } of this.#world.actors) await Promise.all(underWay);
  }

  /** At rest everything is what the rules make of what was acknowledged. */
  async judge(): Promise<void> {
    const { actors, scheduler, wholeSince } = this.#world;
    const askAgain = async ({ player }: Actor, n: number) => {
      const unsure = player.deeds.filter((deed) => deed.isUnsure && deed.outcome?.is === 'refused');
      // By then no write is still to come that a process gave up.
      if (unsure.length > 0) await sleep(Math.max(0, wholeSince + PENDING_MS - scheduler.nowMs));
      for (const deed of unsure) await player.makeSure(deed);
      const done = player.deeds.filter(
        ({ outcome, answeredAt }) =>
          outcome?.is === 'done' && answeredAt > scheduler.nowMs - REMEMBERED_MS,
      );
      const again = done.find(({ command }) => command.is !== 'choose');
      const other = done.find(({ command }) => command.is === 'trade');
      if (again && n % 2 === 0) await player.repeat(again);
      if (other && n % 2 === 1) await player.reuseKey(other);
    };
    await Promise.all(actors.map(askAgain));
    const until = scheduler.nowMs + AGREE_MS;
    let differences: string[];
    let pauseMs = LOOK_MS;
    do {
      // Cheap first: while pages still hear something new, nobody needs to read everything.
      differences = this.#world.pages.flatMap((page) => page.differences());
      if (differences.length === 0) {
        differences = await this.#differences().catch((error: unknown) => [String(error)]);
      }
      if (differences.length === 0) break;
      await sleep(Math.round(pauseMs));
      pauseMs *= 1.5;
    } while (scheduler.nowMs < until && this.complaints.size === 0);
    for (const words of differences) this.#complain(words);
    await this.#judgePast();
    await this.#judgeWeeks();
  }

  /** Everybody leaves: no process leaves a timer, a connection or a lease behind. */
  async judgeEnd(): Promise<void> {
    const { servers, store, pages } = this.#world;
    this.#isReading = false;
    for (const { owner } of pages) owner.isDead = true;
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
    if (!(await after.holdLease('chain-follower', 'after', 1000))) {
      this.#complain('the lease of the chain’s follower is still held');
    }
  }

  counts(): Record<string, number> {
    const { actors, scheduler, store, chain } = this.#world;
    const deeds = actors.flatMap(({ player }) => player.deeds);
    return {
      ...store.counts(),
      events: scheduler.events,
      'simulated seconds': Math.round(scheduler.nowMs / 1000),
      deeds: deeds.length,
      acknowledged: deeds.filter(({ outcome }) => outcome?.is === 'done').length,
      refused: deeds.filter(({ outcome }) => outcome?.is === 'refused').length,
      reorganisations: chain.reorganisations,
    };
  }

  async #read(reader: Reader, server: SimulatedServer | undefined): Promise<void> {
    while (this.#isReading) {
      await reader.look();
      if (server) await this.#world.readPlayer(server);
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

  async #differences(): Promise<string[]> {
    const { servers, actors, chain } = this.#world;
    const wallets = actors.map(({ player }) => player.wallet);
    // Stakes and events come from the store, whichever process is asked.
    const [first, ...others] = servers;
    const all = await readAll(first, wallets);
    const boards = await Promise.all(others.map((server) => readBoard(server)));
    const shown = [all, ...boards.map((board) => ({ ...all, ...board }))];
    const truth = {
      facts: this.#facts,
      deeds: actors.flatMap(({ player }) => player.deeds),
      chain: chain.books(),
      ties: this.#ties,
      traits: this.#traits,
    };
    return [
      ...shown.flatMap((one, n) => compare(one, truth).map((words) => `server ${n + 1}: ${words}`)),
      ...this.#unbackedSteady(all),
      ...(await this.#wrongFilters(all)),
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

  /** A wallet's events match those in the full list. */
  async #wrongFilters({ events }: Shown): Promise<string[]> {
    const { servers, actors } = this.#world;
    const [actor] = actors;
    if (!actor) return [];
    const { wallet } = actor.player;
    const own = await readEvents(servers[0], `walletAddress=${wallet}`);
    const right = events.filter(({ walletAddress }) => walletAddress === wallet);
    return own.map(({ id }) => id).join() === right.map(({ id }) => id).join()
      ? []
      : [`the events of ${wallet} differ from those in the full list`];
  }

  /** A rewound ranking is the ranking of that moment. */
  async #judgePast(): Promise<void> {
    const { servers, scheduler, truth } = this.#world;
    for (const agoMs of [4000, 6000, 8000, 10_000, 12_000, 15_000, 20_000, 3 * 60 * 60_000]) {
      const at = scheduler.now() - agoMs;
      const path = `/api/leaderboard?limit=${WINDOW_ROWS}&at=${new Date(at).toISOString()}`;
      const answer = await servers[0].ask(path);
      if (answer?.status === 404) continue;
      if (answer?.status !== 200) {
        this.#complain(`${path}: ${answer?.status} ${answer?.text}`);
        continue;
      }
      const differs = truth.wrongThen(at, answer.text);
      if (differs !== null) this.#complain(`${path}: ${differs}`);
    }
    const judgeHistory = async (server: SimulatedServer) => {
      const differs = (await this.#wrongHistory(server)) && (await this.#wrongHistory(server));
      if (differs !== null) this.#complain(`${server.name}: ${HISTORY}: ${differs}`);
    };
    await Promise.all(servers.map(judgeHistory));
  }

  /** [SEA1] Every process has closed the weeks that ended, all alike. */
  async #judgeWeeks(): Promise<void> {
    const { servers, scheduler, truth } = this.#world;
    for (const server of servers) {
      const ask = async (path: string) => {
        const answer = await server.ask(path);
        if (answer?.status !== 200) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
        return answer.text;
      };
      const until = scheduler.nowMs + CLOSED_MS;
      for (;;) {
        const differs = await truth.wrongWeeks(scheduler.now(), ask).catch(String);
        if (differs === null) break;
        if (scheduler.nowMs > until) return this.#complain(`${server.name}: ${differs}`);
        await sleep(LOOK_MS);
      }
    }
  }

  /** Null for none. What is read may lack the commits of the last 2 s. */
  async #wrongHistory(server: SimulatedServer): Promise<string | null> {
    const answer = await server.ask(HISTORY);
    const differs =
      answer?.status === 200
        ? this.#world.truth.wrongHistory(answer.text)
        : `${answer?.status} ${answer?.text}`;
    if (differs !== null) await sleep(2500);
    return differs;
  }

  #complain(words: string): void {
    const lines = this.#world.actors
      .filter(({ player }) => words.includes(player.wallet))
      .slice(0, 2)
      .flatMap(({ player }) => player.deeds.slice(-LAST_DEEDS).map(inWords));
    this.complaints.add([words, ...lines].join('\n    '));
  }
}
