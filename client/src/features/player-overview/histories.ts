/** What a figure was over time, as far as the game's events say so. Pure. */
import type { EventView } from '../../../../common/protocol/events.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';

type GdpEvent = Pick<EventView, 'at' | 'walletAddress' | 'gdpBefore' | 'gdpAfter'>;

/** A figure that has been what it is since then: a level line is its whole history. */
export function level(value: number, sinceMs: number, nowMs: number): readonly HistoryPoint[] {
  return [
    { atMs: Math.min(sinceMs, nowMs), value },
    { atMs: nowMs, value },
  ];
}

/**
 * A player's DENA on chain: what each event about them found there.
 * @param events newest first, at least the one by which the player joined.
 */
export function balanceHistory(
  events: readonly Pick<EventView, 'at' | 'denaBalance'>[],
  balanceNow: number,
  nowMs: number,
): readonly HistoryPoint[] {
  const points = events.toReversed().map(({ at, denaBalance }) => ({
    atMs: Date.parse(at),
    value: Number(denaBalance),
  }));
  return toPresent(points, balanceNow, nowMs);
}

/**
 * A nation's GDP, all its players together: what it is, less what each event added to it.
 * Empty where nothing ever changed it.
 * @param events of the nation, newest first, the last of them already in `gdpThen`.
 * @param gdpThen the total when the events were read; `gdpNow` the present one.
 */
export function nationGdpHistory(
  events: readonly GdpEvent[],
  gdpThen: number,
  gdpNow: number,
  nowMs: number,
): readonly HistoryPoint[] {
  const points: HistoryPoint[] = [];
  let value = gdpThen;
  for (const { at, gdpBefore, gdpAfter } of events) {
    if (gdpAfter === gdpBefore) continue;
    const atMs = Date.parse(at);
    points.unshift({ atMs, value });
    value = Math.max(0, value - (gdpAfter - gdpBefore));
  }
  // Before the first of them it was what is left; where nothing is, the nation began there.
  const first = points[0];
  if (first && value > 0) points.unshift({ atMs: first.atMs, value });
  if (points.every((point) => point.value === gdpNow)) return [];
  return toPresent(points, gdpNow, nowMs);
}

interface Row {
  readonly walletAddress: Address;
  readonly gdp: number;
}

/**
 * A player's rank, as a height: rank 1 is −1, and higher than −2. It is the ranking as it is, taken
 * back event by event. Who ties counts as they stand now: who came first to a GDP of the past [LB1] is
 * not known of everyone. Null where the player is not among the rows.
 * @param events of all nations, newest first.
 * @param rows the ranking when the events were read, the player and everyone above them at least.
 */
export function rankHistory(
  events: readonly GdpEvent[],
  rows: readonly Row[],
  walletAddress: Address,
  rankNow: number,
  nowMs: number,
): readonly HistoryPoint[] | null {
  const own = rows.findIndex((row) => row.walletAddress === walletAddress);
  if (own === -1) return null;
  const ranked = new Map(rows.map(({ walletAddress: of, gdp }, i) => [of, { gdp, tie: i - own }]));
  const points: HistoryPoint[] = [];
  let value = -rankIn(ranked, walletAddress);
  for (const event of events) {
    const atMs = Date.parse(event.at);
    if (event.walletAddress === walletAddress && event.gdpBefore === 0) {
      points.unshift({ atMs, value });
      return toPresent(points, -rankNow, nowMs);
    }
    // Whoever is not among the rows is below them all, and so behind in every tie.
    const tie = ranked.get(event.walletAddress)?.tie ?? rows.length;
    ranked.set(event.walletAddress, { gdp: event.gdpBefore, tie });
    const before = -rankIn(ranked, walletAddress);
    if (before === value) continue;
    points.unshift({ atMs, value });
    value = before;
  }
  const oldest = events.at(-1);
  if (oldest) points.unshift({ atMs: Date.parse(oldest.at), value });
  return toPresent(points, -rankNow, nowMs);
}

function rankIn(
  ranked: ReadonlyMap<Address, { readonly gdp: number; readonly tie: number }>,
  walletAddress: Address,
): number {
  const own = ranked.get(walletAddress)?.gdp ?? 0;
  let above = 0;
  for (const { gdp, tie } of ranked.values()) {
    if (gdp > own || (gdp === own && tie < 0)) above += 1;
  }
  return above + 1;
}

/** The points up to now. */
function toPresent(
  points: readonly HistoryPoint[],
  valueNow: number,
  nowMs: number,
): readonly HistoryPoint[] {
  const last = points.at(-1);
  if (!last) return [];
  return [...points, { atMs: Math.max(nowMs, last.atMs), value: valueNow }];
}
