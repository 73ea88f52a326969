/**
 * All connected sockets, and how messages reach them. The messages of one tick are collected, encoded once
 * per room, and written to each socket in turn. Who is in which room, Socket.IO knows.
 *
 * A round of twenty thousand writes would block other work for too long, so it runs in slices. Rounds never
 * overlap and each socket receives them in order: a socket that asks for something mid-round receives the
 * rest of this round first.
 */
import type { SentMessages } from '../../../common/protocol/live.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';
import { nationRooms, type Rooms } from '../sockets/rooms.ts';
import { Member } from './member.ts';
import { packetOf, type Packet } from './packet.ts';

export interface AudienceLimits {
  /** The longest that one slice of a round runs. */
  readonly sliceMs: number;
  /** The backlog that an unread socket may have; past it the socket is behind. */
  readonly maxBacklogBytes: number;
}

/**
 * Frames are shared by all sockets, so some ten seconds of a busy game take little memory per slow socket.
 */
const LIMITS: AudienceLimits = { sliceMs: 8, maxBacklogBytes: 256 * 1024 };

/** Sockets written between two checks of the clock. */
const LOOK_EVERY = 32;

/** The messages of one round. */
interface Round {
  /** To everyone, before the rest. */
  toAll: Packet | null;
  readonly toRooms: Map<string, Packet>;
  /** To everyone who follows a nation. */
  toWatchers: Packet | null;
}

/** A round being sent. */
interface Sending {
  readonly round: Round;
  readonly number: number;
  readonly rest: Iterator<Member>;
  readonly onSent: () => void;
}

export class Audience {
  readonly #rooms: Rooms;
  readonly #missed: (member: Member) => readonly Packet[];
  readonly #onBroken: (member: Member, error: unknown) => void;
  readonly #limits: AudienceLimits;
  readonly #members = new Map<string, Member>();
  #round = emptyRound();
  #rounds = 0;
  #sending: Sending | null = null;

  /**
   * @param options.missed everything that a member who missed messages must receive: the current state.
   * @param options.onBroken called with a member that could not be written to; the others still receive the
   * round.
   */
  constructor(
    rooms: Rooms,
    {
      missed,
      onBroken,
      limits = LIMITS,
    }: {
      readonly missed: (member: Member) => readonly Packet[];
      readonly onBroken: (member: Member, error: unknown) => void;
      readonly limits?: AudienceLimits | undefined;
    },
  ) {
    this.#rooms = rooms;
    this.#missed = missed;
    this.#onBroken = onBroken;
    this.#limits = limits;
  }

  /** Adds a socket, before it joins any of our rooms; it is removed when it disconnects. */
  add(socket: LiveSocket): Member {
    const member = new Member(socket, {
      maxBacklogBytes: this.#limits.maxBacklogBytes,
      round: this.#rounds,
      onLevel: () => this.#catchUp(member),
    });
    this.#members.set(socket.id, member);
    socket.on('disconnect', () => this.#members.delete(socket.id));
    return member;
  }

  /** Adds a room's one message to the next round. For an empty room it is not even built. */
  toRoom<Name extends keyof SentMessages>(
    room: string,
    name: Name,
    build: () => SentMessages[Name],
  ): void {
    if (this.#rooms.rooms.has(room)) this.#round.toRooms.set(room, packetOf(name, build()));
  }

  /** Adds a message to everyone who follows a nation. */
  toWatchers(message: SentMessages['watching']): void {
    this.#round.toWatchers = packetOf('watching', message);
  }

  /** Asks everyone to fetch the list. The list covers everything still being sent, so that is dropped. */
  resync(message: SentMessages['resync']): void {
    this.#sending = null;
    this.#round = { ...emptyRound(), toAll: packetOf('resync', message) };
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  /**
   * Sends the messages collected since the last round, which must have ended. @param onSent called at the
   * end.
   */
  send(onSent: () => void): void {
    const round = this.#round;
    this.#round = emptyRound();
    this.#rounds += 1;
    this.#sending = { round, number: this.#rounds, rest: this.#members.values(), onSent };
    this.#goOn(this.#sending);
  }

  /** Sends the member its part of the current round, so that whatever follows comes after it. */
  settle(member: Member): void {
    if (this.#sending) deliver(this.#sending, member);
  }

  #goOn(sending: Sending): void {
    // Another round has replaced this one.
    if (this.#sending !== sending) return;
    const until = performance.now() + this.#limits.sliceMs;
    for (let written = 1; ; written += 1) {
      const next = sending.rest.next();
      if (next.done) break;
      try {
        deliver(sending, next.value);
      } catch (error) {
        this.#onBroken(next.value, error);
      }
      if (written % LOOK_EVERY === 0 && performance.now() > until) {
        setImmediate(() => this.#goOn(sending));
        return;
      }
    }
    this.#sending = null;
    sending.onSent();
  }

  /** A member that fell behind has drained its buffer: a snapshot replaces what it missed. */
  #catchUp(member: Member): void {
    member.round = this.#rounds;
    member.send(this.#missed(member));
  }
}

function emptyRound(): Round {
  return { toAll: null, toRooms: new Map(), toWatchers: null };
}

function deliver({ round, number }: Sending, member: Member): void {
  if (member.round === number) return;
  member.round = number;
  const { toAll, toRooms, toWatchers } = round;
  const { rooms } = member.socket;
  const watched: readonly string[] = nationRooms(rooms);
  const packets: Packet[] = [];
  const add = (packet: Packet | null | undefined) => packet && packets.push(packet);
  add(toAll);
  for (const room of watched) add(toRooms.get(room));
  if (watched.length > 0) add(toWatchers);
  for (const room of rooms) if (!watched.includes(room)) add(toRooms.get(room));
  if (packets.length > 0) member.send(packets);
}
