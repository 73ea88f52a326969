/**
 * The code reads, writes and refuses what docs/vectors/ledger.json, ledger-rules.json and
 * ledger-weeks.json say (docs/ledger.md).
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleOf, entriesOf, leafBytes, leafOf, UnknownKind } from '../../common/ledger/leaf.ts';
import {
  checkpointText,
  openCheckpoint,
  parseVerifier,
  signerOf,
  signNote,
  verifierText,
} from '../../common/ledger/note.ts';
import {
  consistencyProof,
  grown,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  parseTilePath,
  rootOf,
  tilePath,
  withTiles,
  type GrownTile,
  type Tree,
} from '../../common/ledger/tree.ts';
import { LogReplay } from '../../server/audit/ledger/log-replay.ts';
import { SEASON_ROWS } from '../../common/protocol/seasons.ts';
import { weekOf } from '../../common/values/week.ts';
import { Difference } from '../../server/audit/ledger/difference.ts';
import vectors from '../../docs/vectors/ledger.json' with { type: 'json' };
import ofRules from '../../docs/vectors/ledger-rules.json' with { type: 'json' };
import ofWeeks from '../../docs/vectors/ledger-weeks.json' with { type: 'json' };

const proofOf = (hashes: readonly string[]) => hashes.map((hash) => hexToBytes(hash));

async function grownOf(
  entries: readonly Uint8Array[],
): Promise<Tree & { readonly tiles: readonly GrownTile[] }> {
  const tile = () => Promise.reject(new Error('there is no such tile'));
  const { size, tiles } = await grown({ size: 0, tile }, entries.map(leafHash));
  return { size, tile: withTiles(tile, tiles), tiles };
}

describe('leaves', () => {
  const entries = vectors.leaves.map(({ text }) => utf8ToBytes(text));
  const [first = new Uint8Array()] = entries;

  test('a leaf is read and written as it is, has its hash, and leaves its player this GDP', () => {
    const game = new LogReplay({ weeks: new Map(), known: 0, now: Infinity, firstEnded: null });
    for (const [n, { text, hash, gdp }] of vectors.leaves.entries()) {
      const leaf = leafOf(utf8ToBytes(text));
      expect(new TextDecoder().decode(leafBytes(leaf))).toBe(text);
      expect(leaf.n).toBe(n);
      expect(bytesToHex(leafHash(leafBytes(leaf)))).toBe(hash);
      game.take(leaf);
      const player = 'wallet' in leaf ? game.players.get(leaf.wallet) : null;
      expect(player?.player.standing.gdp ?? null).toBe(gdp);
    }
  });

  test('they are the bundle', () => {
    expect(bytesToHex(bundleOf(entries))).toBe(vectors.bundle);
    expect(entriesOf(hexToBytes(vectors.bundle))).toEqual(entries);
  });

  test.each(vectors.refused)('no leaf: $why', ({ text, bytes = '' }) => {
    expect(() => leafOf(text === undefined ? hexToBytes(bytes) : utf8ToBytes(text))).toThrow();
  });

  test('the longest one', () => {
    const { replaced, repeat, hash } = vectors.longest;
    const withX = (count: number) =>
      utf8ToBytes(new TextDecoder().decode(first).replace(replaced, 'x'.repeat(count)));
    const longest = withX(repeat);
    expect(leafOf(longest).kind).toBe('continued');
    expect(bytesToHex(leafHash(longest))).toBe(hash);
    expect(() => leafOf(withX(repeat + 1))).toThrow();
  });

  test('the checkpoint is of their tree', async () => {
    const { root, size } = vectors.checkpoint;
    expect(bytesToHex(await rootOf(await grownOf(entries)))).toBe(root);
    expect(entries).toHaveLength(size);
  });
});

describe('rules that leaves change', () => {
  const { leaves, forbidden, unknown } = ofRules;
  const replayed = (count: number) => {
    const game = new LogReplay({ weeks: new Map(), known: 0, now: Infinity, firstEnded: null });
    for (const { text } of leaves.slice(0, count)) game.take(leafOf(utf8ToBytes(text)));
    return game;
  };

  test('a leaf is read and written as it is, has its hash, and leaves its player this', () => {
    for (const [n, { text, hash, gdp, units }] of leaves.entries()) {
      const leaf = leafOf(utf8ToBytes(text));
      expect(new TextDecoder().decode(leafBytes(leaf))).toBe(text);
      expect(bytesToHex(leafHash(leafBytes(leaf)))).toBe(hash);
      const { players } = replayed(n + 1);
      const player = 'wallet' in leaf ? players.get(leaf.wallet)?.player : null;
      expect([leaf.n, player?.standing.gdp ?? null]).toEqual([n, gdp]);
      expect(player?.resources.units ?? null).toEqual(units);
    }
  });

  test.each(forbidden)('not behind so many leaves: $why', ({ after, text }) => {
    expect(() => replayed(after).take(leafOf(utf8ToBytes(text)))).toThrow(Difference);
  });

  test.each(unknown)('nobody can tell what follows: $why', ({ text }) => {
    expect(() => leafOf(utf8ToBytes(text))).toThrow(UnknownKind);
  });
});

describe('weeks that leaves end', () => {
  const { leaves, weeks, refused, forbidden, unknown } = ofWeeks;
  const firstEnded = weekOf(weeks[0]?.week ?? '');
  /** A replay of the first leaves. */
  const replayed = (count: number) => {
    const game = new LogReplay({ weeks: new Map(), known: 0, now: Infinity, firstEnded });
    for (const { text } of leaves.slice(0, count)) game.take(leafOf(utf8ToBytes(text)));
    return game;
  };

  test('a leaf is read and written as it is, has its hash, and leaves its player this GDP', () => {
    for (const [n, { text, hash, gdp }] of leaves.entries()) {
      const leaf = leafOf(utf8ToBytes(text));
      expect(new TextDecoder().decode(leafBytes(leaf))).toBe(text);
      expect(bytesToHex(leafHash(leafBytes(leaf)))).toBe(hash);
      const player = 'wallet' in leaf ? replayed(n + 1).players.get(leaf.wallet) : null;
      expect([leaf.n, player?.player.standing.gdp ?? null]).toEqual([n, gdp]);
    }
  });

  test.each(weeks)('$week is what it was at leaf $n', ({ n, week, entries, presidents }) => {
    expect(JSON.parse(leaves[n]?.text ?? '')).toMatchObject({ kind: 'week-ended', week });
    const page = replayed(n).weeks.now(weekOf(week) ?? 0, SEASON_ROWS)?.page;
    const named = (rows: readonly { wallet: string; nation: string }[]) =>
      rows.map(({ wallet, nation, ...rest }) => ({
        walletAddress: wallet,
        nationId: nation,
        ...rest,
      }));
    expect(page?.entries).toMatchObject(named(entries));
    expect(page?.entries).toHaveLength(entries.length);
    expect(page?.presidents).toMatchObject(named(presidents));
    expect(page?.presidents).toHaveLength(presidents.length);
  });

  test.each(refused)('no leaf: $why', ({ text }) => {
    expect(() => leafOf(utf8ToBytes(text))).toThrow('A leaf can’t be read');
  });

  test.each(forbidden)('not behind so many leaves: $why', ({ after, text }) => {
    expect(() => replayed(after).take(leafOf(utf8ToBytes(text)))).toThrow(Difference);
  });

  test.each(unknown)('nobody can tell what $kind did', ({ text }) => {
    expect(() => leafOf(utf8ToBytes(text))).toThrow(UnknownKind);
  });
});

