/**
 * All connected sockets, and how messages reach them. The messages of one tick are collected, encoded once
 * per room, and written to each socket in turn, in a single write. A message is encoded again for an older
 * version only if it contains something newer than that version.
 *
 * A round of twenty thousand writes would block other work for too long, so it runs in slices. Rounds never
 * overlap and each socket receives them in order: a socket that asks for something mid-round receives the
 * rest of this round first.
 */
import type { EventEmitter } from 'node:events';
import type {
  ResyncMessage,
  SentMessages,
  WatchingMessage,
} from '../../../common/protocol/live.ts';
import { Vocabulary } from '../../../common/protocol/since.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { byNation, NATION_IDS } from '../../../common/values/nations.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';
import { nationRoom } from '../sockets/rooms.ts';
import { Member } from './member.ts';
import { joined, VersionedPacket, type Packet } from './packet.ts';
import type { Outlet } from './tick.ts';

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
/** Up to this size two packets are copied into one write; beyond it two writes are cheaper. */
const COPY_BYTES = 16 * 1024;

/** The messages of one round. */
interface Round {
  /** Sent to everyone, before the rest. */
  readonly toAll: VersionedPacket[];
  /** Keyed by the nation's bit. */
  readonly toNations: Map<number, VersionedPacket[]>;
  /** Sent to everyone who watches any nation. */
  readonly toWatchers: VersionedPacket[];
  readonly toMembers: Map<Member, VersionedPacket[]>;
}

/** A round being sent. */
interface Sending {
  readonly round: Round;
  readonly number: number;
  /** The lowest version that knows everything in the round's shared messages. */
  readonly needed: number;
  /**
   * The packet for members of at least that version, by the bits of the nations they watch that have
   * messages.
   */
  readonly packetFor: Map<number, Packet | null>;
  /** The same for each older version. */
  readonly packetForOlder: Map<number, Map<number, Packet | null>>;
  readonly nationBits: number;
  readonly rest: Iterator<Member>;
  readonly onSent: () => void;
}

/** Every nation's bit. */
const ALL_NATIONS = (1 << NATION_IDS.length) - 1;

const BIT_OF_ROOM: ReadonlyMap<string, number> = new Map(
  NATION_IDS.map((nationId, i) => [nationRoom(nationId), 1 << i]),
);

/** Socket.IO's adapter: its rooms, and who is in them. */
export interface Rooms extends EventEmitter {
  readonly rooms: ReadonlyMap<string, ReadonlySet<string>>;
}

export class Audience implements Outlet {
  readonly #rooms: Rooms;
  readonly #snapshot: (member: Member) => readonly Packet[];
  readonly #onBroken: (member: Member, error: unknown) => void;
  readonly #limits: AudienceLimits;
  readonly #vocabulary: Vocabulary;
  readonly #members = new Map<string, Member>();
  #round: Round = emptyRound();
  #rounds = 0;
  #sending: Sending | null = null;

  /**
   * @param options.snapshot everything that a member who missed messages must receive: the current state.
   * @param options.onBroken called with a member that could not be written to; the others still receive the
   * round.
   * @param options.vocabulary what members of each version know.
   */
  constructor(
    rooms: Rooms,
    {
      snapshot,
      onBroken,
      limits = LIMITS,
      vocabulary = new Vocabulary(),
    }: {
      readonly snapshot: (member: Member) => readonly Packet[];
      readonly onBroken: (member: Member, error: unknown) => void;
      readonly limits?: AudienceLimits | undefined;
      readonly vocabulary?: Vocabulary | undefined;
    },
  ) {
    this.#rooms = rooms;
    this.#snapshot = snapshot;
    this.#onBroken = onBroken;
    this.#limits = limits;
    this.#vocabulary = vocabulary;
    rooms.on('join-room', (room: string, id: string) => {
      const member = this.#members.get(id);
      if (member) member.nations |= BIT_OF_ROOM.get(room) ?? 0;
    });
    rooms.on('leave-room', (room: string, id: string) => {
      const member = this.#members.get(id);
      if (member) member.nations &= ~(BIT_OF_ROOM.get(room) ?? 0);
    });
  }

