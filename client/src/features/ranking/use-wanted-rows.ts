/**
 * The rows that a week's page lists: all of them, a nation's, or what a search finds, beyond the
 * live ones too.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FOUND_ROWS, isFindable } from '../../../../common/protocol/leaderboard.ts';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { weekFoundQuery } from '../../api/seasons.ts';
import { searchRemedy, type RankingUrl } from './ranking-url.ts';
import { wantedRows } from './week-rows.ts';

export function useWantedRows(
  week: number,
  data: SeasonDetail | null | undefined,
  { nationId, q }: RankingUrl,
) {
  const isShort = q !== '' && !isFindable(q);
  const isPart = nationId !== null || q !== '';
  const isCut = !!data && data.season.players > data.entries.length;
  const part = useQuery({
    ...weekFoundQuery(week, nationId, q),
    enabled: isPart && isCut && !isShort,
  });
  const found = part.data ?? null;
  const rows = useMemo(
    () => (data && !isShort ? wantedRows(data, found, { nationId, q }) : []),
    [data, found, isShort, nationId, q],
  );
  return {
    rows,
    isPart,
    /** Why nothing is listed. */
    none: isShort
      ? searchRemedy(q)
      : !isPart || data?.season.players === 0
        ? 'Nobody has gained anything in this week yet.'
        : part.isLoading
          ? 'Looking…'
          : part.isError && !found
            ? 'The rest of the week could not be loaded. The page tries again.'
            : 'Nobody like that among those who are ranked.',
    /** True if there may be others. */
    isMore: q !== '' && found?.entries.length === FOUND_ROWS,
  };
}
