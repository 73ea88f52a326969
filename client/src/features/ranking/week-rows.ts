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
  /** Dollars behind the next; null if nobody is ahead, or it is not known. */
  readonly behind?: number | null;
  /** [SEA3] Of a week's ranking, which names no Presidents. Dollars. */
  readonly week?: {
    readonly gained: number;
    readonly isFinal: boolean;
  };
};

/** The entries as rows, the own one behind them if it is not among them. */
export function weekRows({ season, entries, own }: SeasonDetail): readonly RankedRow[] {
  const isOwnBeyond = own !== null && own.rank > entries.length;
  return [...entries, ...(isOwnBeyond ? [own] : [])].map(({ gained, ...entry }, i) => {
    const ahead = entries[i - 1];
    return {
      ...entry,
      nationName: NATIONS[entry.nationId].name,
      presidentWallet: null,
      presidentStakedCount: 0,
      behind: ahead && entry.rank === i + 1 ? ahead.gained - gained : null,
      week: { gained, isFinal: season.state === 'final' },
    };
  });
}
