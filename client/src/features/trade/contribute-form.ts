/** What can be contributed to the nation's landmark, what a contribution changes, and why one would [WRK1]. Pure. */
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import type { Work } from '../../../../common/values/works.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { missingOf, presentStage, roomOf } from '../../views/works/progress.ts';

/** What a landmark gives to those who build it. */
export const WHAT_IT_GIVES =
  'It rises on everybody’s map, and its page names who brought the most. It adds no GDP.';

/** What the player can give of a resource: all they have, as far as the whole work has room for it. */
export function mostGivable(work: Work, units: ResourceUnits, type: ResourceType): number {
  return Math.min(units[type], roomOf(work)[type]);
}

/** Of which resource the player can give most to the stage in work, or else to a later one; null if of none. */
export function mostUseful(work: Work, units: ResourceUnits): ResourceType | null {
  const stage = presentStage(work);
  const missing = stage && missingOf(stage);
  const useful = (type: ResourceType) => Math.min(units[type], missing?.[type] ?? 0);
  const [best = null] = RESOURCE_TYPES.filter((type) => mostGivable(work, units, type) > 0).sort(
    (a, b) => useful(b) - useful(a),
  );
  return best;
}

/** Why nothing can be contributed at all; null if something can. */
export function whyNothing(work: Work | null, units: ResourceUnits): string | null {
  if (!work) return 'What the landmark needs is not known just now. It comes back by itself.';
  if (presentStage(work) === null) return 'The landmark is finished. Keep your resources.';
  if (RESOURCE_TYPES.some((type) => mostGivable(work, units, type) > 0)) return null;
  return 'You have nothing that the landmark needs. Resources accrue by the hour, or trade for some.';
}

/** Why this contribution cannot be made; null if it can. */
export function whyNot(
  work: Work,
  units: ResourceUnits,
  type: ResourceType | null,
  quantity: number,
  problem: string | null,
): string | null {
  if (type === null) return 'Choose a resource first.';
  if (roomOf(work)[type] === 0)
    return `The landmark needs no more ${type}. Choose another resource.`;
  if (units[type] === 0)
    return `You have no ${type} yet. It accrues by the hour, or trade for some.`;
  if (problem !== null) return problem;
  return quantity === 0 ? 'Choose a quantity above 0.' : null;
}

/** `800 missing`, `complete`, `not needed`: what the stage in work lacks of a resource. */
export function missingText(work: Work, type: ResourceType): string {
  const stage = presentStage(work);
  const missing = stage ? missingOf(stage)[type] : 0;
  if (missing > 0) return `${formatCount(missing)} missing`;
  return roomOf(work)[type] > 0 ? 'For the next stage' : 'Not needed';
}

/** `0 → 200 of 2,000, 50 beyond`: what a contribution does to the stage in work; null: it can't be made. */
export function outcomeText(work: Work, type: ResourceType, quantity: number | null): string {
  const stage = presentStage(work);
  if (!stage) return '–';
  const [have, need] = [stage.have[type], stage.need[type]];
  if (quantity === null) return `${formatCount(have)} of ${formatCount(need)}`;
  const counted = Math.min(quantity, missingOf(stage)[type]);
  const beyond = quantity - counted;
  const rest = beyond > 0 ? `, ${formatCount(beyond)} beyond` : '';
  return `${formatCount(have)} → ${formatCount(have + counted)} of ${formatCount(need)}${rest}`;
}
