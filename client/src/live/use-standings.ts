/** The nations' live standings. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { placeOf } from '../api/place.ts';
import { standingsQuery } from '../api/standings.ts';
import { liveStandings, type NationStanding } from './standings.ts';
import { useNationTotals } from './use-nation-totals.ts';

/** Best first; null while nothing is known. */
export function useStandings(): readonly NationStanding[] | null {
  const { data = null } = useQuery(standingsQuery());
  const totals = useNationTotals();
  return useMemo(() => liveStandings(data, placeOf(data), totals), [data, totals]);
}
