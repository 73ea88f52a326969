/** Sample rows for a ranking that has none yet [SCR47]: never mixed with real rows. */
import {
  leaderboardEntrySchema,
  type LeaderboardEntry,
} from '../../../../common/protocol/leaderboard.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';

function sample(
  rank: number,
  nationId: NationId,
  digit: string,
  gdp: number,
  denaHoldings: string,
): LeaderboardEntry {
  const { name, flag } = NATIONS[nationId];
  const walletAddress = `0x${digit.repeat(40)}`;
  return leaderboardEntrySchema.parse({
    rank,
    nationId,
    nationName: name,
    flag,
    walletAddress,
    name: null,
    gdp,
    gdpSince: '2026-01-01T00:00:00Z',
    gdpOrder: rank,
    culturalOrder: rank,
    denaHoldings,
    resources: { wood: 0, oil: 0, food: 0, technology: 0 },
    presidentWallet: walletAddress,
    presidentStakedCount: 5 - rank,
  });
}

export const SAMPLE_ROWS: readonly LeaderboardEntry[] = [
  sample(1, 'usa', '1', 48_500, '125000'),
  sample(2, 'china', '2', 41_300, '98000'),
  sample(3, 'italy', '3', 36_200, '74500'),
  sample(4, 'argentina', '4', 29_000, '51250'),
];
