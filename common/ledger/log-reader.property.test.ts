/** What a log says is true or refused: it is lied about in every way that its files allow. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import { bytesOf, LOG_NAME, logFiles, logSigner, someLeaves } from '../testing/log-files.ts';
import { bundleOf, entriesOf, leafBytes, leafOf, type Leaf } from './leaf.ts';
import {
  LogContradiction,
  LogUnreadable,
  openLog,
  type Log,
  type ReadFile,
  type SeenCheckpoint,
} from './log-reader.ts';
import { fromBase64, openCheckpoint, parseCheckpoint, parseVerifier, toBase64 } from './note.ts';
import { isConsistent, isIncluded, leafHash } from './tree.ts';

async function opened(read: ReadFile, seen: SeenCheckpoint | null = null): Promise<Log> {
  const log = await openLog(read, seen);
  if (!log) throw new Error('there is no log');
  return log;
}

async function seenOf(read: ReadFile): Promise<SeenCheckpoint> {
  return (await opened(read)).seen;
}

/** What a reader finds. */
async function found(reading: Promise<unknown>): Promise<LogContradiction> {
  const error: unknown = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof LogContradiction) return error;
  throw new Error('no contradiction was found', { cause: error });
}

const hashesOf = (proof: readonly string[] = []) =>
  proof.map((text) => fromBase64(text) ?? new Uint8Array());

/** Around the widths of tiles. */
const anySize = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.constantFrom(255, 256, 257, 511, 512, 513, 700),
);

describe('a log that says the truth', () => {
  test('and has leaves of a kind that only a later version knows: the tree is checked, the others are read', async () => {
    const leaves = someLeaves(5);
    leaves[2] = bytesOf('{"at":1,"kind":"from-tomorrow","n":2,"v":1}');
    const seen = await seenOf(await logFiles(leaves.slice(0, 3)));
    const log = await opened(await logFiles(leaves), seen);
    expect(await log.leaf(3)).toMatchObject({ n: 3 });
    await expect(log.leaf(2)).rejects.toThrow(LogUnreadable);
    await expect(log.leaf(2)).rejects.toThrow('is of the kind from-tomorrow, which this version');
    expect((await log.evidence(2)).leaf).toContain('from-tomorrow');
  });

  test('grows, and every leaf is read and proven', () =>
    fc.assert(
      fc.asyncProperty(anySize, anySize, fc.nat(), async (a, b, pick) => {
        const [before, size] = a < b ? [a, b] : [b, a];
        const leaves = someLeaves(size);
        const seen = await seenOf(await logFiles(leaves.slice(0, before)));
        const log = await opened(await logFiles(leaves), seen);
        expect(log.checkpoint).toMatchObject({ origin: LOG_NAME, size });
        expect(log.continued).toBe(null);
        const n = pick % size;
        expect(await log.leaf(n)).toEqual(leafOf(leaves[n] ?? new Uint8Array()));
        const { leaf = '', proof } = await log.evidence(n);
        const place = { n, hash: leafHash(bytesOf(leaf)) };
        expect(isIncluded(place, hashesOf(proof), log.checkpoint)).toBe(true);
      }),
      { numRuns: runs({ usual: 15, long: 1000 }) },
    ));

  test('may serve only whole tiles', async () => {
    const leaves = someLeaves(256);
    const whole = await logFiles(leaves);
    const read = await logFiles(leaves.slice(0, 100), logSigner(), {
      'tile/entries/000.p/100': null,
      'tile/0/000.p/100': null,
      'tile/entries/000': await whole('tile/entries/000'),
      'tile/0/000': await whole('tile/0/000'),
    });
    const log = await opened(read, await seenOf(await logFiles(leaves.slice(0, 60))));
    expect(await log.bundleWith(99)).toHaveLength(100);
    await expect(log.leaf(100)).rejects.toThrow(LogUnreadable);
  });

  test('is none without a key, and can’t be read without files', async () => {
    expect(await openLog(await logFiles(someLeaves(3), logSigner(), { key: null }), null)).toBe(null); // prettier-ignore
    for (const [file, content] of [
      ['checkpoint', null],
      ['key', '<!doctype html>'],
      ['checkpoint', '<!doctype html>'],
      ['tile/entries/000.p/3', null],
    ] as const) {
      const read = await logFiles(someLeaves(3), logSigner(), { [file]: content });
      await expect(opened(read).then((log) => log.leaf(0))).rejects.toThrow(LogUnreadable);
    }
    const newer = [bytesOf('{"at":0,"kind":"of-another-version","n":0,"v":2}')];
    await expect((await opened(await logFiles(newer))).leaf(0)).rejects.toThrow(LogUnreadable);
  });
});

