/** How large and how bright each nation is on the world map. Pure. */
import { byNation, NATION_IDS, type NationId } from '../../../../common/values/nations.ts';

export interface NationTotal {
  /** Dollars, over all its players. */
  readonly gdp: number;
  readonly players: number;
}

export interface NationPlace extends NationTotal {
  /** Relative to the nation's full area on the map, 0..1. */
  readonly scale: number;
  /** How brightly its land is lit, 0..1. */
  readonly light: number;
}

/** A nation without players still has to be visible, to be chosen. */
export const SMALLEST_SCALE = 0.62;

/** Totals of the loaded rows, until the server's own arrive. */
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

/** The server's own totals; of none if they are not known. */
export function totalsIn(
  standings: readonly ({ readonly nationId: NationId } & NationTotal)[] | null,
): Partial<Record<NationId, NationTotal>> {
  return Object.fromEntries(
    (standings ?? []).map(({ nationId, gdp, players }) => [nationId, { gdp, players }]),
  );
}

/**
 * A nation's side grows with the root of its GDP, from `SMALLEST_SCALE` up, relative to the leading nation,
 * which fills its area and is fully lit. In a world without any GDP all nations are equally small and dim.
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
