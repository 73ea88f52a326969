/**
 * docs/vectors/ledger.json: by these a verifier in another language finds out whether it reads docs/ledger.md as this
 * program does. What is written is verified first.
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bundleOf, entriesOf, leafOf } from '../../common/ledger/leaf.ts';
import {
  checkpointText,
  openCheckpoint,
  parseVerifier,
  signerOf,
  signNote,
  type Signer,
  verifierText,
} from '../../common/ledger/note.ts';
import {
  consistencyProof,
  EMPTY_ROOT,
  grown,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  parseTilePath,
  rootOf,
  sameHash,
  TILE_WIDTH,
  tilePath,
  withTiles,
  type GrownTile,
  type Hash,
  type Tree,
  type TreeHead,
} from '../../common/ledger/tree.ts';
import { leafHistory, longestLeaf, refusedLeaves } from './leaf-vectors.ts';

const SIZES = [0, 1, 2, 3, 7, 8, 255, 256, 257, 600];
const LARGEST = 600;

async function treesOf(entries: readonly Uint8Array[]) {
  const tile = () => Promise.reject(new Error('there is no such tile'));
  const { size, tiles } = await grown({ size: 0, tile }, entries.map(leafHash));
  const tree: Tree = { size, tile: withTiles(tile, tiles) };
  return { tree, tiles, head: { size, root: await rootOf(tree) } };
}

async function included(tree: Tree, head: TreeHead, n: number, entry: Uint8Array) {
  const proof = await inclusionProof(tree, n);
  if (!isIncluded({ n, hash: leafHash(entry) }, proof, head)) throw new Error(`${n} is not in it`);
  return { n, proof: proof.map(bytesToHex) };
}

async function consistent(tree: Tree, before: TreeHead, head: TreeHead) {
  const proof = await consistencyProof(tree, before.size);
  if (!isConsistent(before, proof, head)) throw new Error(`${before.size} is no beginning of it`);
  return { from: before.size, proof: proof.map(bytesToHex) };
}

const pathOf = ({ level, index, width }: GrownTile) => `tile/${level}/${tilePath(index, width)}`;

interface FalseProof {
  readonly why: string;
  readonly proof: readonly Hash[];
}

/** What becomes of a proof that somebody made wrong, or kept from another tree. */
function spoilt(proof: readonly Hash[]): readonly FalseProof[] {
  const [first = EMPTY_ROOT, second = EMPTY_ROOT, ...others] = proof;
  return [
    { why: 'a bit is another', proof: [withAnotherBit(first), second, ...others] },
    { why: 'two hashes changed places', proof: [second, first, ...others] },
    { why: 'the first hash is missing', proof: proof.slice(1) },
    { why: 'the last hash is missing', proof: proof.slice(0, -1) },
    { why: 'there is a hash too many', proof: [...proof, EMPTY_ROOT] },
    { why: 'there is no proof', proof: [] },
  ];
}

function withAnotherBit(hash: Hash): Hash {
  return hash.map((byte, i) => (i === 31 ? byte ^ 1 : byte));
}

/** Proofs that prove nothing, for the entry 511 of 600, each complete in itself. */
async function notIncluded(tree: Tree, head: TreeHead) {
  const n = 511;
  const proof = await inclusionProof(tree, n);
  const right = { why: '', n, entry: String(n), size: head.size, root: head.root, proof };
  return [
    ...spoilt(proof).map((one) => ({ ...right, ...one })),
    { ...right, why: 'it is of another entry', entry: '512' },
    { ...right, why: 'it is of another number', n: 510 },
    { ...right, why: 'the number is beyond the tree', n: 600 },
    { ...right, why: 'the tree has another size', size: 512 },
    { ...right, why: 'the tree has another root', root: withAnotherBit(head.root) },
  ].map(({ root, ...one }) => {
    const hash = leafHash(utf8ToBytes(one.entry));
    if (isIncluded({ n: one.n, hash }, one.proof, { size: one.size, root }))
      throw new Error(one.why);
    return { ...one, root: bytesToHex(root), proof: one.proof.map(bytesToHex) };
  });
}

/** The same of the tree of 600 and the one of 257 that it begins with. */
async function notConsistent(tree: Tree, before: TreeHead, head: TreeHead) {
  const proof = await consistencyProof(tree, before.size);
  const right = { why: '', before, after: head, proof };
  const other = { ...before, root: withAnotherBit(before.root) };
  return [
    ...spoilt(proof).map((one) => ({ ...right, ...one })),
    { ...right, why: 'the earlier tree has another root', before: other },
    { ...right, why: 'the later tree has another root', after: { ...head, root: other.root } },
    { ...right, why: 'the earlier tree has another size', before: { ...before, size: 256 } },
    { ...right, why: 'the earlier tree is the larger one', before: head, after: before },
    { ...right, why: 'one size has two roots', before: other, after: before, proof: [] },
  ].map((one) => {
    if (isConsistent(one.before, one.proof, one.after)) throw new Error(one.why);
    return {
      why: one.why,
      from: one.before.size,
      fromRoot: bytesToHex(one.before.root),
      size: one.after.size,
      root: bytesToHex(one.after.root),
      proof: one.proof.map(bytesToHex),
    };
  });
}