describe('a log that lies', () => {
  test('in any bit of its files: whatever is still read is true', () =>
    fc.assert(
      fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (size, pick, bit) => {
        const leaves = someLeaves(size);
        const truth = await logFiles(leaves);
        const half = Math.max(1, Math.floor(size / 2));
        const seen = await seenOf(await logFiles(leaves.slice(0, half)));
        const asked: string[] = [];
        const n = pick % size;
        const listening: ReadFile = (path) => {
          asked.push(path);
          return truth(path);
        };
        const reading = async (read: ReadFile) => (await opened(read, seen)).leaf(n);
        const leaf = await reading(listening);
        const altered = asked[pick % asked.length];
        const lying: ReadFile = async (path) => {
          const bytes = await truth(path);
          if (path !== altered || !bytes) return bytes;
          const at = bit % (bytes.length * 8);
          const other = Uint8Array.from(bytes);
          other[at >> 3] = (other[at >> 3] ?? 0) ^ (1 << (at % 8));
          return other;
        };
        const read = await reading(lying).catch((error: unknown) => error);
        if (read instanceof LogContradiction || read instanceof LogUnreadable) return;
        expect(read).toEqual(leaf);
      }),
      { numRuns: runs({ usual: 40, long: 5000 }) },
    ));

  test('about a leaf: it is not in the tree', async () => {
    const leaves = someLeaves(300);
    const bundle = entriesOf((await (await logFiles(leaves))('tile/entries/001.p/44')) ?? new Uint8Array()); // prettier-ignore
    bundle[4] = leafBytes({ ...leafOf(bundle[4] ?? new Uint8Array()), at: 1 });
    const read = await logFiles(leaves, logSigner(), { 'tile/entries/001.p/44': bundleOf(bundle) });
    const log = await opened(read);
    // The other bundle is as it was.
    expect(await log.leaf(255)).toMatchObject({ n: 255 });
    const { lie, evidence } = await found(log.leaf(270));
    expect(lie).toBe('files');
    const hash = leafHash(bytesOf(evidence.leaf ?? ''));
    const place = { n: evidence.n ?? -1, hash };
    expect(isIncluded(place, hashesOf(evidence.proof), log.checkpoint)).toBe(false);
  });

  test.each([
    ['is cut short', (bundle: Uint8Array) => bundle.subarray(0, -1)],
    ['has a leaf less', (bundle: Uint8Array) => bundleOf(entriesOf(bundle).slice(1))],
  ])('a bundle that %s', async (_, change) => {
    const leaves = someLeaves(12);
    const file = 'tile/entries/000.p/12';
    const bundle = (await (await logFiles(leaves))(file)) ?? new Uint8Array();
    const read = await logFiles(leaves, logSigner(), { [file]: change(bundle) });
    expect((await found((await opened(read)).leaf(3))).lie).toBe('files');
  });

  test('a leaf in another’s place, signed as it is', async () => {
    const leaves = someLeaves(5);
    const { lie, evidence } = await found(
      (await opened(await logFiles([...leaves, ...leaves]))).leaf(7),
    );
    expect([lie, evidence.n]).toEqual(['leaf', 7]);
  });

  test('two pasts: the evidence proves it to anyone', () =>
    fc.assert(
      fc.asyncProperty(anySize, anySize, fc.nat(), async (a, b, pick) => {
        const [before, size] = a < b ? [a, b] : [b, a];
        const leaves = someLeaves(size);
        const others = [...leaves];
        const n = pick % before;
        others[n] = someLeaves(n + 1, 1)[n] ?? new Uint8Array();
        const seen = await seenOf(await logFiles(others.slice(0, before)));
        const { lie, evidence } = await found(opened(await logFiles(leaves), seen));
        expect([lie, evidence.seen]).toEqual(['forked', seen]);
        // Both are signed by the key, and the proof leads from another past to the second.
        const [first, now] = [seen.note, evidence.note].map((note) =>
          openCheckpoint(note, parseVerifier(evidence.key)),
        );
        if (!first || !now) throw new Error('a note is missing');
        expect(evidence.earlierRoot).not.toBe(toBase64(first.root));
        const root = fromBase64(evidence.earlierRoot ?? '') ?? new Uint8Array();
        expect(isConsistent({ size: before, root }, hashesOf(evidence.proof), now)).toBe(true);
      }),
      { numRuns: runs({ usual: 15, long: 1000 }) },
    ));

  test('a tile beside the proof is not taken for another past', async () => {
    const leaves = someLeaves(20);
    const seen = await seenOf(await logFiles(leaves.slice(0, 13)));
    const tile = Uint8Array.from((await (await logFiles(leaves))('tile/0/000.p/20')) ?? []);
    tile[12 * 32] = (tile[12 * 32] ?? 0) ^ 1;
    const read = await logFiles(leaves, logSigner(), { 'tile/0/000.p/20': tile });
    expect((await found(opened(read, seen))).lie).toBe('files');
  });

  test('a log that is no longer there', async () => {
    const seen = await seenOf(await logFiles(someLeaves(9)));
    const headless = await logFiles(someLeaves(9), logSigner(), { checkpoint: null });
    for (const read of [() => Promise.resolve(null), headless]) {
      const gone = await found(openLog(read, seen));
      expect(gone).toMatchObject({ lie: 'gone', evidence: { seen } });
      expect(gone.message).toContain('9 commits');
    }
  });

  test('a shorter log, and another key', async () => {
    const seen = await seenOf(await logFiles(someLeaves(9)));
    const shorter = await found(opened(await logFiles(someLeaves(8)), seen));
    expect(shorter).toMatchObject({ lie: 'shorter', evidence: { seen } });
    expect(shorter.message).toContain('had 9 commits, and has 8');
    for (const signer of [logSigner(LOG_NAME, 8), logSigner('else.example/denaria/2')]) {
      const leaves = [...someLeaves(9)];
      if (signer.name !== LOG_NAME) leaves.unshift(await beginning(LOG_NAME, seen, 0));
      const other = await found(opened(await logFiles(leaves, signer), seen));
      expect(other).toMatchObject({ lie: 'key', evidence: { seen } });
      expect(other.evidence.key).not.toBe(seen.key);
    }
  });

  test('a checkpoint that its key did not sign', async () => {
    const note = (await (await logFiles(someLeaves(9)))('checkpoint')) ?? new Uint8Array();
    const forged = new TextDecoder().decode(note).replace('\n9\n', '\n8\n');
    const read = await logFiles(someLeaves(8), logSigner(), { checkpoint: forged });
    expect((await found(opened(read))).lie).toBe('signature');
    const foreign = await logFiles(someLeaves(9), logSigner(LOG_NAME, 8));
    const mixed = await logFiles(someLeaves(9), logSigner(), { key: await foreign('key') });
    expect((await found(opened(mixed))).lie).toBe('signature');
  });
});

