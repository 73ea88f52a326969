/**
 * A page whose text is fixed except for a few places, in both the forms it is sent in. The text between the
 * places is compressed once: a gzip stream (RFC 1952) may be assembled from pieces, and a place is filled
 * by a stored block (RFC 1951, 3.2.4), so that an answer with its own nonce needs no compression.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic, deflate, no flags, no time, best compression, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** A final block with nothing in it, in the fixed codes. */
const LAST_BLOCK = Buffer.from([3, 0]);
const MAX_STORED_BYTES = 0xffff;

/** What fills the places, by placeholder. */
export type Filling<Place extends string> = Readonly<Record<Place, string>>;

type Piece<Place extends string> =
  | { readonly is: 'text'; readonly text: string; readonly deflated: Buffer }
  | { readonly is: 'place'; readonly place: Place };

export class PageTemplate<Place extends string> {
  readonly #pieces: readonly Piece<Place>[];

  /** @param places the placeholder texts, wherever they occur in the page. */
  constructor(html: string, places: readonly Place[]) {
    this.#pieces = piecesOf(html, places);
  }

  text(filling: Filling<Place>): string {
    return this.#pieces
      .map((piece) => (piece.is === 'text' ? piece.text : filling[piece.place]))
      .join('');
  }

  gzip(filling: Filling<Place>): Buffer {
    const plain = Buffer.from(this.text(filling));
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(plain), 0);
    trailer.writeUInt32LE(plain.length % 2 ** 32, 4);
    const blocks = this.#pieces.map((piece) =>
      piece.is === 'text' ? piece.deflated : storedBlock(Buffer.from(filling[piece.place])),
    );
    return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, trailer]);
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

function textPiece(text: string): { is: 'text'; text: string; deflated: Buffer } {
  const deflated = deflateRawSync(text, {
    level: constants.Z_BEST_COMPRESSION,
    // Ends on a whole byte, and is not the stream's final block.
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return { is: 'text', text, deflated };
}

function storedBlock(bytes: Buffer): Buffer {
  if (bytes.length > MAX_STORED_BYTES)
    throw new Error('a place can only be filled with a nonce or a name');
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
