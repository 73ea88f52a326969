/** The two races as the strip tells them: one's own place, who is ahead, what passes them. Pure. */
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { formatDollars } from '../../../../common/values/figures.ts';
import { nameOf, type Nameable } from '../../views/names-text.ts';

/** Of all time, or of the week that runs. */
export interface Race {
  readonly of: 'world' | 'week';
  /** Null: no place yet. */
  readonly rank: number | null;
  /** Dollars: the GDP, or what was gained. */
  readonly figure: number;
  /** The next ahead; null: nobody, or nobody known. */
  readonly ahead: (Nameable & { readonly rank: number }) | null;
  /** The dollars that win the next place; null if one leads, or it is not known. */
  readonly needed: number | null;
  /** Who is behind the leader, and by how many dollars. */
  readonly behind: { readonly who: Nameable; readonly gap: number } | null;
}

interface Row extends Nameable {
  readonly rank: number;
  readonly gdp: number;
}

/** [LB1] @param rows of the ranking, from the first on. */
export function worldRace(
  { rank, gdp }: { readonly rank: number; readonly gdp: number },
  rows: readonly Row[],
): Race {
  const [ahead = null, below] = [rows[rank - 2], rows[rank]];
  return {
    of: 'world',
    rank,
    figure: gdp,
    ahead,
    needed: ahead && Math.max(1, ahead.gdp - gdp + 1),
    behind: rank === 1 && below ? { who: below, gap: gdp - below.gdp } : null,
  };
}

/**
 * [SEA3] The week's, by the newest of its list and of the own GDP: an answer may be half a minute
 * old.
 * @param gdp one's own, now.
 */
export function weekRace(
  { own, chase, entries }: Pick<SeasonDetail, 'own' | 'chase' | 'entries'>,
  gdp: number,
): Race {
  const more = own ? gdp - own.gdp : 0;
  const gained = own ? Math.max(0, own.gained + more) : 0;
  const needed = chase?.needed ? chase.needed - more : 0;
  const second = entries[1];
  return {
    of: 'week',
    rank: gained > 0 && own ? own.rank : null,
    figure: gained,
    ahead: chase?.ahead ?? null,
    needed: needed > 0 ? needed : null,
    behind: own?.rank === 1 && second ? { who: second, gap: gained - second.gained } : null,
  };
}

/** `$530 behind anna.eth`, `$700 ahead of ben.eth`; null if there is nobody to compare with. */
export function raceText({ rank, ahead, needed, behind }: Race): string | null {
  if (behind && behind.gap >= 0) {
    const who = nameOf(behind.who);
    return behind.gap === 0
      ? `Tied with ${who}: you got there first`
      : `${formatDollars(behind.gap)} ahead of ${who}`;
  }
  if (needed === null) return null;
  if (!ahead) return `${formatDollars(needed)} more leads the week`;
  const who = nameOf(ahead);
  // For who has no place, what it takes to have one.
  if (rank === null) return `${formatDollars(needed)} more would pass ${who}`;
  return needed === 1
    ? `Tied with ${who}, who got there first`
    : `${formatDollars(needed - 1)} behind ${who}`;
}

/** `Pass anna.eth`, `Lead the week`: what winning the next place is. */
export function passText({ of, ahead }: Race): string {
  if (!ahead || (of === 'week' && ahead.rank === 1)) return 'Lead the week';
  return `Pass ${nameOf(ahead)}`;
}
