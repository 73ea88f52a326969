/** A wallet's stakes are found in their index, in the order of the lists: nothing is scanned or sorted. */
import type Database from 'libsql';
import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { inDataDir } from '../testing/data-dir.ts';
import { openDatabase } from './database.ts';
import type { StakeRange } from './messages.ts';
import { prepareQuery } from './query.ts';
import { createReader } from './reads.ts';

const PLACE = { active: 1, playerVersion: 3, stakedAt: 7, id: 'a' };
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

/** A connection that keeps the statements that are prepared on it. */
function recorded(connection: Database.Database, statements: string[]): Database.Database {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]): unknown => {
        if (name === 'prepare') statements.push(String(args[0]));
        return Reflect.apply(value, target, args);
      };
    },
  });
}

test.each(RANGES)('$kinds, active only: $activeOnly, after $before', async (range) => {
  await inDataDir(async (dataDir) => {
    const { writer, path, unlock } = openDatabase(dataDir);
    const statements: string[] = [];
    const reader = createReader(recorded(writer, statements), path, () => 0);
    expect(reader.stakes(range)).toEqual([]);
    const plan = prepareQuery<[number, number, number, string]>(
      writer,
      `EXPLAIN QUERY PLAN ${statements.at(-1)}`,
    )
      .all()
      .map(([, , , detail]) => detail);
    reader.close();
    writer.close();
    unlock();
    const reads = plan.filter((detail) => /SEARCH|SCAN/.test(detail));
    expect(reads).toHaveLength(range.kinds.length);
    for (const read of reads) {
      expect(read).toMatch(/^SEARCH stakes USING INDEX stakes_by_list \(wallet=\? AND kind=\?/);
      if (range.activeOnly) expect(read).toContain('active=?');
      if (range.before) expect(read).toMatch(/player_version,staked_at,id\)<\(\?/);
    }
    expect(plan.join()).not.toContain('TEMP B-TREE');
  });
});
