/**
 * What a move would bring, kept current while it is shown: the GDP immediately, by the rules; the
 * rank and the passed players as soon as the server has answered.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Move } from '../../../../common/rules/what-if.ts';
import { nationQuery } from '../../api/nations.ts';
import { previewQuery, type AskedRow } from '../../api/leaderboard.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { useThisWeek, useWeek } from '../weeks/use-weeks.ts';
import { forecastOf, foresee, type Forecast } from './forecast.ts';

/** One request per pause in typing, or in the moves of others that change the own row. */
const PAUSE_MS = 300;

interface Question {
  /** Null if the server need not be asked. */
  readonly gdp: number | null;
  readonly row: AskedRow;
}

/** The question to ask now: a new one waits for a pause. */
function useSettled({ gdp, row }: Question): Question {
  const [asked, setAsked] = useState<Question>({ gdp, row });
  useEffect(() => {
    const timer = setTimeout(
      () => setAsked({ gdp, row: { gdp: row.gdp, rank: row.rank } }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [gdp, row.gdp, row.rank]);
  return asked;
}

/**
 * Null if there is nothing to show: no move, or one whose GDP can't be computed.
 * @param isPending while the move is in progress: what it has already brought is not forecast.
 */
export function useForecast(
  current: PlayerNationView,
  move: Move | null,
  isPending: boolean,
): Forecast | null {
  const [seen, setSeen] = useState(current);
  if (!isPending && seen !== current) setSeen(current);
  const player = isPending ? seen : current;
  const { walletAddress, nationId, gdp, rank } = player.playerNation;
  const totals = move && foresee(player, move);
  const wantedGdp = totals && totals.after.gdp !== gdp ? totals.after.gdp : null;
  const asked = useSettled({ gdp: wantedGdp, row: { gdp, rank } });
  const preview = useQuery({
    ...previewQuery(walletAddress, asked.gdp ?? gdp, asked.row),
    enabled: asked.gdp !== null && wantedGdp !== null,
    refetchInterval: POLL_INTERVAL_MS,
    // Keeps the last figures while new ones are fetched, but never another wallet's.
    placeholderData: (old, query) => (query?.queryKey[1] === walletAddress ? old : undefined),
  });
  const nation = useQuery({
    ...nationQuery(nationId),
    // Only cultural NFTs change the presidency.
    enabled: !!totals && totals.before.culturalCount !== totals.after.culturalCount,
    staleTime: POLL_INTERVAL_MS,
  });
  const week = useWeek(useThisWeek()).data;
  if (!totals) return null;
  return forecastOf(player, totals, {
    preview: preview.data,
    candidates: nation.data?.candidates,
    week,
  });
}
