/** Summarises what changed between two rankings, in one sentence for screen readers. Pure. */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { formatDollars } from '../../ui/format.ts';

type Rows = readonly Pick<LeaderboardEntry, 'walletAddress' | 'nationName' | 'gdp'>[];

/** Null if nothing changed. */
export function digest(before: Rows, after: Rows): string | null {
  const gdpBefore = new Map(before.map((row) => [row.walletAddress, row.gdp]));
  const changed = after.filter((row) => gdpBefore.get(row.walletAddress) !== row.gdp).length;
  const [leader] = after;
  const newLeader = leader && leader.walletAddress !== before[0]?.walletAddress;
  if (changed === 0 && !newLeader) return null;
  const changes = changed === 1 ? '1 GDP changed.' : `${changed} GDPs changed.`;
  if (!leader) return changes;
  const name = `${leader.nationName}, ${shortAddress(leader.walletAddress)}`;
  return newLeader
    ? `New leader: ${name}, at ${formatDollars(leader.gdp)}. ${changes}`
    : `${changes} ${name} still leads, at ${formatDollars(leader.gdp)}.`;
}
