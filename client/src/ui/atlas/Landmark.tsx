/**
 * Each nation's landmark, engraved: one building each, drawn in lines of one weight. While it is
 * being built, what stands is engraved, the stage in work is dashed, and the rest is dotted, as on
 * a builder's plan.
 */
import { styled } from 'styled-components';
import type { OutlineId } from '../maps/outlines.ts';
import { LANDMARK_LAYERS, LANDMARK_STAGES, linesOf } from './landmark-lines.ts';

const Engraving = styled.svg`
  fill: none;
  stroke: currentColor;
  stroke-width: 1.25;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

const InWork = styled.path`
  stroke-width: 0.8;
  stroke-dasharray: 2.4 2.6;
`;

/** Round caps make dots of dashes without length. */
const Planned = styled.path`
  stroke-width: 0.9;
  stroke-dasharray: 0 2.6;
  opacity: 0.6;
`;

export function Landmark({
  nation,
  stage = LANDMARK_STAGES,
  label,
}: {
  readonly nation: OutlineId;
  /** How many of its five stages stand. */
  readonly stage?: number;
  /** Names it if no text beside it does. */
  readonly label?: string;
}) {
  const layers = LANDMARK_LAYERS[nation];
  const missing = (from: number, to: number) =>
    layers.map((layer) => linesOf(layer, from, to)).join('');
  return (
    <Engraving
      viewBox="0 0 120 96"
      data-stage={stage}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {stage < LANDMARK_STAGES && (
        <>
          <Planned d={missing(stage + 2, LANDMARK_STAGES)} />
          <InWork d={missing(stage + 1, stage + 1)} />
        </>
      )}
      {layers.map((layer) => {
        const lines = linesOf(layer, 0, stage);
        return lines && <path key={lines} d={lines} opacity={layer.opacity} />;
      })}
    </Engraving>
  );
}
