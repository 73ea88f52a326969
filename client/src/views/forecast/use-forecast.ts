/**
 * What a move would bring, kept true while it is looked at: the GDP at once, by the rules; the rank and those who
 * would be passed as soon as the server has told them.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { nationQuery } from '../../api/nation.ts';
import { previewQuery, type AskedRow } from '../../api/preview.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import {
  forecastOf,
  foresee,
  type ForeseenTotals,
  type Forecast,
  type ForecastMove,
} from './forecast.ts';

export type { Forecast, ForecastMove } from './forecast.ts';

/** One request per pause in typing; so is who moves up several ranks at once. */
const PAUSE_MS = 200;
/**
 * A row that moves without pause asks no more often than this, and what stands on the page all the time much more
 * rarely: two thousand players behind one address share a budget (docs/operating.md).
 */
const ROW_MS = { decision: 2000, offer: 30_000 } as const;
/** The others move, too. */
const POLL_MS = { decision: POLL_INTERVAL_MS, offer: 60_000 } as const;

/** `decision`: in front of a player who is about to make it. `offer`: on the page all the time. */
type Purpose = keyof typeof ROW_MS;

interface Question {
  /** Null where the server need not be asked. */
  readonly gdp: number | null;
  readonly row: AskedRow;
}

/** The question to ask by now: a new GDP waits for a pause, a row that moved for its turn. */
function useSettled(wanted: Question, purpose: Purpose): Question {
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
    const turnMs = askedAt.current + ROW_MS[purpose] - performance.now();
    const timer = setTimeout(
      () => {
        askedAt.current = performance.now();
        setAsked(latest.current);
      },
      Math.max(PAUSE_MS, turnMs),
    );
    return () => clearTimeout(timer);
  }, [isOther, hasMoved, purpose]);
  return asked;
}

function changesCount({ before, after }: ForeseenTotals): boolean {
  return before.culturalCount !== after.culturalCount;
}

/**
 * Null where there is nothing to say: no move, or one whose GDP can't be told.
 * @param options `isHeld` while the move itself is being made: what it has brought already is not foreseen once more.
 * `purpose` is a decision unless it is said to be an offer.
 */
export function useForecast(
  current: PlayerNationView,
  move: ForecastMove,
  {
    isHeld = false,
    purpose = 'decision',
  }: { readonly isHeld?: boolean; readonly purpose?: Purpose } = {},
): Forecast | null {
  const [seen, setSeen] = useState(current);
  if (!isHeld && seen !== current) setSeen(current);
  const player = isHeld ? seen : current;
  const { walletAddress, nationId, gdp, rank } = player.playerNation;
  const totals = move && foresee(player, move);
  const wantedGdp = totals && totals.after.gdp !== gdp ? totals.after.gdp : null;
  const asked = useSettled({ gdp: wantedGdp, row: { gdp, rank } }, purpose);
  const preview = useQuery({
    ...previewQuery(walletAddress, asked.gdp ?? gdp, asked.row),
    enabled: asked.gdp !== null && wantedGdp !== null,
    refetchInterval: POLL_MS[purpose],
    // The last figures stand while new ones are asked for, but never another wallet's.
    placeholderData: (held, query) => (query?.queryKey[1] === walletAddress ? held : undefined),
  });
  const nation = useQuery({
    ...nationQuery(nationId),
    // What an offer says of the presidency is that it changes, by works of art.
    enabled: totals?.isWhole === true && (purpose === 'decision' || changesCount(totals)),
    staleTime: POLL_MS[purpose],
    refetchInterval: POLL_MS[purpose],
  });
  if (!totals) return null;
  return forecastOf(player, totals, {
    preview: preview.data,
    isAsking: asked.gdp !== wantedGdp || preview.isPlaceholderData || preview.isPending,
    candidates: nation.data?.candidates,
  });
}
