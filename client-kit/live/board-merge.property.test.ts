/**
 * Pushes, polls and reconnects, interleaved in any way: every board on the way is the server's at
 * one rev, and the last one is GET /api/leaderboard. No digest ever refutes the rows.
 */
import { deepEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick } from '../../common/protocol/live.ts';
import type { Epoch } from '../../common/values/ids.ts';
import { runs } from '../../tools/test/run-counts.ts';
import {
  acknowledged,
  emptyBoard,
  fetchFailed,
  fetchStarted,
  listAnswered,
  messageUnreadable,
  resyncAsked,
  tickReceived,
  wantsFetch,
  type Board,
  type BoardState,
  type FetchTicket,
} from './board-merge.ts';
import {
  ModelProcess,
  ModelStore,
  WALLETS,
  type Commit,
  type Position,
} from './testing/board-model.ts';

type Wire =
  ({ readonly kind: 'ack' | 'resync' } & Position) | { readonly kind: 'tick'; readonly tick: Tick };

/** A request in flight: no process has seen it until it has an answer. */
interface Flight {
  readonly ticket: FetchTicket;
  answer: Board | null;
}

/** The store, its processes, and one client with its socket and its requests. */
class World {
  readonly store = new ModelStore();
  readonly processes: readonly ModelProcess[];
  state: BoardState = emptyBoard();
  #socket: { readonly process: ModelProcess; queue: Wire[]; epoch: Epoch } | null = null;
  #flights: Flight[] = [];

  constructor(processes: number) {
    this.processes = Array.from({ length: processes }, () => new ModelProcess(this.store));
  }

  process(n: number): ModelProcess {
    const process = this.processes[n % this.processes.length];
    if (!process) throw new Error('a world has at least one process');
    return process;
  }

