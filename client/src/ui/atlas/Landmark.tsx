/** Each nation's landmark, engraved: one building each, drawn in lines of one weight. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { OutlineId } from '../maps/outlines.ts';

const Engraving = styled.svg`
  fill: none;
  stroke: currentColor;
  stroke-width: 1.25;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

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

/** Each in a box of 120 × 96, on a ground line at 90. */
const DRAWINGS: Readonly<Record<OutlineId, ReactNode>> = {
  // The Capitol: steps, colonnade, drum and dome.
  usa: (
    <>
      <path d="M4 90h112M10 86h100M14 86V68h92v18M14 72h92M20 68v-5h80v5" />
      <path d={columns(19, 42, 6, 72, 86)} />
      <path d={columns(78, 101, 6, 72, 86)} />
      <path d="M46 86V66l14-7 14 7v20M46 69h28" />
      <path d={columns(50, 70, 5, 69, 86)} />
      <path d="M42 63v-4h36v4M45 59V46h30v13M43 46h34" />
      <path d={columns(49, 71, 6, 47, 58)} />
      <path d="M46 46c0-14 6-22 14-24 8 2 14 10 14 24M60 22v24M53 27c-2 5-3 11-3 19M67 27c2 5 3 11 3 19" />
      <path d="M56 22v-6h8v6M57 16c0-3 6-3 6 0M60 13V6" />
    </>
  ),
  // The Colosseum: three rows of arches, the outer ring broken off to the right.
  italy: (
    <>
      <path d="M4 90h112M10 90V30c10-5 24-8 40-8 12 0 20 1 27 3l3 14 12 4 3 13 9 4v30" />
      <path d="M10 34c12-4 25-6 40-6 11 0 19 1 28 3M10 52c14-3 26-4 42-4 14 0 28 2 41 5M10 71c20-3 70-3 94 0" />
      <path d={arches(15, 7, 11, 50, 14)} />
      <path d={arches(15, 8, 11, 69, 14)} />
      <path d={arches(15, 8, 11, 90, 15)} />
      <path d="M16 40h3M27 38h3M38 37h3M49 37h3M60 37h3M71 38h3" opacity=".7" />
    </>
  ),
  // The Obelisco of Buenos Aires, with the avenue running past it.
  argentina: (
    <>
      <path d="M4 90h112M50 90l5-66 5-18 5 18 5 66M55 24h10M60 6v84" />
      <path d="M46 90v-5h28v5" />
      <path d={`M61 28v56M62.500 32v52M64 36v48M65.500 44v40`} opacity=".75" />
      <path d="M58.500 13h2v3h-2zM8 90V66h14v24M26 90V56h12v34M82 90V60h13v30M99 90V70h13v20" />
      <path
        d="M8 72h14M8 78h14M8 84h14M26 62h12M26 69h12M26 76h12M26 83h12M82 66h13M82 73h13M82 80h13M99 76h13M99 83h13"
        opacity=".7"
      />
    </>
  ),
  // The Hall of Prayer in Beijing: three tiers of roof on a marble terrace.
  china: (
    <>
      <path d="M4 90h112M14 90v-5h92v5M20 85v-5h80v5M26 80v-4h68v4" />
      <path d="M36 76V64h48v12M28 64c10-1 14-4 18-9h28c4 5 8 8 18 9zM42 55v-7h36v7M34 48c9-1 13-4 16-9h20c3 5 7 8 16 9zM47 39v-6h26v6" />
      <path d="M40 33c10-2 16-8 20-20 4 12 10 18 20 20zM60 13V7M58 9h4" />
      <path d={columns(42, 78, 7, 64, 76)} />
      <path d={columns(47, 73, 5, 49, 55)} />
      <path
        d="M60 15v18M56 22l-6 11M64 22l6 11M53 55l-6 9M60 55v9M67 55l6 9M54 39l-4 9M60 39v9M66 39l4 9"
        opacity=".8"
      />
    </>
  ),
};

export function Landmark({
  nation,
  className,
}: {
  readonly nation: OutlineId;
  readonly className?: string;
}) {
  return (
    <Engraving viewBox="0 0 120 96" className={className} aria-hidden>
      {DRAWINGS[nation]}
    </Engraving>
  );
}
