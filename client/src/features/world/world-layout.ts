/** How large and how bright each nation stands on the map of the world. Pure. */
import { byNation, NATION_IDS, type NationId } from '../../../../common/values/nations.ts';

export interface NationTotal {
  /** Dollars, over all of its players. */
  readonly gdp: number;
  readonly players: number;
}

export interface NationPlace extends NationTotal {
  /** Of the room that the nation has on the map, 0..1. */
  readonly scale: number;
  /** How strongly its land is lit, 0..1. */
  readonly light: number;
}

/** A nation without players is still there to be taken. */
export const SMALLEST_SCALE = 0.62;

/** Totals of the rows at hand, where the server's own have not come yet. */
export function totalsOf(
  rows: readonly { readonly nationId: NationId; readonly gdp: number }[],
): Record<NationId, NationTotal> {
  const totals = byNation((): NationTotal => ({ gdp: 0, players: 0 }));
  for (const { nationId, gdp } of rows) {
    const total = totals[nationId];
    totals[nationId] = { gdp: total.gdp + gdp, players: total.players + 1 };
  }
  return totals;
}

/**
 * Areas go by GDP (so sides go by its root), against the nation that leads; the leader fills its room
 * and is fully lit. A world without any GDP is small and dim, and the same everywhere.
 */
export function placeNations(totals: Record<NationId, NationTotal>): Record<NationId, NationPlace> {
  const most = Math.max(...NATION_IDS.map((id) => totals[id].gdp));
  return byNation((id) => {
    const total = totals[id];
    const share = most === 0 ? 0 : Math.sqrt(total.gdp / most);
    return {
      ...total,
      scale: SMALLEST_SCALE + (1 - SMALLEST_SCALE) * share,
      light: most === 0 ? 0.15 : share,
    };
  });
}
