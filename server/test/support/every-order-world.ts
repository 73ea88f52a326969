/**
 * A world for the test of every order: a store, processes that follow it at their own pace, clients on
 * sockets that get lost or are not read, and requests that are answered late. The server's board and pushes
 * and the client's merge are the real ones; the network and the store are simulated.
 */
import { deepEqual } from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import {
  tickSchema,
  type PlayerMessage,
  type Tick,
  type ServerMessages,
  type TickEvent,
  type WatchAck,
} from '../../../common/protocol/live.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import type { Address } from '../../../common/values/address.ts';
import type { StoredEvent } from '../../../common/values/stored-event.ts';
import { epochSchema, type Epoch, type Rev } from '../../../common/values/ids.ts';
import { Board, type BoardChange } from '../../leaderboard/board.ts';
import { ListText } from '../../leaderboard/list-text.ts';
import { SmallGame, type Move } from '../../leaderboard/testing/fixtures.ts';
import { handle } from '../../live/inbound/handlers.ts';
import { Pushes } from '../../live/outbound/pushes.ts';
import { PageBoard, type FetchedList, type Flight } from '../../live/testing/page-board.ts';
import type { LiveSocket } from '../../live/sockets/live-socket.ts';

export const TICK_MS = 50;
/** So few that rows enter and leave all the time, and backlogs overflow with a few messages. */
export const WINDOW_ROWS = 3;
const MAX_BACKLOG_BYTES = 1500;

/** The game's commits, and the data set they belong to. */
export class World {
  #game = new SmallGame();
  #epochs = 0;
  #moves: Move[] = [];
  events: StoredEvent[] = [];
  readonly processes: readonly Process[];
  readonly clients: readonly Client[];
  /** Has every commit at once. */
  #truth = new Board();
  /** The window at every rev. */
  readonly #windows = new Map<Rev, readonly LeaderboardEntry[]>();
  /** The ranks before and after each commit that moved a nation's GDP, whose event must be sent. */
  readonly moved = new Map<Rev, Pick<TickEvent, 'rankBefore' | 'rankAfter'>>();

  constructor(processes: number, clients: number) {
    this.processes = Array.from({ length: processes }, () => new Process(this));
    this.clients = Array.from({ length: clients }, (_, n) => new Client(this, walletOf(n)));
  }

  get epoch(): Epoch {
    return this.#game.epoch;
  }

  /** With a game in progress, and clients that are connected and in sync. */
  async start(moves: readonly Move[]): Promise<void> {
    for (const move of moves) this.commit(move);
    for (const process of this.processes) await process.start();
    for (const [n, client] of this.clients.entries()) {
      client.connect(this.process(n));
      client.hear(Infinity);
      client.poll(this.process(n));
    }
  }

  commit(move: Move): void {
    this.#game.now += 1;
    const stop = this.#truth.subscribe({
      onChange: (change) => this.#noteMove(change),
      onReload: () => undefined,
    });
    const event = this.#game.playOn(this.#truth, move);
    stop();
    if (!event) return;
    this.#moves.push(move);
    this.events.push(event);
    this.#windows.set(event.rev, this.#truth.page(WINDOW_ROWS, 0));
  }

  #noteMove({ event, before, after }: BoardChange): void {
    if (before && before.row.gdp === after.row.gdp) return;
    this.moved.set(event.rev, { rankBefore: before?.rank ?? null, rankAfter: after.rank });
  }

  /** At every moment, a client shows the board of one rev, and no digest refutes its rows. */
  check(): void {
    for (const { shown } of this.clients.map(({ board }) => board)) {
      if (shown?.epoch === this.epoch) deepEqual(shown.rows, this.#windows.get(shown.rev) ?? []);
    }
  }

  /** A restore: a new data set that begins with the result of this one's first moves. */
  restore(moves: number): void {
    const kept = this.#moves.slice(0, moves);
    this.#epochs += 1;
    this.#game = new SmallGame();
    this.#game.epoch = epochSchema.parse(`restored-${this.#epochs}`);
    this.#moves = [];
    this.events = [];
    this.#truth = new Board();
    this.#windows.clear();
    this.moved.clear();
    for (const move of kept) this.commit(move);
  }

  snapshot() {
    return this.#game.snapshot();
  }

  process(n: number): Process {
    return at(this.processes, n);
  }

  client(n: number): Client {
    return at(this.clients, n);
  }

  /** Everything in progress arrives, and every client fetches for as long as it wants to. */
  async settle(by: number): Promise<void> {
    for (const process of this.processes) {
      if (process.board.epoch !== this.epoch) await process.reload();
      process.follow(Infinity);
    }
    vi.advanceTimersByTime(2 * TICK_MS);
    for (const client of this.clients) {
      if (!client.isConnected) client.connect(this.process(by));
      do client.resume();
      while (client.hear(Infinity) || client.finish(0));
      for (let polls = 0; polls < 4 && client.wants; polls += 1)
        client.poll(this.process(by + polls));
      // With several processes, the regular poll repairs what one fetch after an acknowledgement can't
      // guarantee. With one, nothing may need it.
      if (this.processes.length > 1) client.poll(this.process(by));
    }
  }
}

