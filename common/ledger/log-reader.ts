/**
 * Reads a log from its files and believes none of them: whatever it returns is in the tree that the
 * checkpoint signs, and that tree begins with the one that was seen before (docs/ledger.md). Works
 * wherever the files can be had.
 */
import { entriesOf, leafOf, UnknownKind, UnreadableLeaf, type Leaf } from './leaf.ts';
import {
  openCheckpoint,
  parseCheckpoint,
  parseVerifier,
  toBase64,
  type Checkpoint,
} from './note.ts';
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  rootOf,
  sameHash,
  TILE_WIDTH,
  tilePath,
  widthOf,
  type Hash,
  type TileName,
  type Tree,
} from './tree.ts';

/** Gets a file by its path below `/ledger/`; null: there is none (404). */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

/** A checkpoint that was verified, as it was served: what to keep for the next time. */
export interface SeenCheckpoint {
  /** The verifier key. */
  readonly key: string;
  readonly note: string;
}

/** What shows that a log lies, to anyone who has it. Hashes are base64. */
export interface Evidence extends SeenCheckpoint {
  /** What was seen before. */
  readonly seen?: SeenCheckpoint;
  /** Of consistency, or of the leaf's inclusion. */
  readonly proof?: readonly string[];
  /** By the proof of consistency, the root of the first leaves, as many as `seen` is of. */
  readonly earlierRoot?: string;
  readonly n?: number;
  /** The text of leaf `n`. */
  readonly leaf?: string;
}

/**
 * `key`, `signature`: who signs. `gone`, `shorter`, `forked`, `continued`: another past. `files`:
 * not of the signed root.
 */
type Lie = 'gone' | 'key' | 'signature' | 'shorter' | 'forked' | 'continued' | 'files' | 'leaf';

/** The log contradicts itself or what it said before. */
export class LogContradiction extends Error {
  override readonly name = 'LogContradiction';
  readonly lie: Lie;
  readonly evidence: Evidence;

  constructor(lie: Lie, sentence: string, evidence: Evidence) {
    super(sentence);
    this.lie = lie;
    this.evidence = evidence;
  }
}

/**
 * The log could not be read, or not by this version: that says nothing about it. What `read` throws
 * is passed on.
 */
export class LogUnreadable extends Error {
  override readonly name = 'LogUnreadable';
}

export type ContinuedLeaf = Extract<Leaf, { readonly kind: 'continued' }>;

/** A leaf's bytes, and its place. */
interface Entry {
  readonly n: number;
  readonly bytes: Uint8Array;
}

/**
 * Opens a log at its present checkpoint; null if there is none and none was seen.
 * @param seen the last checkpoint that was stored, taken before this: an older one than is served
 * shows a log that shrank.
 * @throws LogContradiction, LogUnreadable
 */
export async function openLog(read: ReadFile, seen: SeenCheckpoint | null): Promise<Log | null> {
  const keyFile = await read('key');
  const noteFile = keyFile && (await read('checkpoint'));
  if (!keyFile || !noteFile) {
    if (!seen && !keyFile) return null;
    if (!seen) throw new LogUnreadable('The ledger has no checkpoint yet.');
    const { size } = parseCheckpoint(seen.note);
    const sentence = `There is no ledger any longer. There was one of ${size} commits.`;
    throw new LogContradiction('gone', sentence, { ...seen, seen });
  }
  const key = textOf(keyFile).trim();
  const note = textOf(noteFile);
  const verifier = readable(() => parseVerifier(key));
  const { origin } = readable(() => parseCheckpoint(note));
  let checkpoint: Checkpoint;
  try {
    checkpoint = openCheckpoint(note, verifier);
  } catch {
    const sentence = `The key of ${verifier.name} did not sign the checkpoint of ${origin}.`;
    throw new LogContradiction('signature', sentence, { key, note, ...(seen && { seen }) });
  }
  const log = new Log(read, { key, note, checkpoint });
  await log.follow(seen);
  return log;
}

export class Log {
  readonly seen: SeenCheckpoint;
  readonly checkpoint: Checkpoint;
  readonly #read: ReadFile;
  readonly #files = new Map<string, Promise<Uint8Array>>();
  readonly #bundles = new Map<number, Promise<readonly Entry[]>>();
  #continued: ContinuedLeaf | null = null;

  constructor(
    read: ReadFile,
    { key, note, checkpoint }: SeenCheckpoint & { readonly checkpoint: Checkpoint },
  ) {
    this.#read = read;
    this.seen = { key, note };
    this.checkpoint = checkpoint;
  }

