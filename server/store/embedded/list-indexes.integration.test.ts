/** What is listed and what expired are found in their indexes: nothing is scanned or sorted. */
import { expect, test, vi } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { revOf } from '../pages.ts';
import { inDataDir } from '../testing/data-dir.ts';
import { openDatabase, openSnapshot } from './database.ts';
import { createReader, type Reader } from './reads.ts';
import { Statements } from './sqlite.ts';
import { createWriter } from './writes.ts';

type Lists = Reader['lists'];
const BEFORE = { state: { status: 'active' }, playerVersion: 3 } as const;
const EVENTS = {
  kinds: ['dena-staked', 'cultural-staked'],
  before: revOf(9),
  limit: 50,
  order: 'newest-first',
} as const;

test.each<[string, (lists: Lists, clean: () => void) => unknown, string, number]>([
  [
    'stakes of two kinds that are active, from a place on',
    (lists) =>
      lists.stakes(walletOf(1), {
        kinds: ['national', 'cultural'],
        activeOnly: true,
        before: BEFORE,
        limit: 1000,
      }),
    'stakes USING INDEX stakes_by_list (wallet=? AND kind=? AND active=? AND ',
    2,
  ],
  [
    'events of some kinds of a wallet',
    (lists) => lists.events({ ...EVENTS, wallet: walletOf(1) }),
    'events USING INDEX events_by_wallet_kind (wallet=? AND kind=? AND rev<?',
    2,
  ],
  [
    'events of some kinds',
    (lists) => lists.events(EVENTS),
    'events USING INDEX events_by_nation_kind (nation_id=? AND kind=? AND rev<?',
    8,
  ],
  [
    'events that no player made, of a kind',
    (lists) =>
      lists.events({ ofEras: 'rules-changed', before: revOf(9), limit: 1, order: 'newest-first' }),
    'events USING INDEX events_by_wallet_kind (wallet=? AND kind=? AND rev<?',
    1,
  ],
  [
    'rows of a kind, between two keys',
    (lists) => lists.rowsInRange('session', { after: 'a', to: 'b', limit: 9, order: 'descending' }),
    'main.rows USING INDEX sqlite_autoindex_rows_1 (kind=? AND key>? AND key<?)',
    1,
  ],
  ['what has expired', (_, clean) => clean(), '_by_expiry (expires_at<?)', 3],
])('%s', async (_, work, index, count) => {
  await inDataDir(async (dataDir) => {
    const { writer, path, unlock } = openDatabase(dataDir);
    const reader = createReader(
      writer,
      () => 0,
      () => openSnapshot(path),
    );
    const cleaner = createWriter(writer, 0);
    const prepared = vi.spyOn(writer, 'prepare');
    work(reader.lists, () => cleaner.clean(1));
    const plans = prepared.mock.calls.flatMap(([sql]) =>
      new Statements(writer)
        .all<[number, number, number, string]>(`EXPLAIN QUERY PLAN ${sql}`)
        .map(([, , , detail]) => detail),
    );
    expect(plans.join()).not.toContain('TEMP B-TREE');
    const isKey = (detail: string) => detail.includes('PRIMARY KEY');
    const found = plans.filter((detail) => /SEARCH|SCAN/.test(detail) && !isKey(detail));
    expect(found.map((detail) => detail.includes(index))).toEqual(Array(count).fill(true));
    reader.close();
    writer.close();
    unlock();
  });
});