describe('checkpoints', () => {
  const { seed, verifier, note, size, root, also, refused } = vectors.checkpoint;
  const signer = signerOf(verifier.split('+')[0] ?? '', hexToBytes(seed));
  const opened = (of: string) => openCheckpoint(of, parseVerifier(verifier));

  test('the key signs it', () => {
    expect(verifierText(signer)).toBe(verifier);
    const text = checkpointText({ origin: signer.name, size, root: hexToBytes(root) });
    expect(signNote(text, signer)).toBe(note);
  });

  test.each([{ why: 'it is the log’s own', note }, ...also])('accepted: $why', (one) => {
    expect(opened(one.note)).toMatchObject({ size, root: hexToBytes(root) });
  });

  test.each(refused)('refused: $why', (one) => {
    expect(() => opened(one.note)).toThrow();
  });
});

describe('the tree', () => {
  const { size, roots, tiles, inclusion, consistency, refused } = vectors.tree;
  const entries = Array.from({ length: size }, (_, n) => utf8ToBytes(String(n)));
  const heads = roots.map((head) => ({ size: head.size, root: hexToBytes(head.root) }));
  const head = { size, root: hexToBytes(roots.at(-1)?.root ?? '') };
  let tree: Awaited<ReturnType<typeof grownOf>>;

  beforeAll(async () => {
    tree = await grownOf(entries);
  });

  test('it has these roots and tiles', async () => {
    for (const { size: count, root } of heads) {
      expect(await rootOf(await grownOf(entries.slice(0, count)))).toEqual(root);
    }
    const made = tree.tiles.map(({ level, index, width, bytes }) => ({
      path: `tile/${level}/${tilePath(index, width)}`,
      first: bytesToHex(bytes.subarray(0, 32)),
      last: bytesToHex(bytes.subarray(-32)),
    }));
    expect(made).toEqual(tiles);
  });

  test.each(inclusion)('entry $n is in it, by this proof', async ({ n, proof }) => {
    expect((await inclusionProof(tree, n)).map(bytesToHex)).toEqual(proof);
    const hash = leafHash(utf8ToBytes(String(n)));
    expect(isIncluded({ n, hash }, proofOf(proof), head)).toBe(true);
  });

  test.each(consistency)('it goes on from $from, by this proof', async ({ from, proof }) => {
    const before = heads.find((one) => one.size === from);
    expect((await consistencyProof(tree, from)).map(bytesToHex)).toEqual(proof);
    expect(before && isConsistent(before, proofOf(proof), head)).toBe(true);
  });

  test.each(refused.inclusion)('proves no entry: $why', ({ n, entry, proof, root, ...of }) => {
    const hash = leafHash(utf8ToBytes(entry));
    const at = { size: of.size, root: hexToBytes(root) };
    expect(isIncluded({ n, hash }, proofOf(proof), at)).toBe(false);
  });

  test.each(refused.consistency)('proves no beginning: $why', ({ from, fromRoot, ...later }) => {
    const before = { size: from, root: hexToBytes(fromRoot) };
    const after = { size: later.size, root: hexToBytes(later.root) };
    expect(isConsistent(before, proofOf(later.proof), after)).toBe(false);
  });
});

describe('the names of tiles', () => {
  test.each(vectors.paths)('$path', ({ index, width, path }) => {
    expect(tilePath(index, width)).toBe(path);
    expect(parseTilePath(path)).toEqual({ index, width });
  });

  test.each(vectors.refusedPaths)('%s names none', (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});