/** A checkpoint, others that its key has signed as well, and what is none of that key. */
function noteVectors(head: TreeHead) {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  const signer = signerOf('play.example/denaria/2', seed);
  const verifier = verifierText(signer);
  const text = checkpointText({ origin: signer.name, ...head });
  const note = signNote(text, signer);
  const signed = (by: Signer, of = text) => signNote(of, by);
  const another = signerOf(signer.name, seed.toReversed());
  const witness = signerOf('witness.example', seed.toReversed());
  const lineOf = (of: string) => of.slice(of.lastIndexOf('\n\n') + 2);
  const also = [
    { why: 'a witness has signed it, too', note: note + lineOf(signed(witness)) },
    { why: 'a line extends it', note: signed(signer, `${text}a line of another program\n`) },
  ];
  const larger = checkpointText({ origin: signer.name, size: head.size + 1, root: head.root });
  const refused = [
    { why: 'another size under the old signature', note: note.replace(text, larger) },
    { why: 'another key of the same name signed it', note: signed(another) },
    {
      why: 'another key signed it under this key’s id',
      note: signed({ ...another, id: signer.id }),
    },
    { why: 'only a witness signed it', note: signed(witness) },
    {
      why: 'it is the checkpoint of another log',
      note: signed(signer, checkpointText({ ...head, origin: 'play.example/denaria' })),
    },
    { why: 'nobody signed it', note: `${text}\n` },
    { why: 'no empty line is before the signature', note: note.replace('\n\n', '\n') },
    { why: 'the last line has no end', note: note.slice(0, -1) },
    { why: 'the lines end as on Windows', note: note.replaceAll('\n', '\r\n') },
    { why: 'the signature is cut', note: signed({ ...signer, seed }).replace(/.{8}\n$/, '\n') },
    {
      why: 'the size has a leading zero',
      note: signed(signer, text.replace(`\n${head.size}\n`, `\n0${head.size}\n`)),
    },
    {
      why: 'the root is too short',
      note: signed(
        signer,
        checkpointText({ ...head, origin: signer.name, root: head.root.slice(1) }),
      ),
    },
  ];
  const opened = (of: string) => openCheckpoint(of, parseVerifier(verifier));
  for (const one of [{ why: 'it is the log’s own', note }, ...also]) {
    const { size, root } = opened(one.note);
    if (size !== head.size || !sameHash(root, head.root)) throw new Error(`refused: ${one.why}`);
  }
  for (const one of refused) expectRefused(one.why, () => opened(one.note));
  return {
    seed: bytesToHex(seed),
    verifier,
    note,
    size: head.size,
    root: bytesToHex(head.root),
    also,
    refused,
  };
}

function expectRefused(why: string, read: () => unknown): void {
  try {
    read();
  } catch {
    return;
  }
  throw new Error(`that is accepted: ${why}`);
}

/** Which files have which names, and what names none. */
function pathVectors() {
  const named = [0, 7, 256, 999, 1000, 1_234_067].flatMap((index) =>
    [TILE_WIDTH, 112, 1].map((width) => ({ index, width, path: tilePath(index, width) })),
  );
  const refused = [
    '7',
    '0007',
    '1000',
    '001/000',
    'x000/007',
    'x001/0',
    '007.p/0',
    '007.p/256',
    '007.p/01',
  ];
  for (const path of refused) if (parseTilePath(path)) throw new Error(`${path} is a path`);
  return { paths: named, refusedPaths: refused };
}

export async function ledgerVectors(): Promise<string> {
  const leaves = leafHistory();
  const entries = leaves.map(({ entry }) => entry);
  const [first = new Uint8Array()] = entries;
  const bundle = bundleOf(entries);
  if (entriesOf(bundle).some((entry, n) => leafOf(entry).n !== n)) throw new Error('lost a leaf');
  const { head } = await treesOf(entries);

  const numbers = Array.from({ length: LARGEST }, (_, n) => utf8ToBytes(String(n)));
  const large = await treesOf(numbers);
  const heads = await Promise.all(
    SIZES.map(async (size) => (await treesOf(numbers.slice(0, size))).head),
  );
  const early = heads.find(({ size }) => size === 257) ?? large.head;
  const vectors = {
    about:
      'Made by npm run docs; docs/ledger.md says what of. Hashes and bytes are hexadecimal. What is in `refused` is no leaf, checkpoint, proof or path, for the reason `why`.',
    leaves: leaves.map(({ entry, gdp }) => ({
      text: new TextDecoder().decode(entry),
      hash: bytesToHex(leafHash(entry)),
      gdp,
    })),
    longest: longestLeaf(first),
    refused: refusedLeaves(entries),
    bundle: bytesToHex(bundle),
    checkpoint: noteVectors(head),
    tree: {
      about: `Entry n is the decimal number n in ASCII. Tiles and proofs are of the tree of ${LARGEST}.`,
      size: LARGEST,
      roots: heads.map(({ size, root }) => ({ size, root: bytesToHex(root) })),
      tiles: large.tiles.map((tile) => ({
        path: pathOf(tile),
        first: bytesToHex(tile.bytes.subarray(0, 32)),
        last: bytesToHex(tile.bytes.subarray(-32)),
      })),
      inclusion: await Promise.all(
        [0, 1, 255, 256, 511, 512, 599].map((n) =>
          included(large.tree, large.head, n, numbers[n] ?? new Uint8Array()),
        ),
      ),
      consistency: await Promise.all(
        heads.slice(1).map((before) => consistent(large.tree, before, large.head)),
      ),
      refused: {
        inclusion: await notIncluded(large.tree, large.head),
        consistency: await notConsistent(large.tree, early, large.head),
      },
    },
    ...pathVectors(),
  };
  return `${JSON.stringify(vectors, null, 2)}\n`;
}
