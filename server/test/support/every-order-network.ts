/** For the test of every order: the network between a process and its clients, in memory. */
import { EventEmitter } from 'node:events';
import type { LiveSocket } from '../../live/sockets/live-socket.ts';

/** The part of Socket.IO's adapter that is listened to. */
export class FakeRooms extends EventEmitter {
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
export class Wire extends EventEmitter {
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
