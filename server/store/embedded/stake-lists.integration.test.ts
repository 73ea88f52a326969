/** A wallet's stakes are found in their index, in the order of the lists: nothing is scanned or sorted. */
import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { inDataDir } from './data-dir.ts';
import { openDatabase } from './database.ts';
import type { StakeRange } from './messages.ts';
import { prepareQuery } from './query.ts';
import { stakeParameters, stakeSql } from './reads.ts';

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

test.each(RANGES)('$kinds, active only: $activeOnly, after $before', async (range) => {
  await inDataDir(async (dataDir) => {
    const { writer, unlock } = openDatabase(dataDir);
    const plan = prepareQuery<[number, number, number, string]>(
      writer,
      `EXPLAIN QUERY PLAN ${stakeSql(range)}`,
    )
      .all(...stakeParameters(range))
      .map(([, , , detail]) => detail);
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
