/** Lists of stakes, and of events by kind, are found in their indexes, in their order: nothing is scanned or sorted. */
import { expect, test, vi } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { inDataDir } from '../testing/data-dir.ts';
import { openDatabase } from './database.ts';
import { prepareQuery } from './query.ts';
import { createReader, type Reader, type StakeRange } from './reads.ts';

const PLACE = { active: 1, playerVersion: 3 };
const RANGES = [['dena'], ['national', 'museum']].flatMap((kinds) =>
  [true, false].flatMap((activeOnly) =>
    [null, PLACE].map((before): StakeRange => ({
      wallet: walletOf(1),
      kinds,
      activeOnly,
      before,
      limit: 1000,
    })),
  ),
);

/** How SQLite answers what a reader asks for. */
async function planOf(read: (reader: Reader) => unknown): Promise<string[]> {
  let plan: string[] = [];
  await inDataDir(async (dataDir) => {
    const { writer, path, unlock } = openDatabase(dataDir);
    const prepared = vi.spyOn(writer, 'prepare');
    const reader = createReader(writer, path, () => 0);
    expect(read(reader)).toEqual([]);
    const [sql] = prepared.mock.lastCall ?? [];
    plan = prepareQuery<[number, number, number, string]>(writer, `EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(([, , , detail]) => detail);
    reader.close();
    writer.close();
    unlock();
  });
  expect(plan.join()).not.toContain('TEMP B-TREE');
  return plan.filter((detail) => /SEARCH|SCAN/.test(detail));
}

test.each(RANGES)('$kinds, active only: $activeOnly, after $before', async (range) => {
  const reads = await planOf((reader) => reader.lists.stakes(range));
  expect(reads).toHaveLength(range.kinds.length);
  for (const read of reads) {
    expect(read).toMatch(/^SEARCH stakes USING INDEX stakes_by_list \(wallet=\? AND kind=\?/);
    if (range.activeOnly) expect(read).toContain('active=?');
    if (range.before) expect(read).toMatch(/player_version(<\?|\)<\()/);
  }
});

test.each([
  [{ wallet: walletOf(1) }, /^SEARCH events USING INDEX events_by_wallet_kind \(wallet=\?/, 2],
  [{ nationId: 'italy' }, /^SEARCH events USING INDEX events_by_nation_kind \(nation_id=\?/, 2],
  [{}, /^SEARCH events USING INDEX events_by_nation_kind \(nation_id=\?/, 8],
])('the events of some kinds of %o', async (subject, expected, runs) => {
  const kinds = ['dena-staked', 'museum-staked'];
  const range = { ...subject, kinds, before: 9, limit: 50, order: 'newest-first' } as const;
  const reads = await planOf((reader) => reader.lists.events(range));
  expect(reads).toHaveLength(runs);
  for (const read of reads) {
    expect(read).toMatch(expected);
    expect(read).toContain('kind=? AND rev<?');
  }
});
