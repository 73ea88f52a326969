/** How many compete, and for how many nations [SCR42, LB3]. */
import { useQuery } from '@tanstack/react-query';
import { NATION_IDS } from '../../../common/values/nations.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { formatCount } from '../../../common/values/figures.ts';
import { standingsQuery } from '../api/nations.ts';
import { formatPlayers } from '../ui/format.ts';

/** `13 players in 4 nations competing`; `0 nations competing` before anyone plays. */
export function competingText(players: number, nations: number): string {
  const of = `${formatCount(nations)} ${nations === 1 ? 'nation' : 'nations'} competing`;
  return players === 0 ? of : `${formatPlayers(players)} in ${of}`;
}

/**
 * How many nations have players: by the last poll of the standings, since the rows may not reach so
 * far.
 */
export function useNationsPlayed(rows: readonly Pick<LeaderboardEntry, 'nationId'>[]): number {
  const { data } = useQuery(standingsQuery());
  if (data) return data.filter(({ players }) => players > 0).length;
  return NATION_IDS.filter((id) => rows.some(({ nationId }) => nationId === id)).length;
}
