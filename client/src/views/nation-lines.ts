/** The nations' totals over time, and who led. Pure. */
import type { NationsHistory } from '../../../common/protocol/nations.ts';
import { instantOf } from '../../../common/values/instant.ts';
import { byNation, NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { HistoryPoint } from '../ui/step-path.ts';

/** The nations' totals at a moment; dollars. */
export interface Moment {
  readonly atMs: number;
  readonly totals: Readonly<Record<NationId, number>>;
}

/** A nation became the first of the four, in place of another. */
interface LeadChange {
  readonly atMs: number;
  /** When another still led, some minutes before; it may be before the game. */
  readonly fromMs: number;
  readonly by: NationId;
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

const HOUR_MS = 60 * 60_000;
/** A replay begins so long before what it shows: some seconds of playing. */
const LOOK_MS = 4 * 60_000;

/** When the first of the four changed, oldest first; drawing level takes no lead. */
export function leadChangesIn(moments: readonly Moment[]): LeadChange[] {
  const changes: LeadChange[] = [];
  let leader: NationId | null = null;
  let ledMs = 0;
  for (const { atMs, totals } of moments) {
    const most = Math.max(...NATION_IDS.map((id) => totals[id]));
    const [by, other] = NATION_IDS.filter((id) => totals[id] === most);
    if (!by || other) continue;
    if (leader && by !== leader) changes.push({ atMs, fromMs: ledMs - LOOK_MS, by });
    leader = by;
    ledMs = atMs;
  }
  return changes;
}

/** Where a rewind begins: before the last change of lead; without one, an hour ago. */
export function rewindFrom(history: NationsHistory | undefined, nowMs: number): number {
  const begunMs = history?.begunAt ? instantOf(history.begunAt) : 0;
  const lead = history && leadChangesIn(momentsOf(history, nowMs, null)).at(-1);
  return Math.max(begunMs, lead ? lead.fromMs : nowMs - HOUR_MS);
}

/** A nation's line. */
export function lineOf(moments: readonly Moment[], nationId: NationId): readonly HistoryPoint[] {
  return moments.map(({ atMs, totals }) => ({ atMs, value: totals[nationId] }));
}
