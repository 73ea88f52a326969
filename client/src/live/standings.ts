/** The nations' standings as last polled, updated with the pushed totals. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isOlder, revisionOf, type Revision } from '../../../client-kit/api/revision.ts';
import type { TotalsByNation } from '../../../client-kit/live/live-game.ts';
import type { NationStanding } from '../../../common/protocol/nations.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { NATION_LIST, type NationId } from '../../../common/values/nations.ts';
import { useRules } from '../api/config.ts';
import { standingsQuery } from '../api/nations.ts';
import { useNationTotals } from './live-values.ts';

type Changes = NationStanding['change'];

/** A nation's standing with its growth, which is unknown if the server is older than this page. */
export type LiveStanding = Omit<NationStanding, 'change' | 'growth'> & { readonly growth: Changes };

type Unranked = Omit<LiveStanding, 'rank' | 'gapToNext'>;

const UNKNOWN: Changes = { m10: null, h1: null, h24: null };

/**
 * Best first; null while a nation has neither a poll nor a push. A total pushed after the poll
 * replaces the polled one and shifts the polled growth by the difference; the growth of a nation
 * that was not polled is unknown.
 * @param polledAt the epoch and rev of the polled answer.
 */
export function liveStandings(
  polled: readonly NationStanding[] | null,
  polledAt: Revision | undefined,
  totals: TotalsByNation,
  startingGdp: Rules['startingGdp'],
): readonly LiveStanding[] | null {
  const rows: Unranked[] = [];
  for (const { id, name, flag } of NATION_LIST) {
    const last = polled?.find(({ nationId }) => nationId === id);
    const total = totals[id];
    const isNewer = total !== undefined && (!last || !polledAt || isOlder(polledAt, total));
    if (last && !isNewer) rows.push({ ...last, growth: last.growth ?? UNKNOWN });
    else if (total) rows.push(pushed({ nationId: id, name, flag }, last, total, startingGdp[id]));
    else return null;
  }
  return inOrder(rows);
}

/** Best first, ties by id, each with its gap to the next. */
export function inOrder<Nation extends Pick<LiveStanding, 'nationId' | 'gdp'>>(
  nations: readonly Nation[],
): (Nation & Pick<LiveStanding, 'rank' | 'gapToNext'>)[] {
  const ordered = [...nations].sort((a, b) => b.gdp - a.gdp || (a.nationId < b.nationId ? -1 : 1));
  return ordered.map((nation, i) => {
    const ahead = ordered[i - 1];
    return { ...nation, rank: i + 1, gapToNext: ahead ? ahead.gdp - nation.gdp : null };
  });
}

function pushed(
  nation: Pick<NationStanding, 'nationId' | 'name' | 'flag'>,
  last: NationStanding | undefined,
  total: NonNullable<TotalsByNation[NationId]>,
  startingGdp: number,
): Unranked {
  const { gdp, players, presidentWallet, presidentStakedCount } = total;
  const isSamePresident = last?.presidentWallet === presidentWallet;
  return {
    ...nation,
    gdp,
    players,
    presidentWallet,
    presidentName: isSamePresident ? (last?.presidentName ?? null) : null,
    presidentStakedCount,
    growth: last?.growth ? movedBy(last.growth, earnedSince(last, total, startingGdp)) : UNKNOWN,
  };
}

/** In dollars: what a newcomer brings is no growth. */
function earnedSince(
  last: NationStanding,
  { gdp, players }: Pick<NationStanding, 'gdp' | 'players'>,
  startingGdp: number,
): number {
  return gdp - last.gdp - (players - last.players) * startingGdp;
}

function movedBy({ m10, h1, h24 }: Changes, dollars: number): Changes {
  const by = (change: number | null) => (change === null ? null : change + dollars);
  return { m10: by(m10), h1: by(h1), h24: by(h24) };
}

/** Best first; null while nothing is known. */
export function useStandings(): readonly LiveStanding[] | null {
  const { data = null } = useQuery(standingsQuery());
  const totals = useNationTotals();
  const { startingGdp } = useRules();
  return useMemo(
    () => liveStandings(data, revisionOf(data), totals, startingGdp),
    [data, totals, startingGdp],
  );
}
