/** The presidents' names, as far as the loaded rows include them. Pure. */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { byNation, type NationId } from '../../../../common/values/nations.ts';

type Rows = readonly Pick<
  LeaderboardEntry,
  'nationId' | 'walletAddress' | 'name' | 'presidentWallet'
>[];

export function presidentNamesOf(rows: Rows): Readonly<Record<NationId, string | null>> {
  const names = new Map(rows.map((row) => [row.walletAddress, row.name]));
  return byNation((nationId) => {
    const president = rows.find((row) => row.nationId === nationId)?.presidentWallet;
    return (president && names.get(president)) ?? null;
  });
}
