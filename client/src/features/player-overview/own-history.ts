/**
 * The player's own steps, as their page has them: each change of their GDP, and where they began.
 */
import { useQuery } from '@tanstack/react-query';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { percentChange, rankPercentChange } from '../../../../common/rules/percent-change.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { playerQuery } from '../../api/players.ts';
import { useReadAgain } from '../../api/newer-answer.ts';
import { useOwnRow } from '../../live/live-context.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';

/** While the player keeps acting, their steps are fetched at most this often. */
const READ_AGAIN_MS = 1000;

type Step = Pick<PlayerPageView['history'][number], 'at' | 'gdp' | 'rank' | 'kind'>;

/** Oldest first; undefined while unknown. */
export function useOwnHistory({ playerNation }: PlayerNationView): readonly Step[] | undefined {
  const gdp = useOwnRow()?.gdp ?? playerNation.gdp;
  // It changes with the GDP only, which is pushed.
  const query = useQuery({ ...playerQuery(playerNation.walletAddress), refetchInterval: false });
  const { data } = query;
  useReadAgain(query, !!data && data.gdp !== gdp, READ_AGAIN_MS);
  return data?.history;
}

/**
 * One point per change, oldest first, plus one for the present; empty if the GDP never changed. The
 * present value may be newer than the history, and the page's clock may be behind it.
 */
export function gdpHistory(
  history: readonly Pick<Step, 'at' | 'gdp'>[],
  gdpNow: number,
  nowMs: number,
): readonly HistoryPoint[] {
  if (history.every(({ gdp }) => gdp === gdpNow)) return [];
  const points = history.map(({ at, gdp }) => ({ atMs: instantOf(at), value: gdp }));
  return [...points, { atMs: Math.max(nowMs, points.at(-1)?.atMs ?? nowMs), value: gdpNow }];
}

/**
 * [PCT1] What a player's figures have become since they joined, in percent: for one who has no
 * figures of a day ago. Null where it is not known.
 */
export function sinceJoining(
  history: readonly Step[] | undefined,
  now: { readonly gdp: number; readonly rank: number },
): { readonly gdp: number | null; readonly rank: number | null } {
  const first = history?.[0];
  if (first?.kind !== 'nation-chosen') return { gdp: null, rank: null };
  return {
    gdp: percentChange(BigInt(now.gdp), BigInt(first.gdp)),
    rank: rankPercentChange(now.rank, first.rank),
  };
}
