/** A row of the ranking, all-time or of a week. Pure. */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';

export type RankedRow = Pick<
  LeaderboardEntry,
  | 'rank'
  | 'nationId'
  | 'nationName'
  | 'walletAddress'
  | 'name'
  | 'gdp'
  | 'presidentWallet'
  | 'presidentStakedCount'
> & {
  readonly denaHoldings?: string;
  /** Where the President need not be among the rows. */
  readonly presidentName?: string | null;
  /** [SEA3] Of a week's ranking. Dollars: what was gained, and how far behind the next that is. */
  readonly week?: {
    readonly gained: number;
    readonly behind: number | null;
    readonly isFinal: boolean;
  };
};

/** The entries as rows, the own one behind them if it is not among them. */
export function weekRows({ season, entries, own, presidents }: SeasonDetail): readonly RankedRow[] {
  const isOwnBeyond = own !== null && own.rank > entries.length;
  return [...entries, ...(isOwnBeyond ? [own] : [])].map(({ gained, ...entry }, i) => {
    const ahead = entries[i - 1];
    const president = presidents.find(({ nationId }) => nationId === entry.nationId);
    return {
      ...entry,
      nationName: NATIONS[entry.nationId].name,
      presidentWallet: president?.walletAddress ?? null,
      presidentName: president?.name ?? null,
      presidentStakedCount: president?.staked ?? 0,
      week: {
        gained,
        behind: ahead && entry.rank === i + 1 ? ahead.gained - gained : null,
        isFinal: season.state === 'final',
      },
    };
  });
}
