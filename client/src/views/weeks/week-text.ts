/** A week in words. Pure. */
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { WEEK_MS, weekBegins } from '../../../../common/values/week.ts';

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
