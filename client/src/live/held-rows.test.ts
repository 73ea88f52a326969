import { expect, test } from 'vitest';
import { leaderboardEntrySchema } from '../../../common/protocol/leaderboard.ts';
import { heldRow, rankedRows } from './held-rows.ts';

const row = (name: string | null) =>
  heldRow(
    leaderboardEntrySchema.parse({
      rank: 1,
      nationId: 'italy',
      nationName: 'Italy',
      flag: '🇮🇹',
      walletAddress: `0x${'1'.repeat(40)}`,
      name,
      gdp: 18_000,
      gdpSince: new Date(1).toISOString(),
      denaHoldings: '1',
      resources: { wood: 0, oil: 0, food: 0, technology: 0 },
      presidentWallet: null,
      presidentStakedCount: 0,
    }),
  );

test('a row with the same content stays the same object, and one with another name does not', () => {
  const before = [row('marco.eth')];
  expect(rankedRows([row('marco.eth')], before)).toBe(before);
  expect(rankedRows([row(null)], before)[0]?.entry.name).toBe(null);
});
