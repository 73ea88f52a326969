/** A player's part of the week that runs: who is near, and what passes each [SCR76]. Pure. */
import type { SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';

/** How many on either side. */
export const SPAN = 25;

interface Rival {
  readonly entry: SeasonEntry;
  readonly side: 'ahead' | 'own' | 'behind';
  /** Dollars: what passes who is ahead, how far who is behind is. */
  readonly dollars: number;
}

/** The indices of those near, among all who are ranked; who has no place is behind them all. */
export function spanOf({ own, season }: Pick<SeasonDetail, 'own' | 'season'>) {
  const at = own ? own.rank - 1 : season.players;
  return { first: Math.max(0, at - SPAN), end: Math.min(season.players, at + SPAN + 1) };
}

/** @param entries those near. */
export function rivalsOf(
  { own, chase }: Pick<SeasonDetail, 'own' | 'chase'>,
  entries: readonly SeasonEntry[],
): readonly Rival[] {
  // Of two with the same gain the earlier one is ahead. Without a place one's own may be below 0.
  const gained = own?.gained ?? (chase?.ahead?.gained ?? 0) + 1 - (chase?.needed ?? 1);
  return entries.map((entry) => {
    if (entry.walletAddress === own?.walletAddress) return { entry, side: 'own', dollars: 0 };
    return !own || entry.rank < own.rank
      ? { entry, side: 'ahead', dollars: Math.max(1, entry.gained + 1 - gained) }
      : { entry, side: 'behind', dollars: gained - entry.gained };
  });
}

/** Where they would stand if the week ended now. */
export function standText({
  own,
  chase,
  season,
}: Pick<SeasonDetail, 'own' | 'chase' | 'season'>): string {
  if (own) {
    const place = `#${formatCount(own.rank)} of ${formatCount(season.players)}`;
    return `If the week ended now, you would be ${place} with ${formatDeltaDollars(own.gained)}.`;
  }
  const needed = chase?.needed ?? null;
  const more = needed === null ? '' : ` ${formatDollars(needed)} more of GDP gives you one.`;
  return `If the week ended now, you would have no place.${more}`;
}

/** Whether there is a race to show this wallet. */
export function isInRace({ own, chase, season }: SeasonDetail, wallet: Address | null): boolean {
  return wallet !== null && season.state === 'running' && (own !== null || chase !== null);
}
