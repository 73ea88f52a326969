/**
 * What a move would bring, kept true while it is looked at: the GDP at once, by the rules; the rank and those who
 * would be passed as soon as the server has told them.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { nationQuery } from '../../api/nation.ts';
import { previewQuery, type AskedRow } from '../../api/preview.ts';
import { forecastOf, foresee, type Forecast, type ForecastMove } from './forecast.ts';

export type { Forecast, ForecastMove } from './forecast.ts';

/** Who types is asked for once, when they pause. */
const TYPING_MS = 200;
/** A row that moves without pause asks no more often than this. */
const ROW_MS = 500;

interface Question {
  /** Null where the server need not be asked. */
  readonly gdp: number | null;
  readonly row: AskedRow;
}

/** The question to ask by now: a new GDP waits for a pause, a row that moved for its turn. */
function useSettled(wanted: Question): Question {
  const [asked, setAsked] = useState(wanted);
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  const { gdp } = wanted;
  const { row } = asked;
  const isOther = asked.gdp !== gdp;
  const hasMoved = row.gdp !== wanted.row.gdp || row.rank !== wanted.row.rank;
  useEffect(() => {
    if (!isOther) return undefined;
    const timer = setTimeout(() => setAsked({ ...latest.current, gdp }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isOther, gdp]);
  useEffect(() => {
    if (isOther || !hasMoved) return undefined;
    const timer = setTimeout(() => setAsked(latest.current), ROW_MS);
    return () => clearTimeout(timer);
  }, [isOther, hasMoved]);
  return asked;
}

/**
 * Null where there is nothing to say: no move, or one whose GDP can't be told.
 * @param options `isHeld` while the move itself is being made: what it has brought already is not foreseen once more.
 */
export function useForecast(
  current: PlayerNationView,
  move: ForecastMove,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
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
    // The last figures stand while new ones are asked for, but never another wallet's.
    placeholderData: (held, query) => (query?.queryKey[1] === walletAddress ? held : undefined),
  });
  const nation = useQuery({
    ...nationQuery(nationId),
    enabled: totals !== null && totals.isWhole,
  });
  if (!totals) return null;
  return forecastOf(player, totals, {
    preview: preview.data,
    isAsking: asked.gdp !== wantedGdp || preview.isPlaceholderData || preview.isPending,
    candidates: nation.data?.candidates,
  });
}
