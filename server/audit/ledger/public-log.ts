/**
 * A public ledger on this machine: its leaves downloaded and found in its tree, the tree in its
 * signed checkpoint. Whole bundles of leaves are saved in a folder, so that an audit goes on where
 * an earlier one was, and so is the last checkpoint, which every later one must contain.
 */
import { entriesOf, leafOf, UnknownKind, type Leaf } from '../../../common/ledger/leaf.ts';
import { placeOf } from '../../../common/ledger/log-reader.ts';
import {
  BadNote,
  openCheckpoint,
  parseVerifier,
  type Checkpoint,
} from '../../../common/ledger/note.ts';
import {
  grown,
  HASH_BYTES,
  leafHash,
  rootOf,
  sameHash,
  TILE_WIDTH,
  tilePath,
  widthOf,
  type Hash,
  type ReadTile,
} from '../../../common/ledger/tree.ts';
import { weekOf } from '../../../common/values/week.ts';
import { reasonOf } from '../../lib/command.ts';
import { Difference, Unfinished } from './difference.ts';
import type { SavedLog, AuditFolder } from './audit-folder.ts';
import type { PublicServer } from './public-server.ts';

/** Bundles that are downloaded at once. */
const AT_ONCE = 8;

type Verifier = ReturnType<typeof parseVerifier>;

export class PublicLog {
  readonly verifier: Verifier;
  /** What the whole log is in, verified. */
  checkpoint: Checkpoint;
  readonly #server: PublicServer;
  readonly #saved: SavedLog;
  /** Of its own making, by level and index. */
  readonly #tiles = new Map<string, Uint8Array>();
  #size = 0;
  /** The bundle that is not full. */
  #last: readonly Uint8Array[] = [];

  private constructor(
    server: PublicServer,
    saved: SavedLog,
    verifier: Verifier,
    checkpoint: Checkpoint,
  ) {
    this.#server = server;
    this.#saved = saved;
    this.verifier = verifier;
    this.checkpoint = checkpoint;
  }

  /**
   * @param isKnown true if somebody has a checkpoint of it.
   * @throws Difference, Unfinished
   */
  static async open(
    server: PublicServer,
    folder: AuditFolder,
    isKnown: boolean,
  ): Promise<PublicLog> {
    const { status, bytes } = await server.ask('/ledger/key');
    if (status === 404 && !isKnown) {
      throw new Unfinished(`${server.url.origin} keeps no ledger: there is nothing to audit.`);
    }
    if (status >= 300) throw new Difference('The server can’t serve the key of its ledger.');
    const key = textOf(bytes).trim();
    const verifier = keyOf(key, server);
    const first = await server.ask('/ledger/checkpoint');
    if (first.status === 404 && !isKnown) {
      throw new Unfinished(
        'The ledger has no checkpoint yet: the first one comes within 5 s of the first commit.',
      );
    }
    if (first.status >= 300) {
      throw new Difference(
        'The server can’t serve a checkpoint of its ledger, which has had some.',
      );
    }
    const checkpoint = signed(() => openCheckpoint(textOf(first.bytes), verifier));
    const saved = await folder.log(checkpoint.origin);
    await saved.learnKey(key);
    return new PublicLog(server, saved, verifier, checkpoint);
  }

