/**
 * A message in the forms its receivers need, encoded once for any number of them: as text, which
 * any transport of Engine.IO can send, and as a finished WebSocket frame around the same text.
 */
import type { SentMessages } from '../../../common/protocol/live.ts';

export type Packet = ReturnType<typeof packetOf>;

/** socket.io-parser: EVENT. */
const EVENT = '2';
/** engine.io-parser: message. */
const MESSAGE = '4';

export function packetOf<Name extends keyof SentMessages>(name: Name, message: SentMessages[Name]) {
  /** For Engine.IO: Socket.IO's packet type for an event, and its arguments. */
  const text = EVENT + JSON.stringify([name, message]);
  /** One unmasked text frame (RFC 6455, §5.2). */
  const frame = textFrame(MESSAGE + text);
  // Engine.IO sends a WebSocket the frame of an option that Socket.IO uses and doesn't declare.
  return { text, frame, options: { compress: false, wsPreEncodedFrame: [frame] } };
}

const FINAL_TEXT = 0x81;
/**
 * Lengths up to 125 fit into the second byte; these two values mean that 2 or 8 length bytes
 * follow.
 */
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
