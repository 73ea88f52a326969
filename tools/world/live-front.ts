/**
 * The live protocol without Socket.IO: rooms, connections with a way to go, and the server's own pushes and
 * handlers behind them.
 */
import { EventEmitter } from 'node:events';
import type { Address } from '../../common/values/address.ts';
import type { Board } from '../../server/leaderboard/board.ts';
import { handle } from '../../server/live/inbound/handlers.ts';
import type { Pushes } from '../../server/live/outbound/pushes.ts';
import type { LiveSocket } from '../../server/live/sockets/live-socket.ts';
import type { Owner, Scheduler } from './scheduler.ts';

/** The part of Socket.IO's adapter that the server uses. */
export class SimulatedRooms extends EventEmitter {
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

/** One connection, as its page has it. */
export interface Ear {
  readonly owner: Owner;
  /** A Socket.IO packet: `2[…]` an event, `3{…}` an acknowledgement. */
  onPacket(text: string): void;
  onLost(): void;
}

/** What the network does to a connection: how long its next message takes, ms. */
type Delay = () => number;

/**
 * A connection: its messages arrive in their order, each after its own delay. While nobody reads it, what was
 * written waits at the server, which then holds the rest back.
 */
export class Wire extends EventEmitter {
  readonly id: string;
  readonly #scheduler: Scheduler;
  readonly #server: Owner;
  readonly #ear: Ear;
  readonly #delay: Delay;
  #held: string[] = [];
  #isRead = true;
  #isLost = false;
  #arrivedMs = 0;
  #leave: () => void = () => {};

  constructor(
    id: string,
    parts: {
      readonly scheduler: Scheduler;
      readonly server: Owner;
      readonly ear: Ear;
      readonly delay: Delay;
    },
  ) {
    super();
    this.id = id;
    this.#scheduler = parts.scheduler;
    this.#server = parts.server;
    this.#ear = parts.ear;
    this.#delay = parts.delay;
  }

  /** @param text a Socket.IO packet. */
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
    this.#scheduler.post(this.#server, 0, () => this.#handOn());
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** It breaks: what was under way is lost, and both sides hear of it. */
  breakOff(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#scheduler.post(this.#server, this.#delay(), () => this.#leave());
    this.#scheduler.post(this.#ear.owner, this.#delay(), () => this.#ear.onLost());
  }

  /** The server's view: what it uses of a Socket.IO socket. */
  socket(rooms: SimulatedRooms): LiveSocket {
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
      data: { address: this.id, browser: null },
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
      disconnect: () => this.breakOff(),
    };
    // The rest of a socket is not used.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return socket as unknown as LiveSocket;
  }

  #handOn(): void {
    if (this.#held.length === 0) return;
    const texts = this.#held;
    this.#held = [];
    for (const text of texts) {
      const atMs = Math.max(this.#arrivedMs, this.#scheduler.nowMs + this.#delay());
      this.#arrivedMs = atMs;
      this.#scheduler.post(this.#ear.owner, atMs - this.#scheduler.nowMs, () => this.#hear(text));
    }
    this.emit('drain');
  }

  #hear(text: string): void {
    if (this.#isLost) return;
    this.#scheduler.note(text);
    this.#ear.onPacket(text);
  }
}

/** A connection is accepted, and watches all nations and one wallet. */
export function accept(
  wire: Wire,
  walletAddress: Address,
  parts: { readonly rooms: SimulatedRooms; readonly pushes: Pushes; readonly board: Board },
): void {
  const { rooms, pushes, board } = parts;
  const socket = wire.socket(rooms);
  const member = pushes.add(socket);
  pushes.settle(member);
  const context = { board, pushes, now: () => 0, onCorrected: () => undefined };
  handle(context, member, { name: 'watch', body: { nations: 'all', walletAddress } }, (ack) =>
    wire.write(`3${JSON.stringify(ack)}`),
  );
}
