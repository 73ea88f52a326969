/** The header of a server's WebSocket frame (RFC 6455, §5.2), which is never masked. */

/** @returns the bytes of the header and the length of the payload; null if the header is incomplete. */
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
