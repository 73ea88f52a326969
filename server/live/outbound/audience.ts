/**
 * Everyone who listens, and how messages get to them. What a tick has to say is gathered, encoded once
 * per room, and then written to each socket in turn: one write for all that it is to hear. Only where
 * something in it is newer than a member's version is it encoded once more for that version.
 *
 * A round of twenty thousand writes takes longer than other work may wait, so it goes in slices. Rounds
 * never overlap, and a socket hears them in order: whoever asks for something in the middle of one is
 * given the rest of the round first.
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
  /** How long a slice of a round may take. */
  readonly sliceMs: number;
  /** What may wait for a socket that does not read; it is behind when there is more. */
  readonly maxBacklogBytes: number;
}

/** The frames are shared by all: some ten seconds of a busy game take little for each who is slow. */
const LIMITS: AudienceLimits = { sliceMs: 8, maxBacklogBytes: 256 * 1024 };

/** Between two looks at the clock, sockets. */
const LOOK_EVERY = 32;
/** Up to this size two packets are copied into one write; beyond it a write of its own is cheaper. */
const COPY_BYTES = 16 * 1024;

/** What a round has to say. */
interface Round {
  /** Said to everyone, and first. */
  readonly toAll: VersionedPacket[];
  /** By the nation's bit. */
  readonly toNations: Map<number, VersionedPacket[]>;
  /** Said to everyone who watches any nation. */
  readonly toWatchers: VersionedPacket[];
  readonly toMembers: Map<Member, VersionedPacket[]>;
}

/** A round on its way. */
interface Sending {
  readonly round: Round;
  readonly number: number;
  /** The version from which on a member knows everything that is said to more than one. */
  readonly needed: number;
  /** What a member of that version hears who watches these nations of those that have something to hear. */
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

/** Socket.IO's adapter: which rooms there are, and who is in them. */
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
   * @param options.snapshot all that a member who missed something is to hear, as it stands.
   * @param options.onBroken told of a member that could not be written to: the others are all told.
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
   * Takes a socket in, before it joins any room of ours; it leaves when it disconnects.
   * @param version of the protocol, as its client speaks it.
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

  /** How many members watch a nation, in all and of each. */
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

  /** Asks everyone to fetch the list. Whatever was on its way is part of what they will fetch. */
  resync(message: ResyncMessage): void {
    this.#sending = null;
    this.#round = emptyRound();
    this.#round.toAll.push(VersionedPacket.of(this.#vocabulary, 'resync', message));
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** Sends what was said since the last round, which must have ended. @param onSent told at the end. */
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

  /** Gives the member its part of the round that is under way, so that what follows comes after it. */
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
    // Another round has taken its place.
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

  /** A member that fell behind has read everything: what stands takes the place of what it missed. */
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
 * The same packet for all who watch the same of the nations that have something to hear; one more for
 * those of an older version only where there is something that they do not know.
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

/** What of these a receiver of a version knows. */
function knownOf(
  said: readonly VersionedPacket[] | undefined,
  version: number,
): Packet[] | undefined {
  return said?.map((packet) => packet.for(version)).filter((packet) => packet !== null);
}
