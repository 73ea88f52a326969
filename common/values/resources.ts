/** The resource catalogue: what a trade can buy and what a nation accrues. */
import { z } from 'zod';

export const RESOURCE_TYPES = ['wood', 'oil', 'food', 'technology'] as const;

export const resourceTypeSchema = z.enum(RESOURCE_TYPES, {
  error: `A resource is one of ${RESOURCE_TYPES.join(', ')}.`,
});
export type ResourceType = z.infer<typeof resourceTypeSchema>;

/** Whole units held of each resource. */
export const resourceUnitsSchema = z.object({
  wood: z.int().nonnegative(),
  oil: z.int().nonnegative(),
  food: z.int().nonnegative(),
  technology: z.int().nonnegative(),
});
export type ResourceUnits = z.infer<typeof resourceUnitsSchema>;

/** One value for each resource, computed from its name. */
export function eachResource<T>(valueOf: (type: ResourceType) => T): Record<ResourceType, T> {
  return {
    wood: valueOf('wood'),
    oil: valueOf('oil'),
    food: valueOf('food'),
    technology: valueOf('technology'),
  };
}
