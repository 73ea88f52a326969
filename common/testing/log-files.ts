/** A log in memory, served as its files: for the tests of what reads one. */
import { bundleOf, leafBytes, type Leaf } from '../ledger/leaf.ts';
import type { ReadFile } from '../ledger/log-reader.ts';
import { checkpointText, signerOf, signNote, verifierText, type Signer } from '../ledger/note.ts';
import {
  grown,
  HASH_BYTES,
  leafHash,
  parseTilePath,
  rootOf,
  TILE_WIDTH,
  withTiles,
} from '../ledger/tree.ts';
import { walletOf } from './fixtures.ts';

export const LOG_NAME = 'play.example/denaria';

export function logSigner(name = LOG_NAME, seed = 7): Signer {
  return signerOf(name, new Uint8Array(32).fill(seed));
}

/** Leaves of wallets that do nothing but settle. @param salt makes others of them. */
export function someLeaves(count: number, salt = 0): Uint8Array[] {
  return Array.from({ length: count }, (_, n) => leafBytes({ ...settled(n), at: n + salt }));
}

function settled(n: number): Leaf {
  return { v: 1, n, at: n, kind: 'resources-settled', wallet: walletOf(n + 1), version: 1 };
}

/**
 * Files by path, as `/ledger/` serves them; those in `altered` instead of its own, null for none.
 */
export async function logFiles(
  leaves: readonly Uint8Array[],
  signer: Signer = logSigner(),
  altered: Readonly<Record<string, Uint8Array | string | null>> = {},
): Promise<ReadFile> {
  const none = () => Promise.reject(new Error('there is no such tile'));
  const { size, tiles } = await grown({ size: 0, tile: none }, leaves.map(leafHash));
  const root = await rootOf({ size, tile: withTiles(none, tiles) });
  const note = signNote(checkpointText({ origin: signer.name, size, root }), signer);
  const byPath: Readonly<Record<string, Uint8Array | string | null>> = {
    key: `${verifierText(signer)}\n`,
    checkpoint: note,
    ...altered,
  };
  return (path) => {
    const file = path.replace(/\?.*/, '');
    const given = byPath[file];
    if (given !== undefined) return Promise.resolve(typeof given === 'string' ? bytesOf(given) : given); // prettier-ignore
    const [, level = '', rest = ''] = /^tile\/(entries|\d+)\/(.+)$/.exec(file) ?? [];
    const place = parseTilePath(rest);
    if (!place) return Promise.resolve(null);
    const { index, width } = place;
    if (level === 'entries') {
      const from = index * TILE_WIDTH;
      return Promise.resolve(from + width > size ? null : bundleOf(leaves.slice(from, from + width))); // prettier-ignore
    }
    const tile = tiles.find((one) => one.level === Number(level) && one.index === index);
    return Promise.resolve(
      tile && width <= tile.width ? tile.bytes.subarray(0, width * HASH_BYTES) : null,
    );
  };
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