  /** Reads the tiles of its own making. */
  readonly #tile: ReadTile = async ({ level, index }) => {
    const bytes = this.#tiles.get(`${level}/${index}`);
    if (bytes) return bytes;
    throw new Error(`no tile ${index} of level ${level} was grown`);
  };

  /**
   * The newest checkpoint that is served; the log is downloaded up to it. @throws Difference,
   * Unfinished
   */
  async refresh(): Promise<void> {
    const note = await this.#server.file('/ledger/checkpoint', 'a checkpoint of its ledger');
    const next = signed(() => openCheckpoint(textOf(note), this.verifier));
    const { size } = this.checkpoint;
    // Another process, or a cache, may be a second behind.
    if (next.size < size) return;
    this.checkpoint = next;
    await this.download(textOf(note));
  }

  /** @param progress called with the number of leaves so far. @throws Difference, Unfinished */
  async download(note?: string, progress: (leaves: number) => void = () => {}): Promise<void> {
    const { size, root } = this.checkpoint;
    while (this.#size < size) {
      const first = Math.floor(this.#size / TILE_WIDTH);
      const last = Math.min(first + AT_ONCE, Math.ceil(size / TILE_WIDTH));
      const indexes = Array.from({ length: last - first }, (_, i) => first + i);
      const bundles = await Promise.all(indexes.map((index) => this.#bundle(index, size)));
      for (const [i, bundle] of bundles.entries()) await this.#add(first + i, bundle);
      progress(this.#size);
    }
    if (!sameHash(await this.rootAt(size), root)) {
      throw new Difference(
        `The checkpoint of ${size} leaves is not of these leaves: their tree has another root.`,
      );
    }
    if (note !== undefined) await this.#saved.saveCheckpoint(note);
  }

  /** The root of its first leaves. */
  rootAt(size: number): Promise<Hash> {
    return rootOf({ size, tile: this.#tile });
  }

  /**
   * Leaves from a number on, up to another one. @throws Difference if one is none, Unfinished if it
   * is of a later version
   */
  async *leaves(from: number, to: number): AsyncGenerator<Leaf> {
    for await (const { n, entry } of this.#entries(from, to)) yield leafAt(n, entry);
  }

  /** The week of the first leaf that ends one; null: none does. @throws as `leaves` */
  async firstEnded(): Promise<number | null> {
    for await (const { n, entry } of this.#entries(0, this.#size)) {
      if (!Buffer.from(entry).includes('"kind":"week-ended"')) continue;
      const leaf = leafAt(n, entry);
      if (leaf.kind === 'week-ended') return weekOf(leaf.week);
    }
    return null;
  }

  async *#entries(from: number, to: number) {
    for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index += 1) {
      const entries =
        (index + 1) * TILE_WIDTH <= this.#size ? await this.#savedBundle(index) : this.#last;
      for (const [i, entry] of entries.entries()) {
        const n = index * TILE_WIDTH + i;
        if (n >= from && n < to) yield { n, entry };
      }
    }
  }

  /** @throws Unfinished if the folder has not what was found in the tree any more. */
  async #savedBundle(index: number): Promise<readonly Uint8Array[]> {
    const entries = await this.#saved.entries(index);
    const hashes = await this.#tile({ level: 0, index, width: TILE_WIDTH });
    if (entries && wrongEntry(entries, hashes, TILE_WIDTH) === null) return entries;
    throw new Unfinished(
      'Leaves that were kept are gone or were altered meanwhile. Run the audit again, with a folder of its own (--keep).',
    );
  }

  /**
   * A file of this log: files of different logs have the same paths, and caches tell them apart by
   * the query.
   */
  #file(path: string, what: string): Promise<Uint8Array> {
    const [, number] = placeOf(this.checkpoint.origin);
    return this.#server.file(`/ledger/tile/${path}${number > 1 ? `?log=${number}` : ''}`, what);
  }

  /** A bundle of leaves, and their hashes as the tile of the tree has them. */
  async #bundle(index: number, size: number): Promise<readonly Uint8Array[]> {
    const width = widthOf({ level: 0, index }, size);
    const path = tilePath(index, width);
    const first = index * TILE_WIDTH;
    const what = `the leaves ${first} to ${first + width - 1}, which its checkpoint has`;
    const hashes = await this.#file(`0/${path}`, what);
    const saved = width === TILE_WIDTH ? await this.#saved.entries(index) : null;
    if (saved && wrongEntry(saved, hashes, width) === null) return saved;
    const bundle = await this.#file(`entries/${path}`, what);
    let entries: Uint8Array[];
    try {
      entries = entriesOf(bundle);
    } catch (cause) {
      throw new Difference(`The bundle of ${what}, is cut short.`, { cause });
    }
    const wrong = wrongEntry(entries, hashes, width);
    if (wrong !== null) {
      throw new Difference(
        `Leaf ${first + wrong} is not what it was: the tree has another hash at its place.`,
      );
    }
    if (width === TILE_WIDTH) await this.#saved.saveEntries(index, bundle);
    return entries;
  }

  /** Grows the tree, and compares the tiles above with those that are served. */
  async #add(index: number, entries: readonly Uint8Array[]): Promise<void> {
    const known = this.#size - index * TILE_WIDTH;
    const before = this.#last;
    const changed = before.findIndex((one, i) => !sameHash(one, entries[i] ?? new Uint8Array()));
    if (known > 0 && changed >= 0) {
      throw new Difference(
        `Leaf ${index * TILE_WIDTH + changed} is not what it was a moment ago: the server shows two pasts.`,
      );
    }
    const hashes = entries.slice(known).map((entry) => leafHash(entry));
    const { size, tiles } = await grown({ size: this.#size, tile: this.#tile }, hashes);
    for (const { level, index: at, width, bytes } of tiles) {
      this.#tiles.set(`${level}/${at}`, bytes);
      // A full tile stays for good; a part of one may be gone from the store.
      if (level === 0) continue;
      const what = `the tile ${at} of level ${level}`;
      const served = await this.#file(`${level}/${tilePath(at, width)}`, what);
      if (!sameHash(served, bytes)) {
        throw new Difference(`The tile ${at} of level ${level} is not of the leaves below it.`);
      }
    }
    this.#size = size;
    this.#last = entries.length < TILE_WIDTH ? entries : [];
  }
}

/** The first entry that has not the hash at its place, or is missing; null: all have it. */
function wrongEntry(
  entries: readonly Uint8Array[],
  hashes: Uint8Array,
  width: number,
): number | null {
  for (let i = 0; i < Math.max(width, entries.length); i += 1) {
    const entry = entries[i];
    const hash = hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
    if (!entry || i >= width || !sameHash(leafHash(entry), hash)) return i;
  }
  return null;
}

function leafAt(n: number, entry: Uint8Array): Leaf {
  try {
    return leafOf(entry);
  } catch (cause) {
    if (cause instanceof UnknownKind) {
      throw new Unfinished(
        `Leaf ${n} is of the kind ${cause.kind}, which this auditor does not know: nothing from there on was checked but that the tree has it. Update the auditor and run it again.`,
        { cause },
      );
    }
    throw new Difference(`Leaf ${n} can’t be read. ${reasonOf(cause)}`, { cause });
  }
}

/** @throws Unfinished if it is none. */
function keyOf(key: string, { url }: PublicServer): Verifier {
  try {
    return parseVerifier(key);
  } catch (cause) {
    const why = `${url.origin}/ledger/key is no key: is this the address of a Denaria?`;
    throw new Unfinished(why, { cause });
  }
}

/** @throws Difference */
function signed<Value>(open: () => Value): Value {
  try {
    return open();
  } catch (cause) {
    if (!(cause instanceof BadNote)) throw cause;
    throw new Difference(
      `The checkpoint is not signed by the key that the server names. ${cause.message}`,
      { cause },
    );
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
