/**
 * Lists of stakes, of events by kind and of rows by key, and what expired, are found in their
 * indexes, in their order: nothing is scanned or sorted.
 */
import { expect, test, vi } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { revOf } from '../pages.ts';
import { inDataDir } from '../testing/data-dir.ts';
import { openDatabase, openSnapshot } from './database.ts';
import { createReader, type Reader } from './reads.ts';
import { Statements } from './sqlite.ts';
import { createWriter } from './writes.ts';

/** How SQLite answers what a reader asks for. */
async function planOf(read: (reader: Reader) => unknown): Promise<string[]> {
  let plan: string[] = [];
  await inDataDir(async (dataDir) => {
    const { writer, path, unlock } = openDatabase(dataDir);
    const prepared = vi.spyOn(writer, 'prepare');
    const reader = createReader(
      writer,
      () => 0,
      () => openSnapshot(path),
    );
    expect(read(reader)).toEqual([]);
    const [sql] = prepared.mock.lastCall ?? [];
    plan = new Statements(writer)
      .all<[number, number, number, string]>(`EXPLAIN QUERY PLAN ${sql}`)
      .map(([, , , detail]) => detail);
    reader.close();
    writer.close();
    unlock();
  });
  expect(plan.join()).not.toContain('TEMP B-TREE');
  return plan.filter((detail) => /SEARCH|SCAN/.test(detail));
}

test('stakes of two kinds that are active, from a place on', async () => {
  const before = { state: { status: 'active' }, playerVersion: 3 } as const;
  const query = { kinds: ['national', 'cultural'], activeOnly: true, before, limit: 1000 } as const;
  const reads = await planOf((reader) => reader.lists.stakes(walletOf(1), query));
  expect(reads).toHaveLength(2);
  const found = 'SEARCH stakes USING INDEX stakes_by_list (wallet=? AND kind=? AND active=? AND ';
  for (const read of reads) expect(read).toContain(found);
});

test.each([
  [{ wallet: walletOf(1) }, 'events_by_wallet_kind (wallet=?', 2],
  [{}, 'events_by_nation_kind (nation_id=?', 8],
])('the events of some kinds of %o', async (subject, index, runs) => {
  const kinds = ['dena-staked', 'cultural-staked'] as const;
  const query = { ...subject, kinds, before: revOf(9), limit: 50, order: 'newest-first' } as const;
  const reads = await planOf((reader) => reader.lists.events(query));
  expect(reads).toHaveLength(runs);
  const found = `SEARCH events USING INDEX ${index} AND kind=? AND rev<?`;
  for (const read of reads) expect(read).toContain(found);
});

test('the rows of a kind, between two keys', async () => {
  const range = { after: 'a', to: 'b', limit: 9, order: 'descending' } as const;
  const reads = await planOf((reader) => reader.lists.rowsInRange('session', range));
  const found = 'sqlite_autoindex_rows_1 (kind=? AND key>? AND key<?)';
  expect(reads).toEqual([`SEARCH main.rows USING INDEX ${found}`]);
});

test('what has expired', async () => {
  await inDataDir(async (dataDir) => {
    const { writer, unlock } = openDatabase(dataDir);
    const prepared = vi.spyOn(writer, 'prepare');
    createWriter(writer, 0).clean(1);
    const statements = prepared.mock.calls.map(([sql]) => sql);
    expect(statements).toHaveLength(3);
    for (const sql of statements) {
      const plan = new Statements(writer).all<[number, number, number, string]>(
        `EXPLAIN QUERY PLAN ${sql}`,
      );
      expect(plan.map(([, , , detail]) => detail).join()).toMatch(/_by_expiry \(expires_at<\?\)/);
    }
    writer.close();
    unlock();
  });
});
