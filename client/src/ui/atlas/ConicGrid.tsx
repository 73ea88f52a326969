/**
 * The sea without land: parallels as arcs around a pole above the page, and meridians from the
 * pole.
 */
import { styled } from 'styled-components';

/** The pole, in the units of the view box. */
const POLE = { x: 900, y: -620 };
const PARALLELS = Array.from({ length: 12 }, (_, i) => 690 + i * 110);
const MERIDIAN_STEP = 5;
const MERIDIANS = Array.from({ length: 25 }, (_, i) => (i - 12) * MERIDIAN_STEP);
const REACH = 2000;

/**
 * Browsers and Node differ in the last digits of a sine: the built page must match what the browser
 * draws.
 */
const rounded = (value: number) => Math.round(value * 100) / 100;

const Grid = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  fill: none;
  stroke: var(--rule);
  stroke-width: 1;
  pointer-events: none;
  /* Fainter behind text. */
  mask-image: linear-gradient(90deg, rgb(0 0 0 / 40%) 22%, #000 45%, #000 70%, rgb(0 0 0 / 40%));

  * {
    vector-effect: non-scaling-stroke;
  }
`;

export function ConicGrid() {
  return (
    <Grid viewBox="0 0 1600 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      {PARALLELS.map((radius) => (
        <circle key={radius} cx={POLE.x} cy={POLE.y} r={radius} />
      ))}
      {MERIDIANS.map((degrees) => {
        const angle = (degrees * Math.PI) / 180;
        return (
          <line
            key={degrees}
            x1={rounded(POLE.x + Math.sin(angle) * 500)}
            y1={rounded(POLE.y + Math.cos(angle) * 500)}
            x2={rounded(POLE.x + Math.sin(angle) * REACH)}
            y2={rounded(POLE.y + Math.cos(angle) * REACH)}
          />
        );
      })}
    </Grid>
  );
}
