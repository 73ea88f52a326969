/** A row of the ranking, all-time or of a week. Pure. */
import type { ReactNode } from 'react';
import { beginningWith, type LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import type { RankingUrl } from './ranking-url.ts';

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
  /** Its rank in a part of the ranking, where that is what counts [SCR75]; '': it has none. */
  readonly among?: number | '';
  /** Dollars behind the next; null if nobody is ahead, or it is not known. */
  readonly behind?: number | null;
  /** [SEA3] Of a week's ranking, which names no Presidents. Dollars. */
  readonly week?: {
    readonly gained: number;
    readonly isFinal: boolean;
  };
  /** On a wall: what is counted in place of the GDP, and what stands beside it. */
  readonly figure?: string;
  readonly beside?: ReactNode;
};

/** What a page's address asks for. */
type Wanted = Pick<RankingUrl, 'nationId' | 'q'>;

/**
 * The rows that are wanted: the week's own, which are live, and behind them those that the server
 * found among the rest.
 * @param found null: there is no rest, or nothing is known of it.
 */
export function wantedRows(
  week: SeasonDetail,
  found: SeasonDetail | null,
  wanted: Wanted,
): readonly RankedRow[] {
  const rows = weekRows(week).filter((row) => isWanted(row, wanted));
  const known = new Set(rows.map(({ walletAddress }) => walletAddress));
  const others = found
    ? weekRows({ ...found, own: null }).filter(
        ({ rank, walletAddress }) => rank > week.entries.length && !known.has(walletAddress),
      )
    : [];
  return [...rows, ...others].sort((a, b) => a.rank - b.rank);
}

/** Of that nation, and with what is searched at the beginning of the name or the address. */
function isWanted({ nationId, name, walletAddress: wallet }: RankedRow, wanted: Wanted): boolean {
  const isIt = wanted.q === '' || beginningWith(wanted.q)({ name, wallet });
  return isIt && (wanted.nationId ?? nationId) === nationId;
}

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
