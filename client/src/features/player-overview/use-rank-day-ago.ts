/** The player's rank of a day ago: the rank moves with every push, the percentage with every answer. */
import { useState } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { rankDayAgo } from './rank-day-ago.ts';

export function useRankDayAgo({ playerNation }: PlayerNationView): number | null {
  const { change24h, rank } = playerNation;
  const [told, setTold] = useState({ change24h, rank });
  // Only the rank of the answer that told the percentage goes with it.
  if (told.change24h !== change24h) setTold({ change24h, rank });
  return rankDayAgo(told.change24h.rank, told.rank);
}
