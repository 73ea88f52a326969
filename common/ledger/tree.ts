/**
 * The Merkle tree over the ledger's leaves (RFC 9162 §2.1 with SHA-256), in the tiles of C2SP
 * tlog-tiles: how it grows, its root, and the proofs that a leaf is in it and that it only grew,
 * made from tiles and verified without them.
 */
import { sha256 } from '@noble/hashes/sha2.js';

export type Hash = Uint8Array;
export const HASH_BYTES = 32;
/** Hashes of a full tile, which together are one of the level above. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

/** The root of the empty tree. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

export function leafHash(entry: Uint8Array): Hash {
  return sha256.create().update(Uint8Array.of(0)).update(entry).digest();
}

export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256.create().update(Uint8Array.of(1)).update(left).update(right).digest();
}

export function sameHash(a: Hash, b: Hash): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The tile `index` of a level; `width` of its hashes, from the first. */
export interface TileName {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** How many hashes a level of a tree of this size has. */
function hashesAt(level: number, size: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** How many hashes a tile has in a tree of this size. */
export function widthOf({ level, index }: Pick<TileName, 'level' | 'index'>, size: number): number {
  return Math.max(0, Math.min(TILE_WIDTH, hashesAt(level, size) - index * TILE_WIDTH));
}

/** `1234067` → `x001/x234/067`; with `.p/5` if five hashes of it are meant. */
export function tilePath(index: number, width = TILE_WIDTH): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const path = padded.replaceAll(/\d{3}(?=\d)/g, 'x$&/');
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

/** The inverse; null for anything that `tilePath` doesn't return. */
export function parseTilePath(path: string): Pick<TileName, 'index' | 'width'> | null {
  const match = /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return null;
  const [, groups = '', partial] = match;
  const index = Number(groups.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const isCanonical = tilePath(index, width) === path && width <= TILE_WIDTH;
  return isCanonical && Number.isSafeInteger(index) ? { index, width } : null;
}

/** The bytes of a tile: at least as many hashes as its name's width says. */
export type ReadTile = (tile: TileName) => Promise<Uint8Array>;

/** A tree of a size, by its tiles. */
export interface Tree {
  readonly size: number;
  readonly tile: ReadTile;
}

/** The greatest power of two below a number above 1. */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Of hashes that are all of one height; as many as a power of two. */
function joined(hashes: Uint8Array): Hash {
  if (hashes.length === HASH_BYTES) return hashes;
  const middle = hashes.length / 2;
  return nodeHash(joined(hashes.subarray(0, middle)), joined(hashes.subarray(middle)));
}

/** MTH(D[from : to]), for the ranges that the splits of a tree lead to. */
async function rangeHash({ size, tile }: Tree, from: number, to: number): Promise<Hash> {
  const leaves = to - from;
  const height = Math.log2(leaves);
  if (!Number.isInteger(height)) {
    const split = from + splitOf(leaves);
    const left = await rangeHash({ size, tile }, from, split);
    return nodeHash(left, await rangeHash({ size, tile }, split, to));
  }
  const level = Math.floor(height / TILE_HEIGHT);
  const first = from / TILE_WIDTH ** level;
  const index = Math.floor(first / TILE_WIDTH);
  const width = widthOf({ level, index }, size);
  const at = (first % TILE_WIDTH) * HASH_BYTES;
  const hashes = await tile({ level, index, width });
  const asked = hashes.subarray(at, at + 2 ** (height % TILE_HEIGHT) * HASH_BYTES);
  if (asked.length !== 2 ** (height % TILE_HEIGHT) * HASH_BYTES) {
    throw new Error(`the tile ${tilePath(index, width)} of level ${level} is cut short`);
  }
  return joined(asked);
}

export async function rootOf(tree: Tree): Promise<Hash> {
  return tree.size === 0 ? EMPTY_ROOT : rangeHash(tree, 0, tree.size);
}

/** RFC 9162 §2.1.3.1: that leaf `n` is in the tree. */
export async function inclusionProof(tree: Tree, n: number): Promise<Hash[]> {
  const proof: Hash[] = [];
  for (let from = 0, to = tree.size; to - from > 1;) {
    const split = from + splitOf(to - from);
    if (n < split) {
      proof.push(await rangeHash(tree, split, to));
      to = split;
    } else {
      proof.push(await rangeHash(tree, from, split));
      from = split;
    }
  }
  return proof.reverse();
}

/** RFC 9162 §2.1.4.1: that the tree begins with the one that had `before` leaves; at least one. */
export async function consistencyProof(tree: Tree, before: number): Promise<Hash[]> {
  const proof: Hash[] = [];
  let from = 0;
  let to = tree.size;
  while (before < to) {
    const split = from + splitOf(to - from);
    if (before <= split) {
      proof.push(await rangeHash(tree, split, to));
      to = split;
    } else {
      proof.push(await rangeHash(tree, from, split));
      from = split;
    }
  }
  if (from > 0) proof.push(await rangeHash(tree, from, to));
  return proof.reverse();
}

/** A tree's size and root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/** RFC 9162 §2.1.3.2. */
export function isIncluded(
  { n, hash }: { readonly n: number; readonly hash: Hash },
  proof: readonly Hash[],
  { size, root }: TreeHead,
): boolean {
  if (!Number.isSafeInteger(n) || n < 0 || n >= size) return false;
  let [place, last, reached] = [n, size - 1, hash];
  for (const part of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      reached = nodeHash(part, reached);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      reached = nodeHash(reached, part);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameHash(reached, root);
}

/**
 * RFC 9162 §2.1.4.2: whether the later tree begins with the earlier one. Every tree begins with the
 * empty one.
 */
export function isConsistent(before: TreeHead, proof: readonly Hash[], after: TreeHead): boolean {
  if (before.size > after.size) return false;
  if (before.size === 0) return proof.length === 0 && sameHash(before.root, EMPTY_ROOT);
  if (before.size === after.size) return proof.length === 0 && sameHash(before.root, after.root);
  let [place, last] = [before.size - 1, after.size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  // A tree of a power of two is itself the first hash.
  const [first, ...rest] = Number.isInteger(Math.log2(before.size))
    ? [before.root, ...proof]
    : proof;
  if (!first || proof.length === 0) return false;
  let [earlier, later] = [first, first];
  for (const part of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      earlier = nodeHash(part, earlier);
      later = nodeHash(part, later);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      later = nodeHash(later, part);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameHash(earlier, before.root) && sameHash(later, after.root);
}

function half(n: number): number {
  return Math.floor(n / 2);
}

/**
 * The tree with more leaves: its new size, and every tile that is new or longer than before, from
 * the first level up.
 * @param hashes the leaves' hashes.
 */
export async function grown(
  { size, tile }: Tree,
  hashes: readonly Hash[],
): Promise<{ readonly size: number; readonly tiles: readonly GrownTile[] }> {
  const tiles: GrownTile[] = [];
  let added = hashes;
  for (let level = 0; added.length > 0; level += 1) {
    const before = hashesAt(level, size);
    const above: Hash[] = [];
    for (let taken = 0; taken < added.length;) {
      const index = Math.floor((before + taken) / TILE_WIDTH);
      const filled = taken === 0 ? before % TILE_WIDTH : 0;
      const more = added.slice(taken, taken + TILE_WIDTH - filled);
      const bytes = new Uint8Array((filled + more.length) * HASH_BYTES);
      if (filled > 0) {
        const there = await tile({ level, index, width: filled });
        bytes.set(there.subarray(0, filled * HASH_BYTES));
      }
      for (const [i, hash] of more.entries()) bytes.set(hash, (filled + i) * HASH_BYTES);
      const width = filled + more.length;
      tiles.push({ level, index, width, bytes });
      if (width === TILE_WIDTH) above.push(joined(bytes));
      taken += more.length;
    }
    added = above;
  }
  return { size: size + hashes.length, tiles };
}

export interface GrownTile extends TileName {
  readonly bytes: Uint8Array;
}

/** Reads what has just grown, and the rest from where it was. */
export function withTiles(tile: ReadTile, tiles: readonly GrownTile[]): ReadTile {
  const byName = new Map(tiles.map((one) => [`${one.level}/${one.index}`, one.bytes]));
  return async (name) => byName.get(`${name.level}/${name.index}`) ?? tile(name);
}
