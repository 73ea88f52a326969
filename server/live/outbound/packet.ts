/**
 * A message in the forms its receivers need, encoded once for any number of them: as text for Engine.IO,
 * which any transport can send, and as a finished WebSocket frame around the same text.
 */
import type { SentMessages } from '../../../common/protocol/live.ts';
import type { Vocabulary } from '../../../common/protocol/since.ts';

export interface Packet {
  /** The text for Engine.IO: Socket.IO's packet type for an event, and its arguments. */
  readonly texts: readonly string[];
  /** One unmasked text frame for each text (RFC 6455, §5.2), concatenated. */
  readonly frames: Buffer;
}

/** socket.io-parser: EVENT. */
const EVENT = '2';
/** engine.io-parser: message. */
const MESSAGE = '4';

export function packetOf<Name extends keyof SentMessages>(
  name: Name,
  message: SentMessages[Name],
): Packet {
  const text = EVENT + JSON.stringify([name, message]);
  return { texts: [text], frames: textFrame(MESSAGE + text) };
}

/**
 * A message for receivers of every version: encoded once for all versions that know everything in it, and
 * once more for each older version that does not.
 */
export class VersionedPacket {
  /** The lowest version that receives it whole. */
  readonly needed: number;
  readonly #whole: Packet;
  readonly #encodeFor: (version: number) => Packet | null;
  readonly #older = new Map<number, Packet | null>();

  private constructor(
    needed: number,
    whole: Packet,
    encodeFor: (version: number) => Packet | null,
  ) {
    this.needed = needed;
    this.#whole = whole;
    this.#encodeFor = encodeFor;
  }

  static of<Name extends keyof SentMessages>(
    vocabulary: Vocabulary,
    name: Name,
    message: SentMessages[Name],
  ): VersionedPacket {
    const needed = vocabulary.neededFor(name, message);
    return new VersionedPacket(needed, packetOf(name, message), (version) => {
      const known = vocabulary.messageFor(version, name, message);
      return known && packetOf(name, known);
    });
  }

  /** Null if this version does not know the message. */
  for(version: number): Packet | null {
    if (version >= this.needed) return this.#whole;
    const known = this.#older.get(version);
    if (known !== undefined) return known;
    const packet = this.#encodeFor(version);
    this.#older.set(version, packet);
    return packet;
  }
}

/** Several packets joined into one write. */
export function joined(packets: readonly Packet[]): Packet {
  const [first] = packets;
  if (first && packets.length === 1) return first;
  return {
    texts: packets.flatMap(({ texts }) => texts),
    frames: Buffer.concat(packets.map(({ frames }) => frames)),
  };
}

const FINAL_TEXT = 0x81;
/** Lengths up to 125 fit into the second byte; these two values mean that 2 or 8 length bytes follow. */
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < IN_TWO_BYTES ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(header + length);
  frame[0] = FINAL_TEXT;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = IN_TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = IN_EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
}
