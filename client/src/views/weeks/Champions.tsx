/** Tells every mention of a person who has won weeks, and how many. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { seasonsQuery } from '../../api/seasons.ts';
import { titles } from '../../ui/Laurel.tsx';

export function Champions() {
  const { data } = useQuery(seasonsQuery());
  useEffect(() => {
    if (data) titles.set(titlesOf(data));
  }, [data]);
  return null;
}

/** How many final weeks each wallet has won. */
function titlesOf(seasons: readonly Season[]): ReadonlyMap<string, number> {
  const titles = new Map<string, number>();
  for (const { state, champion } of seasons) {
    if (state !== 'final' || !champion) continue;
    titles.set(champion.walletAddress, (titles.get(champion.walletAddress) ?? 0) + 1);
  }
  return titles;
}
