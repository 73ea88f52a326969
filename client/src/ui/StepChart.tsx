/** A figure over time, drawn as steps: small beside the figure, or as wide as its card. */
import { styled } from 'styled-components';
import { stepPath, type HistoryPoint } from './step-path.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const WIDTH = 400;
const HEIGHT = 100;

const Plot = styled.svg`
  display: block;
  inline-size: 100%;
  block-size: 100%;
  overflow: visible;
`;

const Line = styled.path`
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linejoin: round;
  vector-effect: non-scaling-stroke;
`;

/** Fills its parent, in its parent's colour. `label` describes it in words. */
export function StepChart({
  points,
  label,
}: {
  readonly points: readonly HistoryPoint<number | bigint>[];
  readonly label: string;
}) {
  const line = stepPath(points, WIDTH, HEIGHT);
  // A level line gets no fill, because nothing rose or fell.
  const isLevel = points.every(({ value }) => value === points[0]?.value);
  return (
    <>
      <Plot viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {!isLevel && <path d={`${line}V${HEIGHT}H0Z`} fill="currentColor" opacity="0.14" />}
        <Line d={line} />
      </Plot>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}
