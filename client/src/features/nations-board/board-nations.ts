/** The nations of a week and of a past moment, as the board shows them. */
import type { Season } from '../../../../common/protocol/seasons.ts';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { inOrder } from '../../live/standings.ts';
import type { BoardNation } from './NationsBoard.tsx';

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
