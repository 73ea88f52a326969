/**
 * Engraving on ink: light is drawn, shadow is left out. A work is made of lines that follow its form,
 * broader where the light falls.
 */
import { INK } from '../plate.ts';
import { between, el, polyline, round, steps, type Point } from '../svg.ts';

/** Where the light comes from, around an upright axis: a little to the left, in radians. */
const LIGHT = -0.62;

/** How lit a surface is that faces `angle` (0: the viewer, π/2: right), from 0 to 1. */
export function lit(angle: number): number {
  return Math.max(0, Math.cos(angle - LIGHT)) ** 1.6;
}

/** What every line has in common: thousands of them need not say it each. */
export const ENGRAVING_STYLE = `.e{stroke:${INK.paper};stroke-linecap:round;stroke-linejoin:round}`;

/** A line of the burin: the more light, the broader and the brighter. */
export function burin(d: string, light: number, width = 1): string {
  return el('path', {
    class: 'e',
    d,
    fill: 'none',
    'stroke-width': width * (0.5 + 1.3 * light),
    opacity: 0.16 + 0.8 * light,
  });
}

/** An outline that closes a form, over a ground that hides what is behind it. */
export function form(d: string, width = 2, fill: string = INK.ground): string {
  return el('path', { class: 'e', d, fill, 'stroke-width': width });
}

/** An arc of a circle that is seen from a little above or below, from the left edge to the right. */
export function ring([cx, cy]: Point, radius: number, tilt: number): string {
  return `M${round(cx - radius)} ${round(cy)}A${round(radius)} ${round(Math.abs(radius * tilt))} 0 0 ${tilt > 0 ? 0 : 1} ${round(cx + radius)} ${round(cy)}`;
}

/** A form turned on a lathe: its radius at each height, from top to bottom. */
export interface Turned {
  readonly axisX: number;
  readonly profile: readonly Point[];
  /** How far a circle's front bows down, as a share of its radius. */
  readonly tilt: number;
}

/** The radius at a height, along straight lines between the profile's points. */
export function radiusAt(profile: readonly Point[], y: number): number {
  const next = profile.findIndex(([, at]) => at >= y);
  const [r2, y2] = profile[next] ?? profile.at(-1) ?? [0, 0];
  const [r1, y1] = profile[next - 1] ?? [r2, y2];
  return y2 === y1 ? r2 : between(r1, r2, (y - y1) / (y2 - y1));
}

/** The silhouette, its foot bowed as the circle there is. */
export function silhouette({ axisX, profile, tilt }: Turned): string {
  const right = profile.map(([r, y]): Point => [axisX + r, y]);
  const left = profile.map(([r, y]): Point => [axisX - r, y]).toReversed();
  const [r = 0] = profile.at(-1) ?? [];
  const foot = `A${round(r)} ${round(r * tilt)} 0 0 1 `;
  const [first = [0, 0], ...rest] = left;
  const up = rest.map(([x, y]) => `L${round(x)} ${round(y)}`).join('');
  return `${polyline(right)}${foot}${round(first[0])} ${round(first[1])}${up}z`;
}

/** Lines down the form, evenly around it: close together at its edges, as a round form shows them. */
export function staves(turned: Turned, count: number, width = 1): string {
  const { axisX, profile, tilt } = turned;
  return steps(-Math.PI / 2, Math.PI / 2, count)
    .slice(1, -1)
    .map((angle) =>
      burin(
        polyline(
          profile.map(([r, y]): Point => [
            axisX + r * Math.sin(angle),
            y + r * tilt * Math.cos(angle),
          ]),
        ),
        lit(angle),
        width,
      ),
    )
    .join('');
}
