/**
 * Test and benchmark support: a client of the live protocol on a bare TCP connection, without a
 * client library. It can leave its input unread, and it costs next to nothing.
 */
import { randomBytes } from 'node:crypto';

const LIVE_PATH = '/socket.io/?EIO=4&transport=websocket';

/**
 * The request that opens a WebSocket (RFC 6455, §4.1); the path defaults to Engine.IO's.
 * @param lines extra header lines, verbatim.
 */
export function upgradeRequest(
  port: number,
  path = LIVE_PATH,
  lines: readonly string[] = [],
): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...lines,
    '',
    '',
  ].join('\r\n');
}

/**
 * A client's frame; the mask is all zeros, which is a valid mask.
 * @param firstByte flags and opcode; a whole text by default.
 */
export function clientFrame(content: string | Buffer, firstByte = 0x81): Buffer {
  const payload = Buffer.from(content);
  const { length } = payload;
  const header = length < 126 ? Buffer.alloc(6) : Buffer.alloc(8);
  header[0] = firstByte;
  header[1] = 0x80 | (length < 126 ? length : 126);
  if (length >= 126) header.writeUInt16BE(length, 2);
  return Buffer.concat([header, payload]);
}

/** Socket.IO's CONNECT to the default namespace. */
export const CONNECT = clientFrame('40');
/** Engine.IO's answer to a ping. */
export const PONG = clientFrame('3');

export function eventFrame(name: string, body: unknown): Buffer {
  return clientFrame(`42${JSON.stringify([name, body])}`);
}

/**
 * The header of a server's frame (RFC 6455, §5.2), which is never masked.
 * @returns its own bytes and the length of the payload; null if it is incomplete.
 */
export function headerAt(chunk: Buffer, at: number): { bytes: number; length: number } | null {
  const short = chunk[at + 1];
  if (short === undefined) return null;
  if (short < 126) return { bytes: 2, length: short };
  if (short === 126) {
    return chunk.length < at + 4 ? null : { bytes: 4, length: chunk.readUInt16BE(at + 2) };
  }
  if (chunk.length < at + 10) return null;
  return { bytes: 10, length: Number(chunk.readBigUInt64BE(at + 2)) };
}
