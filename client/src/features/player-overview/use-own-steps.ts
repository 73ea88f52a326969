/** The player's own steps, as their page has them: each change of their GDP. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { useGameNow } from '../../api/config.ts';
import { playerQuery } from '../../api/players.ts';
import { useReadAgain } from '../../api/newer-answer.ts';
import { useOwnRow } from '../../live/live-context.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';

/** While the player keeps acting, their steps are fetched at most this often. */
const READ_AGAIN_MS = 1000;

/** Null while unknown; empty if the GDP never changed. */
export function useOwnSteps({ playerNation }: PlayerNationView): readonly HistoryPoint[] | null {
  const gdp = useOwnRow()?.gdp ?? playerNation.gdp;
  // It changes with the GDP only, which is pushed.
  const query = useQuery({ ...playerQuery(playerNation.walletAddress), refetchInterval: false });
  const { data } = query;
  useReadAgain(query, !!data && data.gdp !== gdp, READ_AGAIN_MS);

  const now = useGameNow();
  const history = data?.history;
  return useMemo(() => (history ? gdpHistory(history, gdp, now()) : null), [history, gdp, now]);
}

/**
 * One point per change, oldest first, plus one for the present; empty if the GDP never changed. The present
 * value may be newer than the history, and the page's clock may be behind it.
 */
export function gdpHistory(
  history: readonly Pick<PlayerPageView['history'][number], 'at' | 'gdp'>[],
  gdpNow: number,
  nowMs: number,
): readonly HistoryPoint[] {
  if (history.every(({ gdp }) => gdp === gdpNow)) return [];
  const points = history.map(({ at, gdp }) => ({ atMs: instantOf(at), value: gdp }));
  return [...points, { atMs: Math.max(nowMs, points.at(-1)?.atMs ?? nowMs), value: gdpNow }];
}
