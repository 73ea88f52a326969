/** The nations as the board shows them, live; and as they were. */
import { useMemo } from 'react';
import type { Season } from '../../../../common/protocol/seasons.ts';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { inOrder, useStandings } from '../../live/standings.ts';
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

/** [SEA4] Those of a week, by what their players gained. */
export function boardOfWeek({
  nations,
  state,
}: Pick<Season, 'nations' | 'state'>): readonly BoardNation[] {
  const gained = new Map(nations.map((one) => [one.nationId, one.gained]));
  return inOrder(
    NATION_LIST.map(({ id, name }) => ({
      nationId: id,
      name,
      gdp: gained.get(id) ?? 0,
      isGain: true,
      isFinal: state === 'final',
    })),
  );
}

/** Those of a past moment, of which only the totals are known. */
export function boardOf(totals: Readonly<Record<NationId, number>>): readonly BoardNation[] {
  return inOrder(NATION_LIST.map(({ id, name }) => ({ nationId: id, name, gdp: totals[id] })));
}
