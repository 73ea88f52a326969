/** Pushes, polls and reconnects, interleaved in any way, converge to GET /api/leaderboard. */
import { deepEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { LeaderboardMessage } from '../../../common/protocol/live.ts';
import { byNation, NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { runs } from '../../../tools/test/run-counts.ts';
import {
  acknowledged,
  emptyBoard,
  fetchFailed,
  fetchStarted,
  listAnswered,
  messageReceived,
  messageUnreadable,
  resyncAsked,
  wantsFetch,
  type BoardState,
  type FetchTicket,
  type ListAnswer,
} from './board-merge.ts';
import {
  ModelProcess,
  ModelStore,
  WALLETS,
  WINDOW_ROWS,
  type Commit,
  type Position,
} from './testing/board-model.ts';

type Wire =
  | ({ readonly kind: 'ack' | 'resync' } & Position)
  | { readonly kind: 'leaderboard'; readonly message: LeaderboardMessage };

/** A request in flight: no process has seen it until it has an answer. */
interface Flight {
  readonly ticket: FetchTicket;
  answer: ListAnswer | null;
}

/** The store, its processes, and one client with its socket and its requests. */
class World {
  readonly store = new ModelStore();
  readonly processes: readonly ModelProcess[];
  state: BoardState = emptyBoard(WINDOW_ROWS);
  #socket: { readonly process: ModelProcess; queue: Wire[] } | null = null;
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
    this.#checkHeld();
    if (!state.board) return;
    const { rows } = state.board;
    deepEqual(
      rows.map((row) => row.rank),
      rows.map((_, i) => i + 1),
    );
    const held = new Map(before?.rows.map((row) => [row.walletAddress, row]));
    for (const row of rows) {
      const known = held.get(row.walletAddress);
      if (known && isDeepStrictEqual(known, row)) expect(row).toBe(known);
    }
    if (before && isDeepStrictEqual(before, state.board)) expect(state.board).toBe(before);
  }

  /** The invariant: of each nation, exactly its rows within the window, as they were at its rev. */
  #checkHeld(): void {
    const { epoch, mine, rows } = this.state;
    const isOf = (nation: NationId) => (entry: LeaderboardEntry) => entry.nationId === nation;
    const unranked = (entry: LeaderboardEntry) => ({ ...entry, rank: 0 });
    for (const nation of NATION_IDS) {
      const rev = mine[nation];
      const held = rows.map((row) => row.entry).filter(isOf(nation));
      const truth = epoch && rev ? this.store.listAt({ epoch, rev }).rows.filter(isOf(nation)) : [];
      deepEqual(held.map(unranked), truth.map(unranked));
    }
  }

  connect(process: ModelProcess): void {
    this.#socket = { process, queue: [{ kind: 'ack', ...process.place }] };
  }

  disconnect(): void {
    this.#socket = null;
  }

  tick(process: ModelProcess): void {
    const messages = process.tick();
    if (this.#socket?.process !== process) return;
    this.#socket.queue.push(
      ...messages.map((message) => ({ kind: 'leaderboard', message }) as const),
    );
  }

  /** Sends a resync to every socket of the process; their queued messages are lost. */
  resync(process: ModelProcess): void {
    if (this.#socket?.process !== process) return;
    this.#socket.queue = [
      // The acknowledgement itself cannot be skipped: without it there is no watch.
      ...this.#socket.queue.filter((wire) => wire.kind === 'ack'),
      { kind: 'resync', ...process.place },
    ];
  }

  reload(process: ModelProcess): void {
    process.reload();
    this.resync(process);
  }

  deliver(isReadable: boolean): boolean {
    const wire = this.#socket?.queue.shift();
    if (!wire) return false;
    if (!isReadable && wire.kind === 'leaderboard') {
      this.#to(messageUnreadable(this.state));
      return true;
    }
    switch (wire.kind) {
      case 'ack':
        this.#to(acknowledged(this.state, wire));
        break;
      case 'resync':
        this.#to(resyncAsked(this.state, wire));
        break;
      case 'leaderboard':
        this.#to(messageReceived(this.state, wire.message));
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
   * Delivers everything in flight, brings every process up to date, and lets the client fetch as it wants to.
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

const commitArb: fc.Arbitrary<Commit> = fc.record({
  wallet: fc.constantFrom(...WALLETS),
  gdp: fc.nat({ max: 4 }),
  denaHoldings: fc.nat({ max: 2 }),
  presidentCount: fc.option(fc.nat({ max: 2 }), { freq: 4 }),
});

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
          // The fetches that the client asks for are enough. Only polls tell the count once the window is full.
          const { epoch, rows } = list;
          deepEqual(
            { epoch: world.state.board?.epoch, rows: world.state.board?.rows },
            { epoch, rows },
          );
        }
        // The poll corrects what one fetch after an acknowledgement cannot guarantee.
        world.poll(last);
        deepEqual(world.state.board, { ...list, revs: byNation(() => list.rev) });
      },
    ),
    { numRuns: runs({ usual: 150, long: 10_000 }) },
  );
});