  /** What it says of the log that it continues; null if it is the first of its origin. */
  get continued(): ContinuedLeaf | null {
    return this.#continued;
  }

  /** The leaves of the bundle that `n` is in, in order. @throws LogContradiction, LogUnreadable */
  async bundleWith(n: number): Promise<readonly Entry[]> {
    if (n >= this.checkpoint.size) throw new LogUnreadable(`The ledger has no leaf ${n} yet.`);
    const index = Math.floor(n / TILE_WIDTH);
    return cachedIn(this.#bundles, index, () => this.#readBundle(index));
  }

  /** Leaf `n`. @throws LogContradiction, LogUnreadable */
  async leaf(n: number): Promise<Leaf> {
    return this.leafOf(await this.#entry(n));
  }

  /** @throws LogContradiction, LogUnreadable */
  async leafOf({ n, bytes }: Entry): Promise<Leaf> {
    let leaf: Leaf;
    try {
      leaf = leafOf(bytes);
    } catch (cause) {
      if (!(cause instanceof UnreadableLeaf)) throw cause;
      const why =
        cause instanceof UnknownKind
          ? `is of the kind ${cause.kind}, which this version does not know`
          : 'can’t be read by this version';
      throw new LogUnreadable(`Leaf ${n} ${why}.`, { cause });
    }
    if (leaf.n === n) return leaf;
    throw this.#lie('leaf', `Leaf ${n} says that it is leaf ${leaf.n}.`, await this.evidence(n));
  }

  /** That leaf `n` is what it is. @throws LogContradiction, LogUnreadable */
  async evidence(n: number): Promise<Evidence> {
    const { bytes } = await this.#entry(n);
    const proof = texts(await inclusionProof(this.#tree(), n));
    return { ...this.seen, n, leaf: textOf(bytes), proof };
  }

  async #entry(n: number): Promise<Entry> {
    const entry = (await this.bundleWith(n)).find((one) => one.n === n);
    if (entry) return entry;
    throw new LogUnreadable(`The ledger has no leaf ${n}.`);
  }

  /**
   * Compares it with what was seen before, which its own key signed.
   * @throws LogContradiction, LogUnreadable
   */
  async follow(seen: SeenCheckpoint | null): Promise<void> {
    const [line, number] = placeOf(this.checkpoint.origin);
    if (number > 1) this.#continued = await this.#beginning();
    if (!seen) return;
    const before = openCheckpoint(seen.note, parseVerifier(seen.key));
    const [lineBefore, numberBefore] = placeOf(before.origin);
    if (seen.key === this.seen.key) await this.#startsWith(before, seen);
    else if (line === lineBefore && number > numberBefore) await this.#continues(before, seen);
    else throw this.#lie('key', 'The ledger is signed by another key than before.', { seen });
  }

  async #startsWith(before: Checkpoint, seen: SeenCheckpoint): Promise<void> {
    const { checkpoint } = this;
    if (before.size > checkpoint.size) {
      const sentence = `The ledger had ${before.size} commits, and has ${checkpoint.size}.`;
      throw this.#lie('shorter', sentence, { seen });
    }
    if (before.size === 0) return;
    const tree = this.#tree();
    const hashes = await consistencyProof(tree, before.size);
    // By the same tiles: if the proof holds for it, they are of the signed root.
    const earlier = await rootOf({ ...tree, size: before.size });
    const proof = texts(hashes);
    if (!isConsistent({ size: before.size, root: earlier }, hashes, checkpoint)) {
      throw this.#notItsFiles({ seen, proof });
    }
    if (sameHash(earlier, before.root)) return;
    const sentence = `The first ${before.size} commits of the ledger are not those that it had before.`;
    throw this.#lie('forked', sentence, { seen, proof, earlierRoot: toBase64(earlier) });
  }

  /** A log that goes on under a new origin names the newest checkpoint of the one before. */
  async #continues(before: Checkpoint, seen: SeenCheckpoint): Promise<void> {
    const { origin, size, root } = await this.#beginning();
    const [line, number] = placeOf(before.origin);
    const [lineNamed, numberNamed] = placeOf(origin);
    // One in between had what was seen: nothing here can tell.
    if (lineNamed === line && numberNamed > number) return;
    const isNewest = before.size < size || (before.size === size && toBase64(before.root) === root);
    if (origin === before.origin && isNewest) return;
    const sentence = `The ledger says that it continues ${origin} with ${size} commits. That is not what it had before.`;
    throw this.#lie('continued', sentence, { ...(await this.evidence(0)), seen });
  }

  async #beginning(): Promise<ContinuedLeaf> {
    const first = await this.leaf(0);
    if (first.kind !== 'continued') {
      const sentence = 'The ledger does not say which one it continues.';
      throw this.#lie('continued', sentence, await this.evidence(0));
    }
    if (!addsUp(first)) {
      const sentence = `The ledger says that it kept ${first.kept} commits of ${first.size} leaves and misses ${first.missing}.`;
      throw this.#lie('continued', sentence, await this.evidence(0));
    }
    // It begins with only that leaf, and grows behind the commits that were kept.
    if (first.kept < this.checkpoint.size) return first;
    throw new LogUnreadable('The ledger does not have all the commits again that it kept.');
  }

