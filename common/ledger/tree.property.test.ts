import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import {
  consistencyProof,
  EMPTY_ROOT,
  grown,
  HASH_BYTES,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  parseTilePath,
  rootOf,
  tilePath,
  widthOf,
  withTiles,
  type Hash,
  type Tree,
} from './tree.ts';

/** RFC 9162 §2.1.1, as it is written there. */
function mth(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (!only) return EMPTY_ROOT;
  if (leaves.length === 1) return only;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => leafHash(new TextEncoder().encode(`leaf ${n}`)));

async function treeOf(leaves: readonly Hash[], steps: readonly number[]): Promise<Tree> {
  const none = () => Promise.reject(new Error('there is no such tile'));
  let tree: Tree = { size: 0, tile: none };
  for (let done = 0, step = 0; done < leaves.length; step += 1) {
    const more = leaves.slice(done, done + Math.max(1, steps[step % steps.length] ?? 1));
    const { size, tiles } = await grown(tree, more);
    expect(tiles.every((tile) => tile.width === widthOf(tile, size))).toBe(true);
    tree = { size, tile: withTiles(tree.tile, tiles) };
    done += more.length;
  }
  return tree;
}

/** Around the widths of tiles, where a tree changes its form. */
const anySize = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(255, 256, 257, 511, 512, 513, 767, 1023, 1025),
  fc.integer({ min: 1, max: 1100 }),
);

test('however it grew, a tree in tiles has the root of RFC 9162', () =>
  fc.assert(
    fc.asyncProperty(
      anySize,
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 }),
      async (size, steps) => {
        const leaves = leavesOf(size);
        const tree = await treeOf(leaves, steps);
        expect(tree.size).toBe(size);
        expect(await rootOf(tree)).toEqual(mth(leaves));
      },
    ),
    { numRuns: runs({ usual: 20, long: 1000 }) },
  ));

test('a level-2 hash is that of 65,536 leaves', async () => {
  // All leaves are the same, and so are all hashes of one height.
  const [leaf = EMPTY_ROOT] = leavesOf(1);
  const heights = [leaf];
  for (let last = leaf; heights.length <= 16; heights.push(last)) last = nodeHash(last, last);
  const tile: Tree['tile'] = ({ level, width }) =>
    Promise.resolve(Buffer.alloc(width * HASH_BYTES, heights[8 * level]));
  const more = Array.from({ length: 301 }, () => leaf);
  const { size, tiles } = await grown({ size: 65_535, tile }, more);
  const tree = { size, tile: withTiles(tile, tiles) };
  const top = heights[16] ?? EMPTY_ROOT;
  expect(tiles.find(({ level }) => level === 2)?.bytes).toEqual(top);
  const root = nodeHash(top, mth(more.slice(1)));
  expect(await rootOf(tree)).toEqual(root);
  const proof = await inclusionProof(tree, 65_700);
  expect(isIncluded({ n: 65_700, hash: leaf }, proof, { size, root })).toBe(true);
});

test('a leaf’s proof holds only for it', () =>
  fc.assert(
    fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (size, one, other) => {
      const leaves = leavesOf(size);
      const tree = await treeOf(leaves, [97]);
      const root = mth(leaves);
      const n = one % size;
      const hash = leaves[n] ?? EMPTY_ROOT;
      const proof = await inclusionProof(tree, n);
      expect(isIncluded({ n, hash }, proof, { size, root })).toBe(true);
      const wrong = other % size;
      if (wrong !== n) {
        expect(isIncluded({ n: wrong, hash }, proof, { size, root })).toBe(false);
        const foreign = leaves[wrong] ?? EMPTY_ROOT;
        expect(isIncluded({ n, hash: foreign }, proof, { size, root })).toBe(false);
      }
      expect(isIncluded({ n, hash }, [...proof, root], { size, root })).toBe(false);
      expect(isIncluded({ n, hash }, proof.slice(1), { size, root })).toBe(size === 1);
      expect(isIncluded({ n: size, hash }, proof, { size, root })).toBe(false);
    }),
    { numRuns: runs({ usual: 25, long: 2000 }) },
  ));

test('a tree is consistent with what it was, and with nothing else', () =>
  fc.assert(
    fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (size, one, bit) => {
      const leaves = leavesOf(size);
      const tree = await treeOf(leaves, [300]);
      const after = { size, root: mth(leaves) };
      const earlier = 1 + (one % size);
      const before = { size: earlier, root: mth(leaves.slice(0, earlier)) };
      const proof = await consistencyProof(tree, earlier);
      expect(isConsistent(before, proof, after)).toBe(true);
      const changed = leaves.slice(0, earlier);
      changed[bit % earlier] = leafHash(Uint8Array.of(bit % 256));
      expect(isConsistent({ size: earlier, root: mth(changed) }, proof, after)).toBe(false);
      if (earlier < size) {
        expect(isConsistent(before, proof.slice(1), after)).toBe(false);
        expect(isConsistent(before, [...proof, after.root], after)).toBe(false);
        expect(isConsistent(after, proof, before)).toBe(false);
      }
    }),
    { numRuns: runs({ usual: 25, long: 2000 }) },
  ));

test('every tree begins with the empty one', () => {
  const after = { size: 3, root: mth(leavesOf(3)) };
  expect(isConsistent({ size: 0, root: EMPTY_ROOT }, [], after)).toBe(true);
  expect(isConsistent({ size: 0, root: after.root }, [], after)).toBe(false);
});

test('a tile that is cut short is refused', async () => {
  const tree = await treeOf(leavesOf(10), [10]);
  const cut: Tree = {
    size: 10,
    tile: async (name) => (await tree.tile(name)).subarray(0, 9 * HASH_BYTES),
  };
  await expect(rootOf(cut)).rejects.toThrow('cut short');
});

test('paths of tiles are those of C2SP tlog-tiles', () => {
  expect(tilePath(1_234_067)).toBe('x001/x234/067');
  expect(tilePath(0)).toBe('000');
  expect(tilePath(999, 5)).toBe('999.p/5');
  expect(tilePath(1000)).toBe('x001/000');
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 256 }), (index, width) => {
      expect(parseTilePath(tilePath(index, width))).toEqual({ index, width });
    }),
  );
  for (const wrong of [
    '',
    '0',
    '00',
    '0000',
    'x000/000',
    'x00/067',
    '001/067',
    '000.p/0',
    '000.p/256',
    '000.p/05',
    '000.p/',
    '000/',
    'x001/x234/067/',
    '-01',
  ]) {
    expect([wrong, parseTilePath(wrong)]).toEqual([wrong, null]);
  }
});
