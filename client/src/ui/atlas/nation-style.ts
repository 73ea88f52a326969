/**
 * What distinguishes the nations on a map: a colour (`--nation-…`) and, for colour-blind players,
 * the direction of the hatching, as heraldry has always marked tinctures.
 */
import type { OutlineId } from '../maps/outlines.ts';

interface NationStyle {
  readonly colour: string;
  /** The hatching's angle in degrees; 0 is vertical. */
  readonly hatchAngle: number;
  /** A second set of lines at right angles to the first. */
  readonly crossed: boolean;
}

export const NATION_STYLES: Readonly<Record<OutlineId, NationStyle>> = {
  usa: { colour: 'var(--nation-usa)', hatchAngle: 45, crossed: false },
  italy: { colour: 'var(--nation-italy)', hatchAngle: -45, crossed: false },
  argentina: { colour: 'var(--nation-argentina)', hatchAngle: 90, crossed: false },
  china: { colour: 'var(--nation-china)', hatchAngle: 0, crossed: true },
};
