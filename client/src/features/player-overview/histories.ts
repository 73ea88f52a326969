/** The history of the dashboard's figures, as far as the game's events tell. Pure. */
import type { GameEvent } from '../../../../common/protocol/events.ts';
import type { Address } from '../../../../common/values/address.ts';
import { parseDena } from '../../../../common/values/amount.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { HistoryPoint } from '../../ui/step-path.ts';
import type { Moment } from '../../views/nation-lines.ts';

type GdpEvent = Pick<GameEvent, 'at' | 'walletAddress' | 'gdpBefore' | 'gdpAfter'>;

/** A figure that has not changed since `sinceMs`: its history is a flat line. */
export function level<Value extends number | bigint>(
  value: Value,
  sinceMs: number,
  nowMs: number,
): readonly HistoryPoint<Value>[] {
  return [
    { atMs: Math.min(sinceMs, nowMs), value },
    { atMs: nowMs, value },
  ];
}

/**
 * A player's DENA on chain, in wei: the balance recorded by each event about them.
 * @param events newest first.
 */
export function balanceHistory(
  events: readonly Pick<GameEvent, 'at' | 'denaBalance'>[],
  balanceNowWei: bigint,
  nowMs: number,
): readonly HistoryPoint<bigint>[] {
  const points = [...events].reverse().map(({ at, denaBalance }) => ({
    atMs: instantOf(at),
    value: parseDena(denaBalance) ?? 0n,
  }));
  return toPresent(points, balanceNowWei, nowMs);
}

/**
 * The total GDP of a nation's players: the current total minus what each event added to it.
 * Empty if it never changed.
 * @param events of the nation, newest first, the last of them already in `gdpThen`.
 * @param gdpThen the total when the events were read; `gdpNow` is the current one.
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
    const atMs = instantOf(at);
    points.unshift({ atMs, value });
    value = Math.max(0, value - (gdpAfter - gdpBefore));
  }
  // Before the first event it was the remainder; with none left, the nation started there.
  const first = points[0];
  if (first && value > 0) points.unshift({ atMs: first.atMs, value });
  if (points.every((point) => point.value === gdpNow)) return [];
  return toPresent(points, gdpNow, nowMs);
}

/** The total GDP of one nation at the end of each minute, and now. */
export function nationDay(
  moments: readonly Moment[],
  nationId: NationId,
  gdpNow: number,
): readonly HistoryPoint[] {
  const last = moments.length - 1;
  return moments.map(({ atMs, totals }, i) => ({
    atMs,
    value: i === last ? gdpNow : totals[nationId],
  }));
}

interface Row {
  readonly walletAddress: Address;
  readonly gdp: number;
}

/**
 * A player's rank as a height: rank 1 is −1, which is higher than −2. Replays the events backwards from
 * the current ranking. Ties keep their current order, since who first reached a past GDP [LB1] is not known
 * for everyone. Null if the player is not among the rows.
 * @param events of all nations, newest first.
 * @param rows the ranking when the events were read: at least the player and everyone above them.
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
    const atMs = instantOf(event.at);
    if (event.walletAddress === walletAddress && event.gdpBefore === 0) {
      points.unshift({ atMs, value });
      return toPresent(points, -rankNow, nowMs);
    }
    // A player who is not among the rows ranks below them all, and so loses every tie.
    const tie = ranked.get(event.walletAddress)?.tie ?? rows.length;
    ranked.set(event.walletAddress, { gdp: event.gdpBefore, tie });
    const before = -rankIn(ranked, walletAddress);
    if (before === value) continue;
    points.unshift({ atMs, value });
    value = before;
  }
  const oldest = events.at(-1);
  if (oldest) points.unshift({ atMs: instantOf(oldest.at), value });
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

/** The points, extended to now. */
function toPresent<Value extends number | bigint>(
  points: readonly HistoryPoint<Value>[],
  valueNow: Value,
  nowMs: number,
): readonly HistoryPoint<Value>[] {
  const last = points.at(-1);
  if (!last) return [];
  return [...points, { atMs: Math.max(nowMs, last.atMs), value: valueNow }];
}
