/**
 * The one clock of a simulated game. Everything that happens in it is an event of this queue: a
 * timer that runs out, a message that arrives. Between two events nothing happens but what follows
 * at once (promises), so the same seed gives the same order of everything.
 */
import { createHash } from 'node:crypto';
import type { Machine, Timer } from '../../server/lib/machine.ts';
import { randomOf, type Random } from './random.ts';

/**
 * What events belong to: a process that may die or stand still, the store, a page, the world
 * itself.
 */
export class Process {
  readonly name: string;
  readonly number: number;
  /** How far its clock is ahead, ms. */
  skewMs = 0;
  /** True once it died: its events are dropped. */
  isDead = false;
  /** Its events wait until then. */
  stillUntilMs = 0;
  /** How many of its events are still to come. */
  waiting = 0;

  constructor(name: string, number: number) {
    this.name = name;
    this.number = number;
  }
}

interface Event {
  atMs: number;
  /** When it was due: later than that if its owner stood still. */
  readonly dueMs: number;
  /** Orders the events of different owners that are due in the same millisecond, at random. */
  tie: number;
  readonly number: number;
  readonly owner: Process;
  readonly isBackground: boolean;
  run: (() => void) | null;
}

/** More cost less: a turn of the event loop is for all of them. */
const STEPS_PER_TURN = 64;
/** The game begins then, by every clock that is right: 2026-01-05, a Monday. */
const BEGINNING = Date.UTC(2026, 0, 5);

export class Scheduler implements Machine {
  readonly #seed: number;
  readonly #random: Random;
  readonly #ids: Random;
  readonly #trace = createHash('sha256');
  /** The next one is last. */
  readonly #events: Event[] = [];
  #processes = 0;
  readonly world = this.newProcess('world');
  #current = this.world;
  #nowMs = 0;
  #count = 0;
  /** What other threads have not finished. */
  #offThread = 0;
  /** Called with every noted line; a debugger's window onto the trace. */
  onNote: ((line: string) => void) | null = null;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = randomOf(seed, 'chance');
    this.#ids = randomOf(seed, 'ids');
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get events(): number {
    return this.#count;
  }

  /** Whom the running event belongs to. */
  get current(): Process {
    return this.#current;
  }

  newProcess(name: string): Process {
    this.#processes += 1;
    return new Process(name, this.#processes);
  }

  /** Adds a line to the trace. */
  note(line: string): void {
    const text = `${this.#nowMs} ${this.#current.name} ${line}\n`;
    this.#trace.update(text);
    this.onNote?.(text);
  }

  /** The hash of everything noted so far. */
  traceHash(): string {
    return this.#trace.copy().digest('hex').slice(0, 16);
  }

  /** Runs something as somebody, `ms` from now. */
  post(owner: Process, ms: number, run: () => void, isBackground = false): Timer {
    const atMs = this.#nowMs + Math.max(0, Math.ceil(ms));
    const tie = mixed(this.#seed, owner.number, atMs);
    const event: Event = { atMs, dueMs: atMs, tie, number: this.#count, owner, isBackground, run };
    this.#count += 1;
    this.#push(event);
    if (!isBackground) owner.waiting += 1;
    const timer: Timer = {
      stop: () => {
        if (event.run && !isBackground) owner.waiting -= 1;
        event.run = null;
      },
      unref: () => timer,
    };
    return timer;
  }

  /** Does something here and now as somebody else, with the timers that it starts. */
  as<T>(owner: Process, run: () => T): T {
    const caller = this.#current;
    this.#current = owner;
    try {
      return run();
    } finally {
      this.#current = caller;
    }
  }

  /**
   * Lets time pass, as long as it takes, until a script of the world's has ended. @throws what the
   * script throws
   */
  async run<T>(script: () => Promise<T>): Promise<T> {
    const outcome: { settled?: PromiseSettledResult<T> } = {};
    this.post(this.world, 0, async () => {
      [outcome.settled] = await Promise.allSettled([script()]);
    });
    const step = () => {
      if (outcome.settled || this.#offThread > 0) return;
      try {
        this.#takeNext();
      } catch (reason) {
        outcome.settled = { status: 'rejected', reason };
      }
    };
    while (!outcome.settled) {
      // Between two of them Node settles all promises that can be: everything that follows an event
      // at once.
      for (let n = 0; n < STEPS_PER_TURN; n += 1) setImmediate(step);
      await new Promise(setImmediate);
    }
    this.#current = this.world;
    if (outcome.settled.status === 'rejected') throw outcome.settled.reason;
    return outcome.settled.value;
  }

  /** Nothing runs for a while, as on machines that sleep: what was due then happens afterwards. */
  leap(ms: number): void {
    this.#nowMs += ms;
  }

  // The machine, as the running event's owner has it.

  now(): number {
    return BEGINNING + this.#nowMs + this.#current.skewMs;
  }

  /** By a clock that is right. */
  trueNow(): number {
    return BEGINNING + this.#nowMs;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  after(ms: number, run: () => void): Timer {
    return this.post(this.#current, ms, run);
  }

  defer(run: () => void): void {
    this.post(this.#current, 0, run);
  }

  chance(): number {
    return this.#random();
  }

  newId(): string {
    const digits = this.randomBytes(16).toString('hex');
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
  }

  /** Time stands still meanwhile. */
  async offThread<T>(work: () => Promise<T>): Promise<T> {
    this.#offThread += 1;
    try {
      return await work();
    } finally {
      this.#offThread -= 1;
    }
  }

  randomBytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let n = 0; n < count; n += 1) bytes[n] = Math.floor(this.#ids() * 256);
    return bytes;
  }

  #takeNext(): void {
    const event = this.#events.pop();
    if (!event) throw new Error('nothing is going to happen any more');
    const { owner, run } = event;
    if (!run) return;
    this.#nowMs = Math.max(this.#nowMs, event.atMs);
    if (owner.stillUntilMs > this.#nowMs && !owner.isDead) {
      event.atMs = owner.stillUntilMs;
      event.tie = mixed(this.#seed, owner.number, event.atMs);
      this.#push(event);
      return;
    }
    if (!event.isBackground) owner.waiting -= 1;
    if (owner.isDead) return;
    event.run = null;
    this.#current = owner;
    run();
  }

  /** By halves: few wait, so that moving them costs little. */
  #push(event: Event): void {
    let [from, to] = [0, this.#events.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#events[middle];
      if (other && isBefore(event, other)) from = middle + 1;
      else to = middle;
    }
    this.#events.splice(from, 0, event);
  }
}

function isBefore(one: Event, other: Event): boolean {
  if (one.atMs !== other.atMs) return one.atMs < other.atMs;
  if (one.tie !== other.tie) return one.tie < other.tie;
  if (one.dueMs !== other.dueMs) return one.dueMs < other.dueMs;
  return one.number < other.number;
}

function mixed(...numbers: readonly number[]): number {
  let state = 0x811c9dc5;
  for (const number of numbers) state = Math.imul(state ^ number, 0x01000193) ^ (state >>> 15);
  state = Math.imul(state ^ (state >>> 13), 0x85ebca6b);
  return (state ^ (state >>> 16)) >>> 0;
}
