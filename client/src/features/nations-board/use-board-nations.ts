/** The nations as the board shows them, live; and as they were. */
import { useMemo } from 'react';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { useStandings } from '../../live/standings.ts';
import { useWorks } from '../../live/use-works.ts';
import { firstFinisherOf } from '../../views/works/first-finisher.ts';
import type { BoardNation } from './NationsBoard.tsx';

/** Best first; null while unknown. */
export function useBoardNations(): readonly BoardNation[] | null {
  const standings = useStandings();
  const { works } = useWorks();
  return useMemo(() => {
    const first = firstFinisherOf(works);
    return (
      standings?.map((one) => ({
        ...one,
        stage: works[one.nationId]?.stage ?? null,
        isFirst: first === one.nationId,
      })) ?? null
    );
  }, [standings, works]);
}

/** Those of a past moment, of which only the totals are known. */
export function boardOf(totals: Readonly<Record<NationId, number>>): readonly BoardNation[] {
  const ordered = [...NATION_LIST].sort(
    (a, b) => totals[b.id] - totals[a.id] || (a.id < b.id ? -1 : 1),
  );
  return ordered.map(({ id, name }, i) => {
    const ahead = ordered[i - 1];
    return {
      nationId: id,
      name,
      rank: i + 1,
      gdp: totals[id],
      gapToNext: ahead ? totals[ahead.id] - totals[id] : null,
    };
  });
}
