/** What the wall screen's director knows [SCR77]; null while unknown, and of a week gone by. */
import { useQuery } from '@tanstack/react-query';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { nationQuery } from '../../api/nations.ts';
import type { Facts } from '../../features/big-screen/scenes.ts';
import { useFollowed } from '../../ui/follow.ts';

/** Who runs for a nation's President, best first. */
function usePresidency(nationId: NationId, isAsked: boolean) {
  const { data } = useQuery({ ...nationQuery(nationId), enabled: isAsked });
  return [nationId, (isAsked && data?.candidates) || []] as const;
}

/** @param week the one that is shown; null: the ranking of all time. */
export function useTvFacts({
  week,
  nowMs,
  nations,
  ...facts
}: Pick<Facts, 'rows'> & {
  readonly week: SeasonDetail | null;
  readonly nowMs: number;
  readonly nations: Facts['nations'] | null;
}): Facts | null {
  const followed = useFollowed();
  const isAsked = week === null;
  const presidencies = [
    usePresidency('usa', isAsked),
    usePresidency('italy', isAsked),
    usePresidency('argentina', isAsked),
    usePresidency('china', isAsked),
  ];
  const isOver = week !== null && week.season.state !== 'running';
  if (!nations || isOver || facts.rows.length === 0) return null;
  return {
    ...facts,
    nations,
    presidencies,
    followed,
    leftMs: week ? instantOf(week.season.to) - nowMs : null,
  };
}
