/**
 * Processes that commit and write the ledger, killed at any moment, and what must be so afterwards.
 */
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { entriesOf, leafOf, type Leaf } from '../../common/ledger/leaf.ts';
import { toBase64 } from '../../common/ledger/note.ts';
import { rootOf, TILE_WIDTH, type ReadTile } from '../../common/ledger/tree.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { isOfPlayer, isWeekEnd } from '../../common/values/stored-event.ts';
import { weekOf } from '../../common/values/week.ts';
import { Ledger } from '../../server/ledger/ledger.ts';
import { storedTiles } from '../../server/ledger/ledger-rows.ts';
import { LedgerWriter } from '../../server/ledger/ledger-writer.ts';
import type { Store } from '../../server/store/store.ts';
import { expectAllStored } from '../../server/store/testing/durability.ts';
import { joining } from '../../server/store/testing/fixtures.ts';
import { fractions } from '../../server/store/testing/fractions.ts';
import { type Location } from '../../server/store/locations.ts';
import { using } from '../../server/store/testing/locations.ts';
import { allCommits, inParallel } from '../../server/store/testing/observe.ts';
import { Child } from '../processes.ts';
import { wait } from '../test/counts.ts';
import { SEED } from '../test/seed.ts';

const IDENTITY = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(3) };
const PROGRAM = fileURLToPath(new URL('ledger-process.ts', import.meta.url));
/** More than a write adds, so that the tree of what was there before grows in several. */
const BEFORE = 4500;
const LONGEST_LIFE_MS = 600;
/** A write that a killed process left open may block others for some seconds. */
const PATIENCE = { timeout: 60_000, interval: 5 };

/**
 * No checkpoint that one of them served is ever contradicted, no commit that one acknowledged is
 * lost, every commit is whole, weeks end in order, and in the end each is a leaf.
 * @param places one for each process that runs at a time.
 * @param kills the first is while it adds what was there before.
 */
export async function killAndGoOn(
  location: Location,
  { places, kills }: { readonly places: readonly string[]; readonly kills: number },
): Promise<void> {
  await using(location, (store) =>
    inParallel(64, BEFORE, async (n) => {
      await store.commit(joining(walletOf(n + 1)), 0, null);
    }),
  );
  const random = fractions(SEED);
  const served = new Map<number, string>();
  const acknowledged: (readonly string[])[] = [];
  const started = async (slot: number) =>
    Child.start(PROGRAM, {
      args: [
        places[slot] ?? '',
        String(slot),
        IDENTITY.origin,
        Buffer.from(IDENTITY.seed).toString('hex'),
      ],
      isQuiet: true,
      until: /open/,
    });
  const running = await Promise.all(places.map((_, slot) => started(slot)));
  for (let kill = 0; kill < kills; kill += 1) {
    const slot = kill % places.length;
    const child = running[slot];
    if (!child) throw new Error('no process runs');
    await expect.poll(() => checkpointsOf(child).length, PATIENCE).toBeGreaterThan(kill);
    await wait(random() * LONGEST_LIFE_MS);
    expect(child.endedByItself(), child.output()).toBe(false);
    await child.end('SIGKILL');
    acknowledged.push(...linesOf(child).filter(({ length }) => length === 3));
    for (const [size, root] of checkpointsOf(child)) {
      // The same from whichever process.
      expect(root).toBe(served.get(size) ?? root);
      served.set(size, root);
    }
    if (kill + 1 < kills) running[slot] = await started(slot);
  }
  await Promise.all(running.map((child) => child.end('SIGKILL')));
  expect(served.size).toBeGreaterThanOrEqual(kills);
  await using(location, async (store) => {
    await expectWhole(store, served);
    await expectAllStored(store, acknowledged);
  });
}

/** The words of each whole line that it has printed. */
function linesOf(child: Child): string[][] {
  const lines = child.output().split('\n').slice(0, -1);
  return lines.map((line) => line.split(' '));
}

function checkpointsOf(child: Child): [number, string][] {
  return linesOf(child).flatMap(([size = '', root = '', more]) =>
    root === '' || more !== undefined ? [] : [[Number(size), root]],
  );
}

async function expectWhole(store: Store, served: ReadonlyMap<number, string>): Promise<void> {
  const writer = new LedgerWriter({
    store,
    identity: IDENTITY,
    lease: { isHeld: () => true },
  });
  const commits = await allCommits(store);
  await vi.waitFor(async () => {
    await writer.step();
    expect([writer.size, writer.stopped]).toEqual([commits.length, null]);
  }, PATIENCE);
  const stored = storedTiles(store);
  const read = new Map<string, ReturnType<ReadTile>>();
  const tile: ReadTile = (name) => {
    const key = `${name.level}/${name.index}`;
    const bytes = read.get(key) ?? stored(name);
    read.set(key, bytes);
    return bytes;
  };
  for (const [size, root] of served) expect(toBase64(await rootOf({ size, tile }))).toBe(root);

  const weeks = commits.flatMap((one) => (isWeekEnd(one) ? one.week : []));
  expect(weeks.length).toBeGreaterThan(0);
  expect(weeks).toEqual(weeks.map((_, n) => (weeks[0] ?? 0) + n));

  // Entries are served only if they have the hashes of the tree.
  const ledger = new Ledger(store, IDENTITY);
  for (let from = 0; from < commits.length; from += TILE_WIDTH) {
    const width = Math.min(TILE_WIDTH, commits.length - from);
    const bundle = await ledger.entries(from / TILE_WIDTH, width);
    const leaves = entriesOf(bundle ?? new Uint8Array()).map((entry) => leafOf(entry));
    const whose = leaves.map((leaf) => ('wallet' in leaf ? leaf.wallet : weekIn(leaf)));
    const due = commits.slice(from, from + width);
    expect(whose).toEqual(
      due.map((one) => (isOfPlayer(one) ? one.row.wallet : isWeekEnd(one) ? one.week : null)),
    );
  }
}

function weekIn(leaf: Leaf): number | null {
  return leaf.kind === 'week-ended' ? weekOf(leaf.week) : null;
}
