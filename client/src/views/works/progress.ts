/** What a nation's work still needs, and whose it is [WRK1]. Pure. */
import { NATION_IDS, type NationId } from '../../../../common/values/nations.ts';
import {
  eachResource,
  RESOURCE_TYPES,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import { unitsIn, type Work } from '../../../../common/values/works.ts';
import { formatCount } from '../../../../common/values/figures.ts';

type Stage = Work['stages'][number];

/** The stage in work; null if the work is finished. */
export function presentStage(work: Work): Stage | null {
  return work.stages[work.stage] ?? null;
}

export function missingOf({ need, have }: Stage): ResourceUnits {
  return eachResource((type) => Math.max(0, need[type] - have[type]));
}

/** How many units of each resource the whole work still takes. */
export function roomOf(work: Work): ResourceUnits {
  return eachResource((type) =>
    work.stages.reduce((sum, stage) => sum + missingOf(stage)[type], 0),
  );
}

/** What all players contributed, in units of all resources together. */
export function unitsGiven(work: Work): number {
  return work.stages.reduce((sum, { have }) => sum + unitsIn(have), 0);
}

/**
 * How much of a stage is there, 0 to 1: the mean over its resources, each as important as the
 * others.
 */
export function fractionOf({ need, have }: Stage): number {
  const sum = RESOURCE_TYPES.reduce(
    (total, type) => total + (need[type] === 0 ? 1 : have[type] / need[type]),
    0,
  );
  return sum / RESOURCE_TYPES.length;
}

/** `12%`, `under 1%`; null if nothing was contributed by anyone. */
export function shareText(own: number, all: number): string | null {
  if (all <= 0) return null;
  const percent = Math.min(100, (own / all) * 100);
  if (own > 0 && percent < 1) return 'under 1%';
  // Rounded down: 100% is all of it.
  return `${Math.floor(percent)}%`;
}

/** `1 unit`, `200 units`. */
export function unitsText(count: number): string {
  return count === 1 ? '1 unit' : `${formatCount(count)} units`;
}

/**
 * The nation that finished its whole work before the others; null while none has, or its moment is
 * not known.
 */
export function firstFinisherOf(
  works: Partial<Readonly<Record<NationId, Pick<Work, 'stages'>>>>,
): NationId | null {
  const moments = NATION_IDS.flatMap((id) => {
    const at = works[id]?.stages.at(-1)?.completedAt;
    return at ? [{ id, at }] : [];
  });
  // Moments of one form: the earlier text is the earlier moment.
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))[0]?.id ?? null;
}
