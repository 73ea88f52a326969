/** A player's part of the week that runs: who is near, and what passes each [SCR76]. Pure. */
import type { SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';

/** How many on either side. */
export const SPAN = 25;

/** The indices of those near, among all who are ranked. */
export function spanOf({ rank }: SeasonEntry, { players }: SeasonDetail['season']) {
  return { first: Math.max(0, rank - 1 - SPAN), end: Math.min(players, rank + SPAN) };
}

/** `$1,201 to pass`, `$300 behind`: what passes who is ahead, how far who is behind is. */
export function gapText(own: SeasonEntry, { rank, gained }: SeasonEntry): string {
  if (rank === own.rank) return '';
  // Of two with the same gain the earlier one is ahead.
  if (rank < own.rank) return `${formatDollars(Math.max(1, gained + 1 - own.gained))} to pass`;
  return gained === own.gained ? 'tied' : `${formatDollars(own.gained - gained)} behind`;
}

/** Where they would stand if the week ended now. */
export function standText({ rank, gained }: SeasonEntry, { players }: SeasonDetail['season']) {
  const place = `#${formatCount(rank)} of ${formatCount(players)}`;
  return `If the week ended now, you would be ${place} with ${formatDeltaDollars(gained)}.`;
}

/** The entry to show a race of; null: the week is over, or has no place for them. */
export function racerIn({ own, season }: SeasonDetail): SeasonEntry | null {
  return season.state === 'running' ? own : null;
}
