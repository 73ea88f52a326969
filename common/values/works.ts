/**
 * [WRK1] A nation's work: its landmark, engraved in five stages from what its players contribute.
 * Everything shown of it follows from the nation's total of contributed resources and from when
 * each stage was completed.
 */
import { instantText } from './instant.ts';
import { z } from 'zod';
import {
  eachResource,
  resourceUnitsSchema,
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from './resources.ts';
import { WORK_NEEDS } from './work-needs.ts';

export const WORK_STAGES = 5;

/** What the whole work needs. */
export const WHOLE_NEED: ResourceUnits = eachResource((type) =>
  WORK_NEEDS.reduce((sum, need) => sum + need[type], 0),
);

export const NOTHING_CONTRIBUTED: ResourceUnits = Object.freeze(eachResource(() => 0));

const workStageSchema = z.object({
  need: resourceUnitsSchema,
  /** What was contributed towards it: of each resource at most its need. */
  have: resourceUnitsSchema,
  /**
   * When the commit was made that completed it; null until then, and while a process that has just
   * loaded its board still looks it up.
   */
  completedAt: z.iso.datetime().nullable(),
});

export const workSchema = z.object({
  /** How many stages are complete. */
  stage: z.int().min(0).max(WORK_STAGES),
  /** The first stage first. */
  stages: z.array(workStageSchema).length(WORK_STAGES),
});
export type Work = z.infer<typeof workSchema>;

/**
 * The work for which a nation's players contributed `totals`: of each resource, a stage has what is
 * beyond the needs of those before it, up to its own.
 * @param completedAt of each stage, in ms; null or absent: not complete, or unknown.
 */
export function workOf(totals: ResourceUnits, completedAt: readonly (number | null)[]): Work {
  let beyond = totals;
  const stage = stagesComplete(totals);
  const stages = WORK_NEEDS.map((need, i) => {
    const have = eachResource((type) => Math.min(beyond[type], need[type]));
    beyond = eachResource((type) => beyond[type] - have[type]);
    const at = i < stage ? (completedAt[i] ?? null) : null;
    return { need, have, completedAt: at === null ? null : instantText(at) };
  });
  return { stage, stages };
}

/** How many stages are complete: those whose needs are met in all four resources. */
export function stagesComplete(totals: ResourceUnits): number {
  const needed = eachResource(() => 0);
  for (const [i, need] of WORK_NEEDS.entries()) {
    for (const type of RESOURCE_TYPES) {
      needed[type] += need[type];
      if (totals[type] < needed[type]) return i;
    }
  }
  return WORK_STAGES;
}

/** How many units of a resource the whole work still needs. */
export function stillNeeded(totals: ResourceUnits, type: ResourceType): number {
  return Math.max(0, WHOLE_NEED[type] - totals[type]);
}

/** Units of all four resources together. */
export function unitsIn(units: ResourceUnits): number {
  let sum = 0;
  // A start asks a million times: a callback per resource would take longer.
  for (const type of RESOURCE_TYPES) sum += units[type];
  return sum;
}
