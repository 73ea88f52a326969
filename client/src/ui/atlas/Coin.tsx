/** A DENA coin, engraved: a reeded edge, a beaded ring and the game's mark. */
import { styled } from 'styled-components';

const Engraving = styled.svg`
  fill: none;
  stroke: currentColor;
  stroke-width: 1.25;
`;

/** Circumferences in whole dashes, so that reeds and beads close without a seam. */
const EDGE = { radius: 45, reeds: 96 };
const BEADS = { radius: 35, count: 60 };

function dashes(radius: number, count: number, share: number): string {
  const step = (2 * Math.PI * radius) / count;
  return `${step * share} ${step * (1 - share)}`;
}

export function Coin() {
  return (
    <Engraving viewBox="-60 -48 120 96" aria-hidden>
      <circle
        r={EDGE.radius}
        strokeWidth="4"
        strokeDasharray={dashes(EDGE.radius, EDGE.reeds, 0.4)}
      />
      <circle r="42" />
      <circle
        r={BEADS.radius}
        strokeWidth="2"
        strokeDasharray={dashes(BEADS.radius, BEADS.count, 0.45)}
      />
      <g transform="translate(-23 -26) scale(1.6)">
        <path
          d="M8 3v26M8 4.300c9 0 16 4.600 16 11.700S17 27.700 8 27.700M8 4.300c4.600 2.700 7.400 7 7.400 11.700S12.600 25 8 27.700M8 11.300h14.400M8 20.700h14.400"
          strokeWidth="0.900"
        />
      </g>
    </Engraving>
  );
}
