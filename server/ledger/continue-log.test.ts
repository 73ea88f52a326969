/** A log that goes on after another one: what its first leaf says, and what is refused. */
import { beforeEach, expect, test } from 'vitest';
import { entriesOf, leafOf } from '../../common/ledger/leaf.ts';
import {
  checkpointText,
  openCheckpoint,
  parseVerifier,
  signerOf,
  signNote,
  toBase64,
} from '../../common/ledger/note.ts';
import { leafHash } from '../../common/ledger/tree.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { Store } from '../store/store.ts';
import { story } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { continueLog } from './continue-log.ts';
import { Ledger } from './ledger.ts';
import type { LedgerIdentity } from './ledger-rows.ts';
import { LedgerWriter } from './ledger-writer.ts';

const OLD = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(3) };
const NEW_KEY = { ...OLD, seed: new Uint8Array(32).fill(4) };
const ROOT = leafHash(Uint8Array.of(1));
const NOW = Date.UTC(2026, 10, 26);

let store: Store;
let revs: Rev[];

beforeEach(async () => {
  store = openMemoryStore();
  revs = [];
  for (const [version, change] of story(walletOf(1)).entries()) {
    revs.push(await store.commit(change, version, null));
  }
});

async function written(identity: LedgerIdentity) {
  const writer = new LedgerWriter({ store, identity, lease: { isHeld: () => true } });
  await writer.step();
  return writer;
}

/** A checkpoint that a witness has. */
function seen(size: number, origin = OLD.origin): string {
  return signNote(checkpointText({ origin, size, root: ROOT }), signerOf(origin, OLD.seed));
}

const begin = (from: string, identity: LedgerIdentity = OLD) =>
  continueLog(store, identity, { from, why: 'The backup of the night.', now: NOW });

test.each([
  ['the same key', OLD, true],
  ['another key, since the old one is lost', NEW_KEY, false],
])('a restored game goes on under a new origin, with %s', async (_, identity, isSigned) => {
  await written(OLD);
  const answer = await begin(seen(11), identity);
  const leaf = {
    v: 1,
    n: 0,
    at: NOW,
    kind: 'continued',
    origin: OLD.origin,
    size: 11,
    root: toBase64(ROOT),
    kept: revs.length,
    missing: 11 - revs.length,
    why: 'The backup of the night.',
  };
  expect(answer).toEqual({ origin: 'play.example/denaria/2', leaf, isSigned });

  const writer = await written(identity);
  expect([writer.size, writer.stopped]).toEqual([1 + revs.length, null]);
  const ledger = new Ledger(store, identity);
  const { origin, size } = openCheckpoint(
    (await ledger.checkpoint()) ?? '',
    parseVerifier(await ledger.key()),
  );
  expect([origin, size]).toEqual(['play.example/denaria/2', 1 + revs.length]);
  const entries = entriesOf((await ledger.entries(0, size)) ?? new Uint8Array());
  expect(entries.map((entry) => leafOf(entry).n)).toEqual(entries.map((_one, n) => n));
  expect(leafOf(entries[0] ?? new Uint8Array())).toEqual(leaf);
  const newest = revs.at(-1);
  for (const [i, rev] of revs.entries()) {
    expect(await ledger.indexOf(rev, newest ?? rev)).toBe(i + 1);
  }
});

test('the third log counts the commits of the second', async () => {
  await begin(seen(11));
  await written(OLD);
  const third = await begin(seen(20, 'play.example/denaria/2'));
  expect(third).toMatchObject({
    origin: 'play.example/denaria/3',
    leaf: { kept: revs.length, missing: 19 - revs.length },
  });
  expect((await written(OLD)).size).toBe(1 + revs.length);
});

test.each([
  ['no checkpoint', () => 'nonsense', 'not a checkpoint'],
  ['another game’s', () => seen(11, 'else.example/denaria'), 'Set the PUBLIC_ORIGIN'],
  ['one that the stored log is past', () => seen(7), 'The stored log has 8 leaves'],
])('%s is refused, and nothing changes', async (_, from, words) => {
  await written(OLD);
  const before = await new Ledger(store, OLD).checkpoint();
  await expect(begin(from())).rejects.toThrow(words);
  expect(await new Ledger(store, OLD).checkpoint()).toBe(before);
});

test('what was continued is not continued again from before', async () => {
  await begin(seen(11));
  await expect(begin(seen(11))).rejects.toThrow('The store has the log play.example/denaria/2');
});