function at<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('there is none');
  return item;
}

/** One server process: a board that follows the store, and the sockets that are connected to it. */
class Process {
  readonly #world: World;
  #heard = 0;
  #sockets = new Set<Wire>();
  #rooms = new FakeRooms();
  board = new Board();
  #pushes: Pushes | null = null;
  #text = new ListText(this.board);

  constructor(world: World) {
    this.#world = world;
  }

  /** Starts it, or restarts it: its sockets are lost. */
  async start(): Promise<void> {
    this.#pushes?.close();
    for (const wire of this.#sockets) wire.lose();
    this.#sockets = new Set();
    this.#rooms = new FakeRooms();
    this.board = new Board();
    this.#text = new ListText(this.board);
    await this.#load();
    this.#pushes = new Pushes({
      board: this.board,
      rooms: this.#rooms,
      liveTickMs: TICK_MS,
      log: {
        error(problem: unknown) {
          throw problem;
        },
      },
      windowRows: WINDOW_ROWS,
      limits: { maxBacklogBytes: MAX_BACKLOG_BYTES, sliceMs: Infinity },
    });
  }

  /** Its feed of commits was lost, or is of another data set. */
  async reload(): Promise<void> {
    await this.#load();
  }

  /** Applies the next commits, as long as they belong to its data set. */
  follow(commits: number): void {
    if (this.board.epoch !== this.#world.epoch) return;
    const next = this.#world.events.slice(this.#heard, this.#heard + commits);
    for (const event of next) this.board.apply(event);
    this.#heard += next.length;
  }

  accept(wire: Wire, walletAddress: Address): void {
    const pushes = this.#pushes;
    if (!pushes) throw new Error('the process is not running');
    this.#sockets.add(wire);
    const socket = wire.socket(this.#rooms);
    const member = pushes.add(socket);
    pushes.settle(member);
    const context = { board: this.board, pushes, now: () => 0, onCorrected: () => undefined };
    const body = { nations: 'all', walletAddress } as const;
    handle(context, member, { name: 'watch', body }, (ack) =>
      wire.write(`3${JSON.stringify(ack)}`),
    );
  }

  /** GET /api/leaderboard */
  list(): FetchedList {
    const { epoch, rev, count } = this.board;
    // Serialised as for the wire, and parsed as a client does.
    const rows: LeaderboardEntry[] = JSON.parse(this.#text.first(WINDOW_ROWS));
    return { epoch, rev, rows, totalCount: count };
  }

  async #load(): Promise<void> {
    // Commits made while it loads are received afterwards.
    const heard = this.#world.events.length;
    await this.board.load(this.#world.snapshot());
    this.#heard = heard;
  }
}

/** A page: what it shows, and besides that its own row and the events that it received. */
class Client {
  readonly wallet: Address;
  readonly board = new PageBoard();
  own: PlayerMessage | null = null;
  /** Those since its place was named: from there on, every one is sent. */
  readonly #events = new Set<Rev>();
  readonly #world: World;
  #wire: Wire | null = null;
  #flights: Flight[] = [];

  constructor(world: World, wallet: Address) {
    this.#world = world;
    this.wallet = wallet;
  }

  /** The events that it should have received, and did not. */
  get missedEvents(): Rev[] {
    const from = this.board.place;
    if (from?.epoch !== this.#world.epoch) return [];
    const due = [...this.#world.moved.keys()].filter((rev) => rev > from.rev);
    return due.filter((rev) => !this.#events.has(rev));
  }

  get isConnected(): boolean {
    return this.#wire !== null;
  }

  get wants(): boolean {
    return this.board.wantsList;
  }

  connect(process: Process): void {
    this.disconnect();
    this.#wire = new Wire(() => {
      this.#wire = null;
    });
    process.accept(this.#wire, this.wallet);
  }

  disconnect(): void {
    this.#wire?.lose();
  }

  stall(): void {
    this.#wire?.stall();
  }

  resume(): void {
    this.#wire?.resume();
  }

  /** Reads this many messages; returns whether there were any. */
  hear(count: number): boolean {
    let heard = 0;
    for (let text = this.#wire?.read(); text !== undefined; text = this.#wire?.read()) {
      this.#take(text);
      heard += 1;
      if (heard >= count) break;
    }
    return heard > 0;
  }

  ask(): void {
    this.#flights.push(this.board.ask());
  }

  serve(n: number, process: Process): void {
    const flight = this.#flights[n % Math.max(1, this.#flights.length)];
    if (flight) flight.answer ??= process.list();
  }

  /** An answer arrives, possibly out of order; a request that no process received is dropped. */
  finish(n: number): boolean {
    const [flight] = this.#flights.splice(n % Math.max(1, this.#flights.length), 1);
    if (flight) this.board.onFlight(flight);
    return flight !== undefined;
  }

  /** Fetches if it wants to, and is answered immediately. */
  fetch(process: Process): void {
    if (this.wants) this.poll(process);
  }

  poll(process: Process): void {
    this.ask();
    this.serve(this.#flights.length - 1, process);
    this.finish(this.#flights.length - 1);
  }

  #take(text: string): void {
    if (text.startsWith('3')) {
      const ack: WatchAck = JSON.parse(text.slice(1));
      if (!ack.ok) return;
      this.board.onAck(ack);
      this.#events.clear();
      return;
    }
    const [name, body]: Heard = JSON.parse(text.slice(1));
    switch (name) {
      case 'tick': {
        const tick = tickSchema.parse(body);
        this.board.onTick(tick);
        this.#takeEvents(tick);
        break;
      }
      case 'resync':
        this.board.onResync(body);
        this.#events.clear();
        break;
      case 'player':
        if (body.epoch !== this.own?.epoch || body.rev >= this.own.rev) this.own = body;
        break;
      case 'watching':
        throw new Error('nobody counts here');
    }
  }

  /** Each is sent once, with the ranks at its moment. */
  #takeEvents({ events }: Tick): void {
    if (this.board.place?.epoch !== this.#world.epoch) return;
    for (const { id, rankBefore, rankAfter } of events) {
      if (this.#events.has(id)) throw new Error(`again: ${id}`);
      this.#events.add(id);
      deepEqual({ rankBefore, rankAfter }, this.#world.moved.get(id));
    }
  }
}

type Heard = { [Name in keyof ServerMessages]: [Name, ServerMessages[Name]] }[keyof ServerMessages];

/** The part of Socket.IO's adapter that is listened to. */
class FakeRooms extends EventEmitter {
  readonly rooms = new Map<string, Set<string>>();

  join(room: string, id: string): void {
    const known = this.rooms.get(room);
    const ids = known ?? new Set();
    if (!known) {
      this.rooms.set(room, ids);
      this.emit('create-room', room);
    }
    if (ids.has(id)) return;
    ids.add(id);
    this.emit('join-room', room, id);
  }

  leave(room: string, id: string): void {
    const ids = this.rooms.get(room);
    if (!ids?.delete(id)) return;
    this.emit('leave-room', room, id);
    if (ids.size > 0) return;
    this.rooms.delete(room);
    this.emit('delete-room', room);
  }
}

/**
 * One connection: what was written to it is buffered until it is read, and what no longer fits is held
 * back.
 */
class Wire extends EventEmitter {
  static #count = 0;
  readonly id = `socket-${(Wire.#count += 1)}`;
  #held: string[] = [];
  readonly #onLost: () => void;
  #isRead = true;
  #underWay: string[] = [];
  #leave: () => void = () => {};

  constructor(onLost: () => void) {
    super();
    this.#onLost = onLost;
  }

  write(text: string): void {
    this.emit('packetCreate');
    this.#held.push(text);
    if (this.#isRead) this.#handOn();
  }

  stall(): void {
    this.#isRead = false;
  }

  resume(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    if (this.#held.length > 0) this.#handOn();
  }

  #handOn(): void {
    this.#underWay.push(...this.#held);
    this.#held = [];
    this.emit('drain');
  }

  read(): string | undefined {
    return this.#underWay.shift();
  }

  lose(): void {
    this.#leave();
    this.#onLost();
  }

  /** The server's view: what it uses of a Socket.IO socket. */
  socket(rooms: FakeRooms): LiveSocket {
    const joined = new Set<string>();
    const events = new EventEmitter();
    this.#leave = () => {
      events.emit('disconnect');
      for (const room of joined) rooms.leave(room, this.id);
    };
    const socket = {
      id: this.id,
      conn: this,
      rooms: joined,
      join: (room: string) => {
        joined.add(room);
        rooms.join(room, this.id);
      },
      leave: (room: string) => {
        joined.delete(room);
        rooms.leave(room, this.id);
      },
      emit: (...event: unknown[]) => this.write(`2${JSON.stringify(event)}`),
      on: events.on.bind(events),
    };
    // The rest of a socket is not used.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return socket as unknown as LiveSocket;
  }
}
