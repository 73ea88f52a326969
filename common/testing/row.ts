/** A row of the ranking for tests, as an answer carries it. */
import { leaderboardEntrySchema, type LeaderboardEntry } from '../protocol/leaderboard.ts';
import { NATIONS } from '../values/nations.ts';

/** A player of Italy, ranked first. @param over fields in their wire form, the wallet among them */
export function testRow(over: Partial<LeaderboardEntry>): LeaderboardEntry {
  const { id, name, flag } = NATIONS[over.nationId ?? 'italy'];
  return leaderboardEntrySchema.parse({
    rank: 1,
    nationId: id,
    nationName: name,
    flag,
    name: null,
    gdp: 18_000,
    gdpOrder: 0,
    culturalOrder: 0,
    gdpSince: '2026-01-01T00:00:00.000Z',
    denaHoldings: '0',
    resources: { wood: 0, oil: 0, food: 0, technology: 0 },
    presidentWallet: null,
    presidentStakedCount: 0,
    ...over,
  });
}
