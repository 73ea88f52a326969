/**
 * How each nation is told from the others on a map: by a colour (`--nation-…`) and, for eyes that
 * colours fail, by the direction of its engraved lines, as heralds have always marked tinctures.
 */
import type { OutlineId } from '../maps/outlines.ts';

interface NationStyle {
  readonly colour: string;
  /** Degrees of the hatching's lines; 0 is vertical. */
  readonly hatchAngle: number;
  /** A second set of lines at a right angle to the first. */
  readonly crossed: boolean;
}

export const NATION_STYLES: Readonly<Record<OutlineId, NationStyle>> = {
  usa: { colour: 'var(--nation-usa)', hatchAngle: 45, crossed: false },
  italy: { colour: 'var(--nation-italy)', hatchAngle: -45, crossed: false },
  argentina: { colour: 'var(--nation-argentina)', hatchAngle: 90, crossed: false },
  china: { colour: 'var(--nation-china)', hatchAngle: 0, crossed: true },
};
