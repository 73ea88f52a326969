/**
 * A page whose text is fixed except for a few slots, in both the forms it is sent in. The text
 * between the slots is compressed once: a gzip stream (RFC 1952) may be assembled from pieces, and
 * a slot is filled by a stored block (RFC 1951, 3.2.4), so that an answer with its own nonce needs
 * no compression: it takes a thirtieth of the time (bench/RESULTS.md).
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic, deflate, no flags, no time, best compression, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** A final block with nothing in it, in the fixed codes. */
const LAST_BLOCK = Buffer.from([3, 0]);
const MAX_STORED_BYTES = 0xffff;

/** The placeholder that the built page and Vite have for a nonce: Vite's `html.cspNonce`. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * The placeholder for the page's own origin: sites that preview a shared link need absolute picture
 * URLs.
 */
export const ORIGIN_PLACEHOLDER = '__OWN_ORIGIN__';

/** Those for what a page shared by many says of the one that it is asked for. */
export const TITLE_PLACEHOLDER = '__PAGE_TITLE__';
export const DESCRIPTION_PLACEHOLDER = '__PAGE_DESCRIPTION__';

/** The links by which programs find what else there is of the page: its embed, its feeds. */
export const LINKS_PLACEHOLDER = '__PAGE_LINKS__';

/** What each answer fills in; of one page only. */
const OF_ALL = [NONCE_PLACEHOLDER, ORIGIN_PLACEHOLDER] as const;
const OF_ONE = [TITLE_PLACEHOLDER, DESCRIPTION_PLACEHOLDER, LINKS_PLACEHOLDER] as const;
const SLOTS = [...OF_ALL, ...OF_ONE] as const;
type Slot = (typeof SLOTS)[number];
const ANY_SLOT = new RegExp(`(${SLOTS.join('|')})`);

/** What fills the slots, by placeholder. */
export type Filling = Readonly<
  Record<(typeof OF_ALL)[number], string> & Partial<Record<(typeof OF_ONE)[number], string>>
>;

export type Piece =
  | { readonly is: 'text'; readonly bytes: Uint8Array; readonly deflated: Uint8Array }
  | { readonly is: 'slot'; readonly slot: Slot };

export class PageTemplate {
  /** They may be sent between threads. */
  readonly pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }

  static from(html: string): PageTemplate {
    const parts = html.split(ANY_SLOT).map((part): Piece => {
      const slot = SLOTS.find((one) => one === part);
      return slot ? { is: 'slot', slot } : textPiece(part);
    });
    return new PageTemplate(parts);
  }

  /** The text that it was made of, with its placeholders. */
  get html(): string {
    const parts = this.pieces.map((piece) =>
      piece.is === 'text' ? piece.bytes : Buffer.from(piece.slot),
    );
    return Buffer.concat(parts).toString();
  }

  plain(filling: Filling): Buffer {
    return Buffer.concat(this.#bytesOf(filling));
  }

  gzip(filling: Filling): Buffer {
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
      piece.is === 'text' ? piece.deflated : storedBlock(Buffer.from(filling[piece.slot] ?? '')),
    );
    return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, trailer]);
  }

  #bytesOf(filling: Filling): Uint8Array[] {
    return this.pieces.map((piece) =>
      piece.is === 'text' ? piece.bytes : Buffer.from(filling[piece.slot] ?? ''),
    );
  }
}

/** A page that is different for each answer, as Vite's are, with its slots filled. */
export function filled(html: string, filling: Filling): string {
  return SLOTS.reduce((text, slot) => text.replaceAll(slot, filling[slot] ?? ''), html);
}

function textPiece(text: string): Piece {
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
    throw new Error('a slot can only be filled with a few words');
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