  /** Of one leaf the proof covers all: what is beside it in the tile is hashed from the bundle. */
  async #readBundle(index: number): Promise<readonly Entry[]> {
    const name = { level: 0, index };
    const width = widthOf(name, this.checkpoint.size);
    const bundle = await this.#file('tile/entries/', index, width);
    let all: readonly Uint8Array[];
    try {
      all = entriesOf(bundle).slice(0, width);
    } catch {
      throw this.#notItsFiles({ n: index * TILE_WIDTH });
    }
    const entries = all.map((bytes, i) => ({ n: index * TILE_WIDTH + i, bytes }));
    const [first] = entries;
    if (!first || entries.length < width) throw this.#notItsFiles({ n: index * TILE_WIDTH });
    const hashes = entries.map(({ bytes }) => leafHash(bytes));
    const proof = await inclusionProof(this.#tree({ index, hashes: joined(hashes) }), first.n);
    if (isIncluded({ n: first.n, hash: leafHash(first.bytes) }, proof, this.checkpoint)) {
      return entries;
    }
    throw this.#notItsFiles({ n: first.n, leaf: textOf(first.bytes), proof: texts(proof) });
  }

  /** @param own hashes of leaves that are already there. */
  #tree(own?: { readonly index: number; readonly hashes: Uint8Array }): Tree {
    const { size } = this.checkpoint;
    const tile = async ({ level, index }: TileName): Promise<Uint8Array> => {
      if (level === 0 && index === own?.index) return own.hashes;
      const width = widthOf({ level, index }, size);
      const hashes = await this.#file(`tile/${level}/`, index, width);
      if (hashes.length >= width * HASH_BYTES) return hashes;
      throw this.#notItsFiles({});
    };
    return { size, tile };
  }

  #file(folder: string, index: number, width: number): Promise<Uint8Array> {
    // Files of different logs have the same paths; caches tell them apart by this.
    const [, number] = placeOf(this.checkpoint.origin);
    const query = number > 1 ? `?log=${number}` : '';
    const path = folder + tilePath(index, width);
    return cachedIn(this.#files, path, async () => {
      const bytes = await this.#read(path + query);
      if (bytes) return bytes;
      // A part of a tile may be gone once all of it is there.
      const whole = width < TILE_WIDTH ? await this.#read(folder + tilePath(index) + query) : null;
      if (whole) return whole;
      throw new LogUnreadable(`The ledger has no file ${path}.`);
    });
  }

  #notItsFiles(evidence: Partial<Evidence>): LogContradiction {
    const sentence = 'The files of the ledger are not those that its checkpoint signs.';
    return this.#lie('files', sentence, evidence);
  }

  #lie(lie: Lie, sentence: string, evidence: Partial<Evidence>): LogContradiction {
    return new LogContradiction(lie, sentence, { ...this.seen, ...evidence });
  }
}

/**
 * Whether what a log kept and what it misses are the commits that the one before had: all its
 * leaves, but for `continued`.
 */
export function addsUp({ origin, size, kept, missing }: ContinuedLeaf): boolean {
  const [, number] = placeOf(origin);
  return kept + missing === (number > 1 ? size - 1 : size);
}

/** `play.example/denaria/2` → its line and its place in it: [`play.example/denaria`, 2]. */
export function placeOf(origin: string): readonly [line: string, number: number] {
  const [, line = origin, digits = '1'] = /^(.+)\/([1-9][0-9]{0,8})$/.exec(origin) ?? [];
  return [line, Number(digits)];
}

function readable<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    throw new LogUnreadable('The ledger’s key or checkpoint can’t be read.', { cause });
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function texts(hashes: readonly Hash[]): string[] {
  return hashes.map(toBase64);
}

function joined(hashes: readonly Hash[]): Uint8Array {
  const all = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [i, hash] of hashes.entries()) all.set(hash, i * HASH_BYTES);
  return all;
}

/** A failure is not cached: the next call tries again. */
function cachedIn<Key, Value>(
  cache: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const there = cache.get(key);
  if (there) return there;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}
