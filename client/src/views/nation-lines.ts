/** The nations' totals over time as lines, and where they cross. Pure. */
import type { NationsHistory } from '../../../common/protocol/nations.ts';
import { instantOf } from '../../../common/values/instant.ts';
import { byNation, NATION_IDS, type NationId } from '../../../common/values/nations.ts';

/** The nations' totals at a moment; dollars. */
export interface Moment {
  readonly atMs: number;
  readonly totals: Readonly<Record<NationId, number>>;
}

export interface Overtake {
  readonly atMs: number;
  readonly by: NationId;
  readonly of: NationId;
}

/**
 * The end of each step, oldest first, from the first event on. The last one is now.
 * @param live the totals as last pushed; null: as they were when the history was read.
 */
export function momentsOf(
  { from, stepMs, series }: NationsHistory,
  nowMs: number,
  live: Moment['totals'] | null,
): Moment[] {
  const start = instantOf(from);
  const count = series.usa.length;
  const moments: Moment[] = [];
  for (let i = 0; i < count; i += 1) {
    const totals = byNation((id) => series[id][i] ?? null);
    if (!areKnown(totals)) continue;
    if (i < count - 1) moments.push({ atMs: start + (i + 1) * stepMs, totals });
    else moments.push({ atMs: Math.max(nowMs, start + i * stepMs), totals: live ?? totals });
  }
  return moments;
}

function areKnown(totals: Readonly<Record<NationId, number | null>>): totals is Moment['totals'] {
  return NATION_IDS.every((id) => totals[id] !== null);
}

/** Who passed whom, oldest first: a total that becomes the larger of two; being equal passes nobody. */
export function overtakesIn(moments: readonly Moment[]): Overtake[] {
  const overtakes: Overtake[] = [];
  const [first] = moments;
  if (!first) return overtakes;
  const pairs = NATION_IDS.flatMap((a, i) => NATION_IDS.slice(i + 1).map((b) => [a, b] as const));
  const ahead = pairs.map(([a, b]) => Math.sign(first.totals[a] - first.totals[b]));
  for (const { atMs, totals } of moments.slice(1)) {
    pairs.forEach(([a, b], i) => {
      const now = Math.sign(totals[a] - totals[b]);
      if (now === 0 || now === ahead[i]) return;
      // From equal totals, as all nations begin, nobody is passed.
      if (ahead[i] !== 0) overtakes.push({ atMs, by: now > 0 ? a : b, of: now > 0 ? b : a });
      ahead[i] = now;
    });
  }
  return overtakes;
}

export interface Scale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
}

export function scaleOf(moments: readonly Moment[]): Scale | null {
  const first = moments[0];
  const last = moments.at(-1);
  if (!first || !last) return null;
  let low = Infinity;
  let high = 0;
  for (const { totals } of moments) {
    for (const id of NATION_IDS) {
      low = Math.min(low, totals[id]);
      high = Math.max(high, totals[id]);
    }
  }
  return { fromMs: first.atMs, toMs: last.atMs, low, high };
}

/** From 0, the left edge, to 1. */
export function across(scale: Scale, atMs: number): number {
  const span = scale.toMs - scale.fromMs;
  return span === 0 ? 1 : (atMs - scale.fromMs) / span;
}

/** From 0, the top, to 1. */
export function down(scale: Scale, gdp: number): number {
  const span = scale.high - scale.low;
  return span === 0 ? 0.5 : (scale.high - gdp) / span;
}

/** A nation's line within `0 0 width height`: level while nothing changes. */
export function linePath(
  moments: readonly Moment[],
  nationId: NationId,
  scale: Scale,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const round = (value: number) => Math.round(value * 10) / 10;
  const x = ({ atMs }: Moment) => round(across(scale, atMs) * width);
  const y = ({ totals }: Moment) => round(down(scale, totals[nationId]) * height);
  const [first] = moments;
  if (!first) return '';
  let path = `M${x(first)} ${y(first)}`;
  let last = first;
  for (const moment of moments) {
    if (moment.totals[nationId] !== last.totals[nationId])
      path += `H${x(last)}L${x(moment)} ${y(moment)}`;
    last = moment;
  }
  return `${path}H${x(last)}`;
}

/** The last moment up to `atMs`; the first one if there is none. */
export function momentAt(moments: readonly Moment[], atMs: number): Moment | undefined {
  return [...moments].reverse().find((moment) => moment.atMs <= atMs) ?? moments[0];
}

/** Moves labels apart: each at least `gap` below the one above it, all between 0 and `height`. */
export function apart(tops: readonly number[], gap: number, height: number): number[] {
  const order = tops.map((top, i) => ({ top, i })).sort((a, b) => a.top - b.top || a.i - b.i);
  let floor = 0;
  for (const one of order) {
    one.top = Math.max(one.top, floor);
    floor = one.top + gap;
  }
  let ceiling = height;
  for (const one of order.reverse()) {
    one.top = Math.min(one.top, ceiling);
    ceiling = one.top - gap;
  }
  const placed = [...tops];
  for (const { top, i } of order) placed[i] = top;
  return placed;
}
