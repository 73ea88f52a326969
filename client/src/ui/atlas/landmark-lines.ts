/**
 * The lines of each nation's landmark, by the stage that adds them: from the ground up, in a box of
 * 120 × 96 with the ground at 90. Together they are the finished engraving. Pure.
 */
import type { OutlineId } from '../maps/outlines.ts';

export const LANDMARK_STAGES = 5;

/**
 * One stroke of the engraver: its lines, by the stage that adds them; the ground lies there from
 * the start.
 */
interface LandmarkLayer {
  readonly [stage: number]: string;
  /** Fainter than the rest: windows, shading, tiles. */
  readonly opacity?: number;
}

const GROUND = 'M4 90h112';

/** An arch standing on `base`: `width` wide, `height` high, its left foot at `x`. */
function arch(x: number, base: number, width: number, height: number): string {
  const r = width / 2;
  return `M${x} ${base}v${-(height - r)}a${r} ${r} 0 0 1 ${width} 0v${height - r}`;
}

/** `count` vertical lines from `top` to `base`, evenly spaced from `from` to `to`. */
function columns(from: number, to: number, count: number, top: number, base: number): string {
  const gap = (to - from) / (count - 1);
  return Array.from({ length: count }, (_, i) => `M${from + i * gap} ${top}V${base}`).join('');
}

function arches(from: number, count: number, step: number, base: number, height: number): string {
  return Array.from({ length: count }, (_, i) =>
    arch(from + i * step, base, step * 0.6, height),
  ).join('');
}

export const LANDMARK_LAYERS: Readonly<Record<OutlineId, readonly LandmarkLayer[]>> = {
  // The Capitol: walls, colonnades, portico, drum, dome.
  usa: [
    { 0: GROUND, 1: 'M10 86h100M14 86V68h92v18M14 72h92', 2: 'M20 68v-5h80v5' },
    { 2: columns(19, 42, 6, 72, 86) },
    { 2: columns(78, 101, 6, 72, 86) },
    { 3: 'M46 86V66l14-7 14 7v20M46 69h28' },
    { 3: columns(50, 70, 5, 69, 86) },
    { 4: 'M42 63v-4h36v4M45 59V46h30v13M43 46h34' },
    { 4: columns(49, 71, 6, 47, 58) },
    {
      5: 'M46 46c0-14 6-22 14-24 8 2 14 10 14 24M60 22v24M53 27c-2 5-3 11-3 19M67 27c2 5 3 11 3 19',
    },
    { 5: 'M56 22v-6h8v6M57 16c0-3 6-3 6 0M60 13V6' },
  ],
  // The Colosseum: three storeys, the outer ring broken off to the right; the attic and its
  // cornice.
  italy: [
    {
      0: GROUND,
      1: 'M10 90V71M104 71v19',
      2: 'M10 71V52M94.31 53 95 56l9 4v11',
      3: 'M10 52V34M78.286 31 80 39l12 4 2.31 10',
      4: 'M10 34v-4M77 25l1.286 6',
      5: 'M10 30c10-5 24-8 40-8 12 0 20 1 27 3',
    },
    {
      1: 'M10 71c20-3 70-3 94 0',
      2: 'M10 52c14-3 26-4 42-4 14 0 28 2 41 5',
      3: 'M10 34c12-4 25-6 40-6 11 0 19 1 28 3',
    },
    { 3: arches(15, 7, 11, 50, 14) },
    { 2: arches(15, 8, 11, 69, 14) },
    { 1: arches(15, 8, 11, 90, 15) },
    { 4: 'M16 40h3M27 38h3M38 37h3M49 37h3M60 37h3M71 38h3', opacity: 0.7 },
  ],
  // The Obelisco of Buenos Aires: its base, the avenue that runs past it, the shaft, the point.
  argentina: [
    {
      0: GROUND,
      3: 'M50 90l2.5-33M70 90l-2.5-33M60 57v33',
      4: 'M52.5 57 55 24h10l2.5 33M60 24v33',
      5: 'M55 24l5-18 5 18M60 6v18',
    },
    { 1: 'M46 90v-5h28v5' },
    {
      3: 'M61 57v27M62.5 57v27M64 57v27M65.5 57v27',
      4: 'M61 28v29M62.5 32v25M64 36v21M65.5 44v13',
      opacity: 0.75,
    },
    { 2: 'M8 90V66h14v24M26 90V56h12v34M82 90V60h13v30M99 90V70h13v20', 5: 'M58.5 13h2v3h-2z' },
    {
      2: 'M8 72h14M8 78h14M8 84h14M26 62h12M26 69h12M26 76h12M26 83h12M82 66h13M82 73h13M82 80h13M99 76h13M99 83h13',
      opacity: 0.7,
    },
  ],
  // The Hall of Prayer in Beijing: a marble terrace, the hall, three roofs.
  china: [
    { 0: GROUND, 1: 'M14 90v-5h92v5M20 85v-5h80v5M26 80v-4h68v4' },
    {
      2: 'M36 76V64h48v12',
      3: 'M28 64c10-1 14-4 18-9h28c4 5 8 8 18 9z',
      4: 'M42 55v-7h36v7M34 48c9-1 13-4 16-9h20c3 5 7 8 16 9z',
      5: 'M47 39v-6h26v6',
    },
    { 5: 'M40 33c10-2 16-8 20-20 4 12 10 18 20 20zM60 13V7M58 9h4' },
    { 2: columns(42, 78, 7, 64, 76) },
    { 4: columns(47, 73, 5, 49, 55) },
    {
      3: 'M53 55l-6 9M60 55v9M67 55l6 9',
      4: 'M54 39l-4 9M60 39v9M66 39l4 9',
      5: 'M60 15v18M56 22l-6 11M64 22l6 11',
      opacity: 0.8,
    },
  ],
};

/** The lines that the stages `from` to `to` add to a layer; from 0, with the ground. */
export function linesOf(layer: LandmarkLayer, from: number, to: number): string {
  let lines = '';
  for (let stage = from; stage <= to; stage += 1) lines += layer[stage] ?? '';
  return lines;
}
