/** Logs that a test makes: their files, signed, of any leaves. */
import { bundleOf, leafBytes, type Leaf } from '../../../common/ledger/leaf.ts';
import { checkpointText, signerOf, signNote, verifierText } from '../../../common/ledger/note.ts';
import { grown, leafHash, rootOf, TILE_WIDTH, tilePath } from '../../../common/ledger/tree.ts';
import { TEST_KEY } from '../../test/support/harness.ts';

interface SignedLog {
  readonly note: string;
  /** A file of it, by its path; null: it has none. */
  readonly file: (path: string) => Uint8Array | string | null;
}

/** @param entries leaves, or bytes in place of one. */
export async function signedLog(
  entries: readonly (Leaf | Uint8Array)[],
  { seed = TEST_KEY, origin = 'localhost/denaria' } = {},
): Promise<SignedLog> {
  const bytes = entries.map((one) => (one instanceof Uint8Array ? one : leafBytes(one)));
  const none = () => Promise.reject(new Error('the tree is empty'));
  const hashes = bytes.map((one) => leafHash(one));
  const { size, tiles } = await grown({ size: 0, tile: none }, hashes);
  const files = new Map<string, Uint8Array | string>();
  for (const { level, index, width, bytes: tile } of tiles) {
    files.set(`/ledger/tile/${level}/${tilePath(index, width)}`, tile);
    if (level > 0) continue;
    const bundle = bundleOf(bytes.slice(index * TILE_WIDTH, index * TILE_WIDTH + width));
    files.set(`/ledger/tile/entries/${tilePath(index, width)}`, bundle);
  }
  const byName = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile.bytes]));
  const root = await rootOf({
    size,
    tile: async ({ level, index }) => byName.get(`${level}/${index}`) ?? new Uint8Array(),
  });
  const signer = signerOf(origin, seed);
  const note = signNote(checkpointText({ origin, size, root }), signer);
  files.set('/ledger/checkpoint', note);
  files.set('/ledger/key', `${verifierText(signer)}\n`);
  return { note, file: (path) => files.get(path) ?? null };
}
