/** The message that the benchmarks push: one changed row, about 600 bytes as a frame. */
import { leaderboardEntrySchema } from '../../common/protocol/leaderboard.ts';
import { leaderboardMessageSchema, type LeaderboardMessage } from '../../common/protocol/live.ts';
import { walletOf } from '../../common/testing/fixtures.ts';

function entry(n: number) {
  return leaderboardEntrySchema.parse({
    rank: n,
    nationId: 'italy',
    nationName: 'Italy',
    flag: '🇮🇹',
    walletAddress: walletOf(n),
    gdp: 180_000 - n,
    gdpSince: '2026-01-01T00:00:00.000Z',
    denaHoldings: '123456.789012345678',
    resources: { wood: 120, oil: 45, food: 310, technology: 12 },
    presidentWallet: walletOf(7),
    presidentStakedCount: 12,
  });
}

const CHANGED = entry(1);

/** The caller sets its rev, from which a receiver knows when it was sent. */
export function messageAt(rev: string): LeaderboardMessage {
  return leaderboardMessageSchema.parse({
    epoch: 'bench',
    since: '0'.repeat(16),
    rev,
    nationId: 'italy',
    changed: [CHANGED],
    left: [],
    presidentWallet: walletOf(7),
    presidentStakedCount: 12,
  });
}

export function listOf(count: number) {
  return Array.from({ length: count }, (_, n) => entry(n + 1));
}
