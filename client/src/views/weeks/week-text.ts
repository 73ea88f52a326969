/** A week in words. Pure. */
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { WEEK_MS, weekBegins } from '../../../../common/values/week.ts';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';
import { nameOf } from '../names-text.ts';

export const WEEK_RULES =
  'A week is won by who climbs furthest above their own best, from Monday to Sunday, UTC. It never changes a stake or a GDP. A new wallet starts afresh: its week counts from the GDP that joining gave.';

const DAYS: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
};

/** Made on first use: that takes a phone 40 ms, and every page has this file. */
let days: Intl.DateTimeFormat | undefined;

/** `23–29 Nov 2026`: its days, in UTC. */
export function weekDays(week: number): string {
  days ??= new Intl.DateTimeFormat('en-GB', DAYS);
  const beginsMs = weekBegins(week);
  return days.formatRange(beginsMs, beginsMs + WEEK_MS - 1);
}

/** `Week #4 · $1,200 behind` and `anna.eth`: one's place, and whom to pass; the first part can stand alone. */
export function chaseText({ own, chase, entries }: SeasonDetail): readonly string[] {
  const place = own ? `Week #${formatCount(own.rank)}` : 'No place this week';
  const second = entries[1];
  const needed = chase?.needed ?? null;
  if (needed !== null) {
    const whom = chase?.ahead ? nameOf(chase.ahead) : 'the lead';
    // The gap, as the rows have it; for who has none, what it takes to be ranked there.
    if (!own) return [place, `· ${formatDollars(needed)} to ${whom}`];
    const gap = needed - 1;
    return gap === 0
      ? [`${place} · level`, `with ${whom}`]
      : [`${place} · ${formatDollars(gap)} behind`, whom];
  }
  if (own?.rank === 1 && second) {
    const lead = formatDollars(own.gained - second.gained);
    return [`${place} · ${lead} ahead`, `of ${nameOf(second)}`];
  }
  return [own ? `${place} · ${formatDeltaDollars(own.gained)}` : place];
}

/** The smallest gap between neighbours among the first ten; null if fewer than two are ranked. */
export function closestFinish(entries: SeasonDetail['entries']) {
  const pairs = entries.slice(1, 10).map((behind, i) => {
    const ahead = entries[i] ?? behind;
    return { ahead, behind, gap: ahead.gained - behind.gained };
  });
  return pairs.reduce<(typeof pairs)[number] | null>(
    (least, pair) => (least && least.gap <= pair.gap ? least : pair),
    null,
  );
}

/** The own place and whom to pass, from the entries as far as they have them: those are newer. */
export function withOwn(week: SeasonDetail, wallet: Address | null): SeasonDetail {
  const at = week.entries.findIndex(({ walletAddress }) => walletAddress === wallet);
  const own = week.entries[at];
  if (!own || week.season.state !== 'running') {
    // Another wallet's, shown until this one's is known.
    return week.own && week.own.walletAddress !== wallet
      ? { ...week, own: null, chase: null }
      : week;
  }
  const ahead = week.entries[at - 1] ?? null;
  return {
    ...week,
    own,
    chase: { ahead, needed: ahead && ahead.gained - own.gained + 1 },
  };
}
