/** What a move would bring, as a component shows it: at once what the rules say, then what the ranking says. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { outlookOf, presidencyOf, type Forecast, type Move } from '../api/forecast.ts';
import { nationQuery } from '../api/nation.ts';
import { previewQuery } from '../api/preview.ts';
import { useOwnRow } from './use-own-row.ts';

/** A slider that is dragged, a figure that is typed: only where they rest is anybody asked. */
const REST_MS = 200;

/** Null where nothing can be said: of no move, or by a server that does not tell the totals. */
export function useForecast(player: PlayerNationView, move: Move | null): Forecast | null {
  const { walletAddress, nationId } = player.playerNation;
  const row = useOwnRow();
  const gdp = row?.gdp ?? player.playerNation.gdp;
  const rank = row?.rank ?? player.playerNation.rank;
  const outlook = move && outlookOf(player, gdp, move);
  const after = outlook?.gdp.after ?? gdp;
  const asked = useRested(after);
  const changesGdp = after !== gdp;
  const preview = useQuery({
    ...previewQuery(walletAddress, asked, rank),
    enabled: changesGdp && asked !== gdp,
  });
  const candidates = useQuery({ ...nationQuery(nationId), enabled: outlook !== null }).data
    ?.candidates;
  if (!outlook) return null;
  const told = preview.isError ? undefined : preview.data;
  return {
    ...outlook,
    rank: changesGdp
      ? {
          before: rank,
          after: told?.rank ?? null,
          passes: told?.passes ?? [],
          passedBy: told?.passedBy ?? [],
          isAsked: !preview.isError && told?.gdp !== after,
        }
      : { before: rank, after: rank, passes: [], passedBy: [], isAsked: false },
    presidency: candidates ? presidencyOf(walletAddress, outlook, candidates) : null,
  };
}

/** The value once it has stood still for a moment. */
function useRested(value: number): number {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
