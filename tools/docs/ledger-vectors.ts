/**
 * docs/vectors/ledger.json: by these a verifier in another language finds out whether it reads docs/ledger.md as this
 * program does. What is written is verified first.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { bundleOf, entriesOf, leafBytes, leafOf, type Leaf } from '../../common/ledger/leaf.ts';
import {
  checkpointText,
  openCheckpoint,
  parseVerifier,
  signerOf,
  signNote,
  toBase64,
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
  rootOf,
  tilePath,
  withTiles,
  type GrownTile,
  type Tree,
  type TreeHead,
} from '../../common/ledger/tree.ts';
import { address } from '../../common/values/address.ts';

const WALLET = address('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
const ORDER = 8_796_093_022_208;

/** What each kind has of its own; a leaf of every kind, though no player ever did all that. */
const KINDS = [
  {
    kind: 'continued',
    origin: 'play.example/denaria',
    size: 9,
    root: toBase64(EMPTY_ROOT),
    kept: 7,
    missing: 2,
    why: 'The disk’s last hour was lost: “r\u00e9stor\u00e9” \\ \ud83c\uddee\ud83c\uddf9',
  },
  { kind: 'nation-chosen', nation: 'italy', holdings: { dena: '0' }, order: ORDER },
  {
    kind: 'dena-staked',
    amount: '120500000000000000000',
    holdings: { block: 19_000_000, dena: '3000000000000000000000', national: 3, museum: 5 },
    order: ORDER + 1,
  },
  { kind: 'dena-staked', amount: '1', holdings: { dena: '3000000000000000000000' } },
  {
    kind: 'national-staked',
    token: '2',
    copies: 2,
    territory: 350,
    production: 25,
    holdings: { block: 19_000_001, dena: '3000000000000000000000', national: 3, museum: 5 },
    order: ORDER + 2,
  },
  {
    kind: 'museum-staked',
    token: '2',
    copies: 4,
    bonus: 1200,
    holdings: { block: 19_000_001, dena: '3000000000000000000000', national: 3, museum: 5 },
    order: ORDER + 3,
  },
  {
    kind: 'traded',
    resource: 'oil',
    quantity: 50,
    amount: '2500000000000000000000',
    holdings: { block: 19_000_002, dena: '3000000000000000000000', national: 3, museum: 5 },
  },
  { kind: 'contributed', resource: 'oil', quantity: 50 },
  { kind: 'resources-settled' },
  {
    kind: 'holdings-verified',
    holdings: { block: 19_000_003, dena: '2900000000000000000000', national: 3, museum: 5 },
  },
  { kind: 'name-checked' },
  { kind: 'dena-unstaked', ended: [2], order: ORDER + 4 },
  { kind: 'national-unstaked', ended: [4], order: ORDER + 5 },
  { kind: 'museum-unstaked', ended: [5], order: ORDER + 6 },
  {
    kind: 'stakes-unbacked',
    ended: [3, 2],
    holdings: { block: 19_000_004, dena: '0', national: 0, museum: 0 },
  },
] as const;

function leaves(): Leaf[] {
  return KINDS.map((own, n): Leaf => {
    const any = { v: 1, n, at: 1_760_000_000_000 + n * 1000 } as const;
    if (own.kind === 'continued') return { ...any, ...own };
    const of = { ...any, wallet: WALLET, version: n };
    return 'ended' in own ? { ...of, ...own, ended: [...own.ended] } : { ...of, ...own };
  });
}

/** Of a leaf's text, what is none: a wallet is one player however it is written, so only EIP-55 is a leaf's. */
function refused(text: string): string[] {
  const others = [
    text.replace(WALLET, WALLET.toLowerCase()),
    text.replace(WALLET, WALLET.replace('0xd', '0xD')),
    text.replace('"v":1', '"v": 1'),
  ];
  for (const other of others) {
    let isLeaf = true;
    try {
      leafOf(new TextEncoder().encode(other));
    } catch {
      isLeaf = false;
    }
    if (isLeaf) throw new Error(`that is a leaf: ${other}`);
  }
  return others;
}

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

export async function ledgerVectors(): Promise<string> {
  const all = leaves();
  const entries = all.map((leaf) => leafBytes(leaf));
  const bundle = bundleOf(entries);
  if (entriesOf(bundle).some((entry, n) => leafOf(entry).n !== n)) throw new Error('lost a leaf');
  const { head } = await treesOf(entries);

  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  const signer = signerOf('play.example/denaria/2', seed);
  const verifier = verifierText(signer);
  const note = signNote(checkpointText({ origin: signer.name, ...head }), signer);
  if (openCheckpoint(note, parseVerifier(verifier)).size !== all.length) throw new Error('lost it');

  const numbers = Array.from({ length: LARGEST }, (_, n) => new TextEncoder().encode(String(n)));
  const large = await treesOf(numbers);
  const heads = await Promise.all(
    SIZES.map(async (size) => (await treesOf(numbers.slice(0, size))).head),
  );
  const vectors = {
    about: 'Made by npm run docs; docs/ledger.md says what of. Hashes are hexadecimal.',
    leaves: entries.map((entry) => ({
      text: new TextDecoder().decode(entry),
      hash: bytesToHex(leafHash(entry)),
    })),
    refused: refused(new TextDecoder().decode(entries[1])),
    bundle: bytesToHex(bundle),
    checkpoint: { seed: bytesToHex(seed), verifier, note, root: bytesToHex(head.root) },
    tree: {
      about: 'Entry n is the decimal number n in ASCII.',
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
    },
    paths: [0, 7, 999, 1000, 1_234_067].flatMap((index) => [tilePath(index), tilePath(index, 112)]),
  };
  return `${JSON.stringify(vectors, null, 2)}\n`;
}
