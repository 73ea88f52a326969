/**
 * A page whose text is fixed except for a few places, in both the forms it is sent in. The text between the
 * places is compressed once: a gzip stream (RFC 1952) may be assembled from pieces, and a place is filled
 * by a stored block (RFC 1951, 3.2.4), so that an answer with its own nonce needs no compression: it takes a
 * thirtieth of the time (bench/RESULTS.md).
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic, deflate, no flags, no time, best compression, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** A final block with nothing in it, in the fixed codes. */
const LAST_BLOCK = Buffer.from([3, 0]);
const MAX_STORED_BYTES = 0xffff;

/** What fills the places, by placeholder. */
export type Filling<Place extends string> = Readonly<Record<Place, string>>;

export type Piece<Place extends string> =
  | { readonly is: 'text'; readonly bytes: Uint8Array; readonly deflated: Uint8Array }
  | { readonly is: 'place'; readonly place: Place };

export class PageTemplate<Place extends string> {
  /** They may be sent between threads. */
  readonly pieces: readonly Piece<Place>[];

  private constructor(pieces: readonly Piece<Place>[]) {
    this.pieces = pieces;
  }

  /** @param places the placeholder texts, wherever they occur in the page. */
  static from<Place extends string>(html: string, places: readonly Place[]): PageTemplate<Place> {
    return new PageTemplate(piecesOf(html, places));
  }

  /** A template made on another thread. */
  static of<Place extends string>(pieces: readonly Piece<Place>[]): PageTemplate<Place> {
    return new PageTemplate(pieces);
  }

  plain(filling: Filling<Place>): Buffer {
    return Buffer.concat(this.#bytesOf(filling));
  }

  gzip(filling: Filling<Place>): Buffer {
    const plain = this.#bytesOf(filling);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(
      // Of nothing, Node's crc32 is 0, whatever came before.
      plain.reduce((sum, bytes) => (bytes.length === 0 ? sum : crc32(bytes, sum)), 0),
      0,
    );
    const length = plain.reduce((sum, bytes) => sum + bytes.length, 0);
    trailer.writeUInt32LE(length % 2 ** 32, 4);
    const blocks = this.pieces.map((piece) =>
      piece.is === 'text' ? piece.deflated : storedBlock(Buffer.from(filling[piece.place])),
    );
    return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, trailer]);
  }

  #bytesOf(filling: Filling<Place>): Uint8Array[] {
    return this.pieces.map((piece) =>
      piece.is === 'text' ? piece.bytes : Buffer.from(filling[piece.place]),
    );
  }
}

function piecesOf<Place extends string>(html: string, places: readonly Place[]): Piece<Place>[] {
  const first = places
    .map((place) => ({ place, at: html.indexOf(place) }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at)[0];
  if (!first) return [textPiece(html)];
  const { place, at } = first;
  return [
    textPiece(html.slice(0, at)),
    { is: 'place', place },
    ...piecesOf(html.slice(at + place.length), places),
  ];
}

function textPiece(text: string): { is: 'text'; bytes: Uint8Array; deflated: Uint8Array } {
  const bytes = Buffer.from(text);
  const deflated = deflateRawSync(bytes, {
    level: constants.Z_BEST_COMPRESSION,
    // Ends on a whole byte, and is not the stream's final block.
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return { is: 'text', bytes, deflated };
}

function storedBlock(bytes: Buffer): Buffer {
  if (bytes.length > MAX_STORED_BYTES)
    throw new Error('a place can only be filled with a nonce or a name');
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
