/** The paths of pages that several features lead to. */
import type { Address } from '../../../common/values/address.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { instantText } from '../../../common/values/instant.ts';
import { weekId, weekOf } from '../../../common/values/week.ts';

/** A nation's page. */
export function nationPath(nationId: NationId): string {
  return `/nation/${nationId}`;
}

/** A past moment of the ranking: `/ranking?at=2026-11-23T20:00:00.000Z` */
export function rewindLink(atMs: number): string {
  return `/ranking?at=${instantText(atMs)}`;
}

/** The ranking of whom one follows, and oneself [SCR74]. */
export const MINE = '/ranking?mine';

/** Whether a path is the ranking's, in whatever spelling. */
export function isRanking(pathname: string): boolean {
  return /^\/ranking\/?$/i.test(pathname);
}

/** The champions of all weeks. */
export const WEEKS = '/season';

/** What a week's race is, for people. */
export const WEEK_RULES = `${WEEKS}#how-a-week-is-won`;

/** A week's page: `/season/2026-W48`. */
export function weekPath(week: number): string {
  return `${WEEKS}/${weekId(week)}`;
}

/** A week's page with a player's part of it [SCR78]: `/season/2026-W48?player=0x…`. */
export function weekCardPath(week: number, wallet: Address): string {
  return `${weekPath(week)}?player=${wallet}`;
}

/** The ranking of a week: `/ranking?season=2026-W48`. */
export function weekLink(week: number): string {
  return `/ranking?season=${weekId(week)}`;
}

/** [SCR71] Where a calendar program subscribes to a player's unlocks. */
export function webcalLink(wallet: Address): string {
  return `webcal://${location.host}/calendar/${wallet}.ics`;
}

/**
 * The number of the week whose page an address is; null if it is another page, or names no week.
 * The list of weeks is about the one that runs.
 */
export function weekOfPage(pathname: string, search: string, thisWeek: number): number | null {
  const [, page = '', id] = pathname.toLowerCase().split('/');
  const params = new URLSearchParams(search);
  const named = weekOf((id ?? params.get('season') ?? '').trim().toUpperCase());
  if (`/${page}` === WEEKS) return id ? named : thisWeek;
  if (page !== 'ranking') return null;
  return params.has('at') ? null : named;
}
