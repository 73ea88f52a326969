/**
 * What a move would bring, kept current while it is shown: the GDP immediately, by the rules; the rank and
 * the passed players as soon as the server has answered.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Move } from '../../../../common/rules/what-if.ts';
import { nationQuery } from '../../api/nations.ts';
import { previewQuery, type AskedRow } from '../../api/leaderboard.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { useThisWeek, useWeek } from '../weeks/use-weeks.ts';
import { forecastOf, foresee, type ForeseenTotals, type Forecast } from './forecast.ts';

/** One request per pause in typing, and one for a player who climbs several ranks in quick succession. */
const PAUSE_MS = 200;
/** The shortest interval between requests for a row that keeps moving. */
const ROW_MS = 2000;
/** The week is shown by the rank's side. */
const WEEK_POLL_MS = 60_000;

interface Question {
  /** Null if the server need not be asked. */
  readonly gdp: number | null;
  readonly row: AskedRow;
}

/** The question to ask now: a new GDP waits for a pause in typing, a moved row for its interval. */
function useSettled(wanted: Question): Question {
  const [asked, setAsked] = useState(wanted);
  const latest = useRef(wanted);
  const askedAt = useRef(-Infinity);
  useEffect(() => {
    latest.current = wanted;
  });
  const { gdp } = wanted;
  const { row } = asked;
  const isOther = asked.gdp !== gdp;
  const hasMoved = row.gdp !== wanted.row.gdp || row.rank !== wanted.row.rank;
  useEffect(() => {
    if (!isOther) return undefined;
    const timer = setTimeout(() => setAsked({ ...latest.current, gdp }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isOther, gdp]);
  useEffect(() => {
    if (isOther || !hasMoved) return undefined;
    const turnMs = askedAt.current + ROW_MS - performance.now();
    const timer = setTimeout(
      () => {
        askedAt.current = performance.now();
        setAsked(latest.current);
      },
      Math.max(PAUSE_MS, turnMs),
    );
    return () => clearTimeout(timer);
  }, [isOther, hasMoved]);
  return asked;
}

function changesCount({ before, after }: ForeseenTotals): boolean {
  return before.culturalCount !== after.culturalCount;
}

/**
 * Null if there is nothing to show: no move, or one whose GDP can't be computed.
 * @param isHeld while the move itself is in progress: what it has already brought is not forecast again.
 */
export function useForecast(
  current: PlayerNationView,
  move: Move | null,
  isHeld: boolean,
): Forecast | null {
  const [seen, setSeen] = useState(current);
  if (!isHeld && seen !== current) setSeen(current);
  const player = isHeld ? seen : current;
  const { walletAddress, nationId, gdp, rank } = player.playerNation;
  const totals = move && foresee(player, move);
  const wantedGdp = totals && totals.after.gdp !== gdp ? totals.after.gdp : null;
  const asked = useSettled({ gdp: wantedGdp, row: { gdp, rank } });
  const preview = useQuery({
    ...previewQuery(walletAddress, asked.gdp ?? gdp, asked.row),
    enabled: asked.gdp !== null && wantedGdp !== null,
    refetchInterval: POLL_INTERVAL_MS,
    // Keeps the last figures while new ones are fetched, but never another wallet's.
    placeholderData: (held, query) => (query?.queryKey[1] === walletAddress ? held : undefined),
  });
  const nation = useQuery({
    ...nationQuery(nationId),
    // Only cultural NFTs change the presidency.
    enabled: !!totals && changesCount(totals),
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
  });
  const week = useWeek(useThisWeek(), { pollMs: WEEK_POLL_MS }).data;
  if (!totals) return null;
  return forecastOf(player, totals, {
    preview: preview.data,
    isAsking: asked.gdp !== wantedGdp || preview.isPlaceholderData || preview.isPending,
    candidates: nation.data?.candidates,
    week,
  });
}
