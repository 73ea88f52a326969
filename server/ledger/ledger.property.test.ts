/**
 * The ledger of a game on two processes that both believe in their lease at times, lose writes or
 * don't learn of them, and restart: each checkpoint that is ever stored has the one before as its
 * beginning, and in the end every commit is a leaf, in the feed's order.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesOf, leafOf, type Leaf } from '../../common/ledger/leaf.ts';
import { openCheckpoint, signerOf, type Checkpoint } from '../../common/ledger/note.ts';
import { consistencyProof, isConsistent, rootOf } from '../../common/ledger/tree.ts';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { isOfPlayer, isWeekEnd } from '../../common/values/stored-event.ts';
import { weekAt, weekId } from '../../common/values/week.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { firstWeekOpened, weekEndedBefore } from '../store/kept/era.ts';
import type { RowsWrite } from '../store/rows.ts';
import { failingWrites, ifUnavailable, type Fate } from '../store/testing/failing-writes.ts';
import { joining, story } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { yieldToLoop } from '../lib/machine.ts';
import { instead, withRows } from '../test/support/instead.ts';
import { Ledger } from './ledger.ts';
import { storedTiles } from './ledger-rows.ts';
import { LedgerWriter } from './ledger-writer.ts';

const IDENTITY = { origin: 'play.example/denaria', seed: new Uint8Array(32).fill(3) };
const SIGNER = signerOf(IDENTITY.origin, IDENTITY.seed);
const STORIES = 4;
const FIRST = weekAt(NOW);

const anyFate = fc.constantFrom<Fate>('done', 'done', 'done', 'refused', 'unknown');

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('commit' as const),
      player: fc.nat({ max: STORIES - 1 }),
    }),
  },
  {
    weight: 1,
    // Enough to fill tiles.
    arbitrary: fc.record({ is: fc.constant('joins' as const), count: fc.nat({ max: 300 }) }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('week' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('write' as const),
      process: fc.nat({ max: 1 }),
      fate: anyFate,
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('both' as const), fate: anyFate }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('restart' as const), process: fc.nat({ max: 1 }) }),
  },
);

function world() {
  const memory = openMemoryStore();
  let last: Checkpoint | null = null;
  const { fail, write } = failingWrites(memory, check);
  const store = withRows(instead(memory, { write }), (rows) => ({
    async get(key) {
      // The other process may write between any two reads.
      await yieldToLoop();
      return rows.get(key);
    },
  }));

  async function check({ rows }: RowsWrite): Promise<void> {
    const note = rows.find(({ kind }) => kind === 'ledger-checkpoint')?.document ?? '';
    const checkpoint = openCheckpoint(note, SIGNER);
    const tree = { size: checkpoint.size, tile: storedTiles(memory) };
    expect(await rootOf(tree)).toEqual(checkpoint.root);
    if (last) {
      expect(checkpoint.size).toBeGreaterThan(last.size);
      const proof = await consistencyProof(tree, last.size);
      expect(isConsistent(last, proof, checkpoint)).toBe(true);
    }
    last = checkpoint;
  }

  const start = () =>
    new LedgerWriter({ store, identity: IDENTITY, lease: { isHeld: () => true } });
  const processes = [start(), start()];
  const stories = Array.from({ length: STORIES }, (_, n) =>
    story(walletOf(n + 1), NATION_IDS[n % NATION_IDS.length]),
  );
  const committed = stories.map(() => 0);
  const revs: Rev[] = [];
  let joined = 0;
  let weeks = 0;
  const step = (process: number) => processes[process]?.step().catch(ifUnavailable);

  return {
    store,
    revs,
    async commit(player: number) {
      const at = committed[player] ?? 0;
      const change = stories[player]?.[at];
      if (!change) return;
      committed[player] = at + 1;
      revs.push(await memory.commit(change, at, null));
    },
    async join() {
      joined += 1;
      revs.push(await memory.commit(joining(walletOf(1000 + joined)), 0, null));
    },
    /** Ends a week. */
    async week() {
      await memory.changeEra(firstWeekOpened(FIRST));
      weeks += 1;
      await memory.changeEra(weekEndedBefore(FIRST + weeks));
      const [last] = await memory.events({ limit: 1, order: 'newest-first' });
      if (last) revs.push(last.rev);
    },
    async write(process: number, next: Fate) {
      fail(next);
      await step(process);
    },
    async both(next: Fate) {
      fail(next);
      await Promise.all([step(0), step(1)]);
    },
    restart(process: number) {
      processes[process] = start();
    },
    stopped: () => processes.map(({ stopped }) => stopped),
  };
}

async function leavesOf(ledger: Ledger, size: number): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  for (let from = 0; from < size; from += 256) {
    const bundle = await ledger.entries(from / 256, Math.min(256, size - from));
    leaves.push(...entriesOf(bundle ?? new Uint8Array()).map((entry) => leafOf(entry)));
  }
  return leaves;
}

describe('the ledger', () => {
  test('only ever grows, and has every commit', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 60 }), async (steps) => {
        const game = world();
        for (const step of steps) {
          if (step.is === 'commit') await game.commit(step.player);
          else if (step.is === 'write') await game.write(step.process, step.fate);
          else if (step.is === 'week') await game.week();
          else if (step.is === 'both') await game.both(step.fate);
          else if (step.is === 'restart') game.restart(step.process);
          else for (let i = 0; i < step.count; i += 1) await game.join();
        }
        await game.write(0, 'done');
        expect(game.stopped()).toEqual([null, null]);
        const { store, revs } = game;
        const ledger = new Ledger(store, IDENTITY);
        const note = await ledger.checkpoint();
        if (revs.length === 0) {
          expect(note).toBeNull();
          return;
        }
        expect(openCheckpoint(note ?? '', SIGNER).size).toBe(revs.length);
        const leaves = await leavesOf(ledger, revs.length);
        const events = await store.events({
          after: REV_ZERO,
          limit: 100_000,
          order: 'oldest-first',
        });
        expect(leaves.map(({ n }) => n)).toEqual(events.map((_, n) => n));
        const versions = new Map<string, number>();
        for (const [n, event] of events.entries()) {
          const leaf = leaves[n];
          if (isWeekEnd(event)) {
            expect(leaf).toMatchObject({
              kind: 'week-ended',
              week: weekId(event.week),
              at: event.at,
            });
            continue;
          }
          if (!isOfPlayer(event)) throw new Error('no rules were changed');
          if (!leaf || !('wallet' in leaf)) throw new Error('a commit’s leaf is missing');
          const { wallet } = event.row;
          const version = (versions.get(wallet) ?? 0) + 1;
          versions.set(wallet, version);
          expect([leaf.wallet, leaf.version, leaf.at]).toEqual([wallet, version, event.at]);
        }
        const last = revs.length - 1;
        const newest = revs[last] ?? REV_ZERO;
        for (const n of new Set([0, 1, 255, 256, 257, Math.floor(last / 2), last])) {
          const rev = revs[n];
          if (rev) expect(await ledger.indexOf(rev, newest)).toBe(n);
        }
        expect(await ledger.indexOf(REV_ZERO, newest)).toBe('unknown');
        await game.join();
        const next = revs.at(-1) ?? REV_ZERO;
        expect(await ledger.indexOf(next, next)).toBe('behind');
      }),
      { numRuns: runs({ usual: 15, long: 1000 }) },
    ));
});