/**
 * The first leaf of a log that continues one, which is named by its checkpoint. @param less how
 * many leaves it leaves out.
 */
async function beginning(
  origin: string,
  { note }: SeenCheckpoint,
  less: number,
  claim: { readonly root?: string; readonly kept?: number; readonly missing?: number } = {},
): Promise<Uint8Array> {
  const { size, root: own } = parseCheckpoint(note);
  const leaf: Leaf = {
    v: 1,
    n: 0,
    at: 5,
    kind: 'continued',
    origin,
    size: size - less,
    root: toBase64(own),
    kept: 3,
    missing: 6 - less,
    why: 'The disk was lost.',
    ...claim,
  };
  return leafBytes(leaf);
}

describe('a log that continues another', () => {
  const second = logSigner(`${LOG_NAME}/2`, 8);
  const asked: string[] = [];

  async function after(leaf: Uint8Array): Promise<ReadFile> {
    const later = someLeaves(4).slice(1);
    const files = await logFiles([leaf, ...later], second);
    return (path) => {
      asked.push(path);
      return files(path);
    };
  }

  test('says so, to those who saw the one before and to those who did not', async () => {
    const seen = await seenOf(await logFiles(someLeaves(9)));
    const older = await seenOf(await logFiles(someLeaves(4)));
    const read = await after(await beginning(LOG_NAME, seen, 0));
    for (const before of [seen, older, null]) {
      const log = await opened(read, before);
      expect(log.continued).toMatchObject({ origin: LOG_NAME, size: 9, missing: 6 });
    }
    const again = await opened(read, (await opened(read)).seen);
    expect(again.continued).toMatchObject({ why: 'The disk was lost.' });
    // Caches keep files of the log before under the same paths.
    expect(asked.filter((path) => path.startsWith('tile'))).toContain('tile/entries/000.p/4?log=2');
  });

  test('may have been continued itself meanwhile', async () => {
    const seen = await seenOf(await logFiles(someLeaves(9)));
    const leaf = await beginning(`${LOG_NAME}/2`, seen, 3, { missing: 2 });
    const later = someLeaves(4).slice(1);
    const read = await logFiles([leaf, ...later], logSigner(`${LOG_NAME}/3`, 8));
    expect((await opened(read, seen)).continued).toMatchObject({ origin: `${LOG_NAME}/2` });
  });

  test.each([
    ['fewer commits than were seen', LOG_NAME, 1, {}],
    ['another root', LOG_NAME, 0, { root: toBase64(new Uint8Array(32)) }],
    ['another game’s log', 'else.example/denaria', 0, {}],
    ['none of the same line', `${LOG_NAME}s`, 0, {}],
  ])('names %s', async (_, origin, less, claim) => {
    const seen = await seenOf(await logFiles(someLeaves(9)));
    const read = await after(await beginning(origin, seen, less, claim));
    const { lie, evidence } = await found(opened(read, seen));
    expect(lie).toBe('continued');
    expect(evidence).toMatchObject({ seen, n: 0 });
  });

  test('says how many commits it kept and misses, and the sum is not what there was', async () => {
    const seen = await seenOf(await logFiles(someLeaves(9)));
    for (const claim of [{ missing: 0 }, { kept: 0 }]) {
      const read = await after(await beginning(LOG_NAME, seen, 0, claim));
      expect((await found(opened(read))).lie).toBe('continued');
    }
    // It may still be growing.
    const read = await after(await beginning(LOG_NAME, seen, 0, { kept: 4, missing: 5 }));
    await expect(opened(read)).rejects.toThrow(LogUnreadable);
  });

  test('without saying so', async () => {
    const [first = new Uint8Array()] = someLeaves(1);
    expect((await found(opened(await after(first)))).lie).toBe('continued');
  });

  test('and goes back to the one before', async () => {
    const seen = await seenOf(await logFiles(someLeaves(9)));
    const now = await seenOf(await after(await beginning(LOG_NAME, seen, 0)));
    expect((await found(opened(await logFiles(someLeaves(9)), now))).lie).toBe('key');
  });
});