  #to(state: BoardState): void {
    const before = this.state.board;
    this.state = state;
    expect([state.isRefuted, state.corrections]).toEqual([false, 0]);
    if (!state.board) return;
    const { epoch, rev, rows } = state.board;
    deepEqual(rows, this.store.listAt({ epoch, rev }).rows);
    const cached = new Map(before?.rows.map((row) => [row.walletAddress, row]));
    for (const row of rows) {
      const known = cached.get(row.walletAddress);
      if (known && isDeepStrictEqual(known, row)) expect(row).toBe(known);
    }
    if (before && isDeepStrictEqual(before, state.board)) expect(state.board).toBe(before);
  }

  connect(process: ModelProcess): void {
    this.#socket = {
      process,
      queue: [{ kind: 'ack', ...process.place }, snapshotOf(process)],
      epoch: process.place.epoch,
    };
  }

  disconnect(): void {
    this.#socket = null;
  }

  tick(process: ModelProcess): void {
    const tick = process.tick();
    if (tick && this.#socket?.process === process) this.#socket.queue.push({ kind: 'tick', tick });
  }

  /** Sends a resync to every socket of the process; their queued messages are lost. */
  resync(process: ModelProcess): void {
    if (this.#socket?.process !== process) return;
    this.#socket.queue = [
      // The acknowledgement itself cannot be skipped: without it there is no watch.
      ...this.#socket.queue.filter((wire) => wire.kind === 'ack'),
      { kind: 'resync', ...process.place },
      snapshotOf(process),
    ];
  }

  reload(process: ModelProcess): void {
    process.reload();
    this.resync(process);
  }

  /** A message overtakes the one before it. */
  delay(): void {
    const queue = this.#socket?.queue;
    const [first, second] = queue ?? [];
    if (queue && first?.kind === 'tick' && second?.kind === 'tick')
      queue.splice(0, 2, second, first);
  }

  deliver(isReadable: boolean, isTwice = false): boolean {
    const socket = this.#socket;
    const wire = socket?.queue.shift();
    if (!socket || !wire) return false;
    if (isTwice && wire.kind === 'tick') socket.queue.unshift(wire);
    if (!isReadable && wire.kind === 'tick') {
      this.#to(messageUnreadable(this.state));
      return true;
    }
    switch (wire.kind) {
      case 'ack':
        this.#to(acknowledged(this.state, wire));
        break;
      case 'resync':
        socket.epoch = wire.epoch;
        this.#to(resyncAsked(this.state, wire));
        break;
      case 'tick':
        this.#to(tickReceived(this.state, socket.epoch, wire.tick));
        break;
    }
    return true;
  }

  startFetch(): void {
    const [state, ticket] = fetchStarted(this.state);
    this.#to(state);
    this.#flights.push({ ticket, answer: null });
  }

  serve(n: number, process: ModelProcess): void {
    const flight = this.#flights[n % Math.max(1, this.#flights.length)];
    if (flight && !flight.answer) flight.answer = process.list();
  }

  /** A request that no process has seen by then fails. */
  finish(n: number): boolean {
    const [flight] = this.#flights.splice(n % Math.max(1, this.#flights.length), 1);
    if (!flight) return false;
    const { ticket, answer } = flight;
    this.#to(answer ? listAnswered(this.state, ticket, answer) : fetchFailed(this.state, ticket));
    return true;
  }

  /**
   * Delivers everything in flight, brings every process up to date, and lets the client fetch as it
   * wants to.
   */
  settle(n: number): void {
    for (const process of this.processes) {
      if (process.place.epoch !== this.store.epoch) this.reload(process);
      process.follow(Infinity);
      this.tick(process);
    }
    if (!this.#socket) this.connect(this.process(n));
    do {
      while (this.deliver(true));
    } while (this.finish(n));
    for (let fetches = 0; wantsFetch(this.state); fetches += 1) {
      expect(fetches).toBeLessThan(4);
      this.poll(n + fetches);
    }
  }

  poll(n: number): void {
    this.startFetch();
    this.serve(0, this.process(n));
    this.finish(0);
  }
}

function snapshotOf(process: ModelProcess): Wire {
  return { kind: 'tick', tick: process.snapshot() };
}

const commitArb: fc.Arbitrary<Commit> = fc.option(
  fc.record({
    wallet: fc.constantFrom(...WALLETS),
    gdp: fc.nat({ max: 4 }),
    denaHoldings: fc.nat({ max: 2 }),
    // More than one count, and none.
    presidentCount: fc.option(fc.nat({ max: 2 }), { freq: 4 }),
  }),
  { freq: 8 },
);

type Step = (world: World) => void;
const n = fc.nat({ max: 5 });

/** Printed for a shrunk failure. */
function named(name: string, step: Step): Step {
  return Object.assign(step, { [fc.toStringMethod]: () => name });
}

const steady: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 6,
    arbitrary: commitArb.map((commit) =>
      named(`commit ${JSON.stringify(commit)}`, (world) => world.store.commit(commit)),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(n, n)
      .map(([p, count]) =>
        named(`follow ${p} ${count}`, (world) => world.process(p).follow(count)),
      ),
  },
  {
    weight: 4,
    arbitrary: n.map((p) => named(`tick ${p}`, (world) => world.tick(world.process(p)))),
  },
  {
    weight: 6,
    arbitrary: fc.constant(named('deliver', (world) => world.deliver(true))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(named('deliver twice', (world) => world.deliver(true, true))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(named('deliver late', (world) => world.delay())),
  },
  {
    weight: 1,
    arbitrary: fc.constant(named('deliver unreadable', (world) => world.deliver(false))),
  },
  { weight: 1, arbitrary: fc.constant(named('disconnect', (world) => world.disconnect())) },
  {
    weight: 2,
    arbitrary: n.map((p) => named(`connect ${p}`, (world) => world.connect(world.process(p)))),
  },
  { weight: 2, arbitrary: fc.constant(named('fetch', (world) => world.startFetch())) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(n, n)
      .map(([i, p]) => named(`serve ${i} by ${p}`, (world) => world.serve(i, world.process(p)))),
  },
  { weight: 3, arbitrary: n.map((i) => named(`finish ${i}`, (world) => world.finish(i))) },
  {
    weight: 1,
    arbitrary: n.map((p) => named(`resync ${p}`, (world) => world.resync(world.process(p)))),
  },
];
const upheavals: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 1,
    arbitrary: n.map((p) => named(`reload ${p}`, (world) => world.reload(world.process(p)))),
  },
  {
    weight: 1,
    arbitrary: n.map((length) =>
      named(`restore ${length}`, (world) => world.store.restore(length)),
    ),
  },
];

test('[PRO14–18] whatever the order of pushes, polls of several processes, reconnects and epochs, the client ends equal to the server', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.oneof(...steady, ...upheavals), { maxLength: 120, size: 'max' }),
      n,
      (processes, steps, last) => {
        const world = new World(processes);
        for (const step of steps) step(world);
        world.settle(last);
        const list = world.process(last).list();
        if (processes === 1) {
          // The fetches that the client asks for are enough. Only polls tell the count once the
          // window is full.
          const { epoch, rows } = list;
          deepEqual(
            { epoch: world.state.board?.epoch, rows: world.state.board?.rows },
            { epoch, rows },
          );
        }
        // The poll corrects what one fetch after an acknowledgement cannot guarantee.
        world.poll(last);
        deepEqual(world.state.board, list);
      },
    ),
    { numRuns: runs({ usual: 150, long: 10_000 }) },
  );
});
