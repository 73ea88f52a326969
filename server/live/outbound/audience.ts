/**
 * All connected sockets, and how messages reach them. The messages of one tick are collected, each encoded once, and
 * written in turn to the sockets in its rooms. Who is in which room, Socket.IO knows.
 *
 * A round of twenty thousand writes would block other work for too long, so it runs in slices. Rounds never
 * overlap and each socket receives them in order: a socket that asks for something mid-round receives the
 * rest of this round first.
 */
import { ROOMS, type SentMessages } from '../../../common/protocol/live.ts';
import { monotonicNow, nextTurn } from '../../lib/machine.ts';
import type { LiveSocket, Rooms } from '../sockets/live-socket.ts';
import { Member } from './member.ts';
import { packetOf, type Packet } from './packet.ts';

export interface AudienceLimits {
  /** The longest that one slice of a round runs. */
  readonly sliceMs: number;
  /** The backlog that an unread socket may have; past it the socket is behind. */
  readonly maxBacklogBytes: number;
}

interface AudienceOptions {
  /** Everything that a member who missed messages must receive: the current state. */
  readonly missed: (member: Member) => readonly Packet[];
  /** Called with a member that could not be written to; the others still receive the round. */
  readonly onBroken: (member: Member, error: unknown) => void;
  readonly limits?: AudienceLimits | undefined;
}

/**
 * Frames are shared by all sockets, so some ten seconds of a busy game take little memory per slow socket.
 */
const LIMITS: AudienceLimits = { sliceMs: 8, maxBacklogBytes: 256 * 1024 };

/** Sockets written to between two checks of the clock. */
const LOOK_EVERY = 32;

/** A message for some rooms. */
interface Post {
  /** Greater than that of the one before: whatever a socket has been sent, later ones are greater. */
  readonly number: number;
  /** Null: for everyone. */
  readonly rooms: readonly string[] | null;
  readonly packet: Packet;
}

export class Audience {
  readonly #rooms: Rooms;
  readonly #options: AudienceOptions;
  readonly #limits: AudienceLimits;
  readonly #members = new Map<string, Member>();
  /** The next round. */
  #next: Post[] = [];
  #lastNumber = 0;
  #sending: readonly Post[] | null = null;

  constructor(rooms: Rooms, options: AudienceOptions) {
    this.#rooms = rooms;
    this.#options = options;
    this.#limits = options.limits ?? LIMITS;
  }

  /** Adds a socket, before it joins any of our rooms; it is removed when it disconnects. */
  add(socket: LiveSocket): Member {
    const { maxBacklogBytes } = this.#limits;
    const member: Member = new Member(socket, maxBacklogBytes, this.#lastNumber, () =>
      this.#catchUp(member),
    );
    this.#members.set(socket.id, member);
    socket.on('disconnect', () => this.#members.delete(socket.id));
    return member;
  }

  /** Adds a room's message to the next round. For an empty room it is not even built. */
  toRoom<Name extends keyof SentMessages>(
    room: string,
    name: Name,
    build: () => SentMessages[Name],
  ): void {
    if (this.#rooms.rooms.has(room)) this.#add([room], packetOf(name, build()));
  }

  /** Adds a message to everyone who follows a nation. */
  toWatchers(message: SentMessages['watching']): void {
    this.#add(ROOMS, packetOf('watching', message));
  }

  /** Asks everyone to fetch the list. The list covers everything still being sent, so that is dropped. */
  resync(message: SentMessages['resync']): void {
    this.#sending = null;
    this.#next = [];
    this.#add(null, packetOf('resync', message));
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  /**
   * Sends the messages added since the last round, which must have ended, in that order. @param onSent called at
   * the end.
   */
  send(onSent: () => void): void {
    const round = this.#next;
    this.#next = [];
    this.#sending = round;
    const slices = this.#slices(round);
    const goOn = () => {
      // Another round has replaced this one.
      if (this.#sending !== round) return;
      if (!slices.next().done) {
        nextTurn(goOn);
        return;
      }
      this.#sending = null;
      onSent();
    };
    goOn();
  }

  /** Sends the member its part of the current round, so that whatever follows comes after it. */
  settle(member: Member): void {
    const { rooms } = member.socket;
    for (const post of this.#sending ?? []) {
      if (post.number <= member.last) continue;
      member.last = post.number;
      if (post.rooms?.some((room) => rooms.has(room)) ?? true) member.send(post.packet);
    }
  }

  #add(rooms: Post['rooms'], packet: Packet): void {
    this.#lastNumber += 1;
    this.#next.push({ number: this.#lastNumber, rooms, packet });
  }

  /** Sends a round; yields at the end of each slice but the last. */
  *#slices(round: readonly Post[]): Generator<void, void, void> {
    let until = monotonicNow() + this.#limits.sliceMs;
    let written = 0;
    for (const { number, rooms, packet } of round) {
      const groups = rooms?.map((room) => this.#rooms.rooms.get(room) ?? []);
      for (const ids of groups ?? [this.#members.keys()]) {
        for (const id of ids) {
          const member = this.#members.get(id);
          // In two of the rooms, or it was sent this when it asked for something.
          if (!member || member.last >= number) continue;
          member.last = number;
          try {
            member.send(packet);
          } catch (error) {
            this.#options.onBroken(member, error);
          }
          written += 1;
          if (written % LOOK_EVERY > 0 || monotonicNow() <= until) continue;
          yield;
          until = monotonicNow() + this.#limits.sliceMs;
        }
      }
    }
  }

  /** A member that fell behind can be sent to again: a snapshot replaces what it missed. */
  #catchUp(member: Member): void {
    member.last = this.#lastNumber;
    for (const packet of this.#options.missed(member)) member.send(packet);
  }
}
