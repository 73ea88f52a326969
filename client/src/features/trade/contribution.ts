/** What is contributed to the nation's landmark next, and why one would [WRK1]. Pure. */
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import type { Work } from '../../../../common/values/works.ts';
import { missingOf, presentStage, roomOf } from '../../views/works/progress.ts';

/** What a landmark gives to those who build it. */
export const WHAT_IT_GIVES =
  'It rises on everybody’s map, and its page names who brought the most. It adds no GDP.';

interface Contribution {
  readonly resourceType: ResourceType;
  readonly quantity: number;
}

/**
 * All that the player has of one resource, as far as the whole landmark has room for it: of the one
 * that does most for the stage in work, or else for a later one. Null if of none.
 */
export function nextContribution(work: Work, units: ResourceUnits): Contribution | null {
  const stage = presentStage(work);
  const missing = stage && missingOf(stage);
  const room = roomOf(work);
  const useful = (type: ResourceType) => Math.min(units[type], missing?.[type] ?? 0);
  const [best] = RESOURCE_TYPES.filter((type) => Math.min(units[type], room[type]) > 0).sort(
    (a, b) => useful(b) - useful(a),
  );
  return best ? { resourceType: best, quantity: Math.min(units[best], room[best]) } : null;
}
