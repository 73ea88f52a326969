/**
 * All connected sockets, and how messages reach them. The messages of one tick are collected, each
 * encoded once, and written in turn to the sockets in its rooms. Who is in which room, Socket.IO
 * knows.
 *
 * A round of twenty thousand writes would block other work for too long, so it runs in slices.
 * Rounds never overlap and each socket receives them in order: a socket that asks for something
 * mid-round receives the rest of this round first.
 */
import { ROOMS, type SentMessages } from '../../../common/protocol/live.ts';
import { monotonicNow, defer } from '../../lib/machine.ts';
import type { LiveSocket, Rooms } from '../sockets/live-socket.ts';
import { Member } from './member.ts';
import { packetOf, type Packet } from './packet.ts';

interface AudienceOptions {
  /** Everything that a member who missed messages must receive: the current state. */
  readonly missed: (member: Member) => readonly Packet[];
  /** Called with a member that could not be written to; the others still receive the round. */
  readonly onBroken: (member: Member, error: unknown) => void;
  readonly limits?: AudienceLimits | undefined;
}

/**
 * Frames are shared by all sockets, so some ten seconds of a busy game take little memory per slow
 * socket.
 */
const LIMITS = {
  /** The longest that one slice of a round runs. */
  sliceMs: 8,
  /** The backlog that an unread socket may have; past it the socket is behind. */
  maxBacklogBytes: 256 * 1024,
};
export type AudienceLimits = Readonly<typeof LIMITS>;

/** Sockets written to between two checks of the clock. */
const LOOK_EVERY = 32;

/** A message for some rooms. */
interface Post {
  /**
   * Greater than that of the one before: whatever a socket has been sent, later ones are greater.
   */
  readonly number: number;
  /** Null: for everyone. */
  readonly rooms: readonly string[] | null;
  readonly packet: Packet;
}

export function createAudience({ rooms: roomsNow }: Rooms, options: AudienceOptions) {
  const { sliceMs, maxBacklogBytes } = options.limits ?? LIMITS;
  const members = new Map<string, Member>();
  /** The next round. */
  let next: Post[] = [];
  let lastNumber = 0;
  let sending: readonly Post[] | null = null;

  return {
    /** Adds a socket, before it joins any of our rooms; it is removed when it disconnects. */
    add(socket: LiveSocket): Member {
      const member: Member = new Member(socket, maxBacklogBytes, lastNumber, () => catchUp(member));
      members.set(socket.id, member);
      socket.on('disconnect', () => members.delete(socket.id));
      return member;
    },

    /** Adds a room's message to the next round. For an empty room it is not even built. */
    toRoom<Name extends keyof SentMessages>(
      room: string,
      name: Name,
      build: () => SentMessages[Name],
    ): void {
      if (roomsNow.has(room)) post([room], packetOf(name, build()));
    },

    /** Adds a message, already encoded, to everyone who follows a nation. */
    toWatchers(packet: Packet): void {
      post(ROOMS, packet);
    },

    toEveryone<Name extends keyof SentMessages>(name: Name, message: SentMessages[Name]): void {
      post(null, packetOf(name, message));
    },

    /**
     * Asks everyone to fetch the list. The list covers everything still being sent, so that is
     * dropped.
     */
    resync(message: SentMessages['resync']): void {
      sending = null;
      next = [];
      post(null, packetOf('resync', message));
    },

    isSending: () => sending !== null,

    /**
     * Sends the messages added since the last round, which must have ended, in that order. @param
     * onSent called at the end.
     */
    send(onSent: () => void): void {
      const round = next;
      next = [];
      sending = round;
      const slices = slicesOf(round);
      const sendSlice = () => {
        // Another round has replaced this one.
        if (sending !== round) return;
        if (!slices.next().done) {
          defer(sendSlice);
          return;
        }
        sending = null;
        onSent();
      };
      sendSlice();
    },

    /** Sends the member its part of the current round, so that whatever follows comes after it. */
    settle(member: Member): void {
      const { rooms } = member.socket;
      for (const one of sending ?? []) {
        if (one.number <= member.last) continue;
        member.last = one.number;
        if (one.rooms?.some((room) => rooms.has(room)) ?? true) member.send(one.packet);
      }
    },
  };

  function post(rooms: Post['rooms'], packet: Packet): void {
    lastNumber += 1;
    next.push({ number: lastNumber, rooms, packet });
  }

  /** Sends a round; yields at the end of each slice but the last. */
  function* slicesOf(round: readonly Post[]): Generator<void, void, void> {
    let until = monotonicNow() + sliceMs;
    let written = 0;
    for (const { number, rooms, packet } of round) {
      const groups = rooms?.map((room) => roomsNow.get(room) ?? []);
      for (const ids of groups ?? [members.keys()]) {
        for (const id of ids) {
          const member = members.get(id);
          // In two of the rooms, or it was sent this when it asked for something.
          if (!member || member.last >= number) continue;
          member.last = number;
          try {
            member.send(packet);
          } catch (error) {
            options.onBroken(member, error);
          }
          written += 1;
          if (written % LOOK_EVERY > 0 || monotonicNow() <= until) continue;
          yield;
          until = monotonicNow() + sliceMs;
        }
      }
    }
  }

  /** A member that fell behind can be sent to again: a snapshot replaces what it missed. */
  function catchUp(member: Member): void {
    member.last = lastNumber;
    for (const packet of options.missed(member)) member.send(packet);
  }
}