  /**
   * Adds a socket, before it joins any of our rooms; it is removed when it disconnects.
   * @param version the client's protocol version.
   */
  add(socket: LiveSocket, version = PROTOCOL_VERSION): Member {
    const member = new Member(socket, {
      version,
      vocabulary: this.#vocabulary,
      maxBacklogBytes: this.#limits.maxBacklogBytes,
      round: this.#rounds,
      onLevel: () => this.#catchUp(member),
    });
    this.#members.set(socket.id, member);
    socket.on('disconnect', () => this.#members.delete(socket.id));
    return member;
  }

  readonly leaderboard = (room: string, message: SentMessages['leaderboard']): void =>
    this.#toNation(room, 'leaderboard', message);

  readonly gdp = (room: string, message: SentMessages['gdp']): void =>
    this.#toNation(room, 'gdp', message);

  readonly player = (room: string, message: SentMessages['player']): void => {
    const ids = this.#rooms.rooms.get(room);
    if (!ids) return;
    const packet = VersionedPacket.of(this.#vocabulary, 'player', message);
    for (const id of ids) {
      const member = this.#members.get(id);
      if (member) put(this.#round.toMembers, member, packet);
    }
  };

  readonly watching = (message: WatchingMessage): void => {
    this.#round.toWatchers.push(VersionedPacket.of(this.#vocabulary, 'watching', message));
  };

  /** How many members watch: in total and per nation. */
  count(): WatchingMessage {
    const nations = byNation(() => 0);
    let total = 0;
    for (const { nations: bits } of this.#members.values()) {
      if (bits === 0) continue;
      total += 1;
      for (const [i, nationId] of NATION_IDS.entries()) if (bits & (1 << i)) nations[nationId] += 1;
    }
    return { total, nations };
  }

  /** Asks everyone to fetch the list. The list covers everything still being sent, so that is dropped. */
  resync(message: ResyncMessage): void {
    this.#sending = null;
    this.#round = emptyRound();
    this.#round.toAll.push(VersionedPacket.of(this.#vocabulary, 'resync', message));
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
    this.#sending = {
      round,
      number: this.#rounds,
      needed: neededForAll(round),
      packetFor: new Map(),
      packetForOlder: new Map(),
      nationBits: round.toWatchers.length > 0 ? ALL_NATIONS : bitsOf(round.toNations.keys()),
      rest: this.#members.values(),
      onSent,
    };
    this.#goOn(this.#sending);
  }

  /** Sends the member its part of the current round, so that whatever follows comes after it. */
  settle(member: Member): void {
    if (this.#sending) tell(this.#sending, member);
  }

  #toNation<Name extends 'leaderboard' | 'gdp'>(
    room: string,
    name: Name,
    message: SentMessages[Name],
  ): void {
    // A message for nobody is not even encoded.
    const bit = BIT_OF_ROOM.get(room);
    if (bit === undefined || !this.#rooms.rooms.has(room)) return;
    put(this.#round.toNations, bit, VersionedPacket.of(this.#vocabulary, name, message));
  }

  #goOn(sending: Sending): void {
    // Another round has replaced this one.
    if (this.#sending !== sending) return;
    const until = performance.now() + this.#limits.sliceMs;
    for (let told = 1; ; told += 1) {
      const next = sending.rest.next();
      if (next.done) break;
      try {
        tell(sending, next.value);
      } catch (error) {
        this.#onBroken(next.value, error);
      }
      if (told % LOOK_EVERY === 0 && performance.now() > until) {
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
    for (const packet of this.#snapshot(member)) member.give(packet);
  }
}

function emptyRound(): Round {
  return { toAll: [], toNations: new Map(), toWatchers: [], toMembers: new Map() };
}

function bitsOf(bits: Iterable<number>): number {
  return [...bits].reduce((all, bit) => all | bit, 0);
}

function neededForAll({ toAll, toNations, toWatchers }: Round): number {
  return [...toAll, ...[...toNations.values()].flat(), ...toWatchers].reduce(
    (needed, packet) => Math.max(needed, packet.needed),
    0,
  );
}

function put<Key>(packets: Map<Key, VersionedPacket[]>, key: Key, packet: VersionedPacket): void {
  const known = packets.get(key);
  if (known) known.push(packet);
  else packets.set(key, [packet]);
}

function tell(sending: Sending, member: Member): void {
  if (member.round === sending.number) return;
  member.round = sending.number;
  const shared = sharedPacket(sending, member.nations & sending.nationBits, member.version);
  const { toMembers } = sending.round;
  const own = toMembers.size === 0 ? undefined : knownOf(toMembers.get(member), member.version);
  if (!own || own.length === 0) {
    if (shared) member.give(shared);
    return;
  }
  if (!shared) member.give(joined(own));
  else if (shared.frames.length <= COPY_BYTES) member.give(joined([shared, ...own]));
  else for (const packet of [shared, ...own]) member.give(packet);
}

/**
 * One packet for everyone who watches the same of the nations that have messages. Older versions share
 * another one, only if the messages contain something they do not know.
 */
function sharedPacket(sending: Sending, bits: number, version: number): Packet | null {
  const packetFor = version >= sending.needed ? sending.packetFor : olderPackets(sending, version);
  const known = packetFor.get(bits);
  if (known !== undefined) return known;
  const { toAll, toNations, toWatchers } = sending.round;
  const said = [...toAll];
  for (const [bit, ofNation] of toNations) if (bits & bit) said.push(...ofNation);
  if (bits !== 0) said.push(...toWatchers);
  const packets = knownOf(said, version) ?? [];
  const packet = packets.length > 0 ? joined(packets) : null;
  packetFor.set(bits, packet);
  return packet;
}

function olderPackets({ packetForOlder }: Sending, version: number): Map<number, Packet | null> {
  const known = packetForOlder.get(version);
  if (known) return known;
  const packets = new Map<number, Packet | null>();
  packetForOlder.set(version, packets);
  return packets;
}

/** These messages as a receiver of this version knows them. */
function knownOf(
  said: readonly VersionedPacket[] | undefined,
  version: number,
): Packet[] | undefined {
  return said?.map((packet) => packet.for(version)).filter((packet) => packet !== null);
}
