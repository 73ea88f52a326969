/** A nation's outline in the style of an engraving: water lines, coast, hatched land, capital. */
import { memo, useId } from 'react';
import { styled } from 'styled-components';
import { OUTLINES, type OutlineId } from '../maps/outlines.ts';
import { NATION_STYLES } from './nation-style.ts';

interface NationMapProps {
  readonly nation: OutlineId;
  /** How strongly the land is lit, 0..1. */
  readonly light?: number;
  /** Meridians and parallels behind the land. */
  readonly graticule?: boolean;
  /** For maps smaller than about 200px: wider hatching, so that its lines stay distinct. */
  readonly small?: boolean;
  /** A dot at the capital. */
  readonly capital?: boolean;
  /** The surface below it, as a custom property's name; the water lines are cut out of it. */
  readonly on?: string;
}

/**
 * Water lines, outermost first: each is a stroke, then a narrower one in the surface colour over it
 * (px).
 */
const WATER_LINES = [
  { outer: 17, inner: 15.4, opacity: 0.28 },
  { outer: 11, inner: 9.2, opacity: 0.5 },
  { outer: 6, inner: 4, opacity: 0.8 },
] as const;

/** Hatching gap and line width, in the outline's units; wider for small maps. */
const HATCH = { fine: { gap: 15, line: 1.4 }, coarse: { gap: 36, line: 4.5 } } as const;

const Picture = styled.svg`
  overflow: visible;
  fill: none;
`;

const Light = styled.use`
  transition: opacity var(--motion-slow) var(--ease);
`;

/** Decorative: the text beside it says the same, so screen readers skip it. */
export const NationMap = memo(function NationMap({
  nation,
  light = 0.6,
  graticule = false,
  small = false,
  capital = false,
  on = '--surface',
}: NationMapProps) {
  const id = useId();
  const { width, height, land, graticule: lines } = OUTLINES[nation];
  const { colour } = NATION_STYLES[nation];
  const landId = `${id}land`;
  const outline = `#${landId}`;
  const surface = `var(${on})`;
  return (
    <Picture viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <defs>
        {/* As attributes: CSS rules of the page do not reach the copies that `use` makes. */}
        <path id={landId} d={land} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
        <Hatch id={`${id}hatch`} nation={nation} {...(small ? HATCH.coarse : HATCH.fine)} />
      </defs>
      {graticule && (
        <path
          data-graticule
          d={lines}
          stroke="var(--rule)"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {WATER_LINES.map(({ outer, inner, opacity }) => (
        <g key={outer}>
          <use href={outline} stroke={colour} strokeWidth={outer} opacity={opacity * 0.55} />
          <use href={outline} stroke={surface} strokeWidth={inner} />
        </g>
      ))}
      <use href={outline} fill={surface} />
      <Light href={outline} fill={colour} opacity={0.06 + light * 0.26} />
      <Light href={outline} fill={`url(#${id}hatch)`} opacity={0.35 + light * 0.65} />
      <use href={outline} stroke={colour} strokeWidth="1.4" />
      {capital && <Capital nation={nation} surface={surface} />}
    </Picture>
  );
});

/** The pattern that land is hatched with. @param gap between its lines, in the outline's units. */
export function Hatch({
  id,
  nation,
  gap,
  line,
}: {
  readonly id: string;
  readonly nation: OutlineId;
  readonly gap: number;
  readonly line: number;
}) {
  const { colour, hatchAngle, crossed } = NATION_STYLES[nation];
  return (
    <pattern
      id={id}
      patternUnits="userSpaceOnUse"
      width={gap}
      height={gap}
      patternTransform={`rotate(${hatchAngle})`}
    >
      <line y2={gap} stroke={colour} strokeWidth={line} />
      {crossed && <line x2={gap} stroke={colour} strokeWidth={line} />}
    </pattern>
  );
}

export function Capital({
  nation,
  surface,
}: {
  readonly nation: OutlineId;
  readonly surface: string;
}) {
  const { x, y } = OUTLINES[nation].capital;
  return (
    <g pointerEvents="none">
      <circle cx={x} cy={y} r="16" fill={surface} stroke="var(--ink)" strokeWidth="4" />
      <circle cx={x} cy={y} r="5" fill="var(--ink)" />
    </g>
  );
}
