/**
 * A nation's landmark as small as a flag: five courses from the ground up, solid where they stand and hollow
 * where they don't. Larger than 48 px the engraving (`Landmark.tsx`) shows more.
 */
import { styled } from 'styled-components';
import type { OutlineId } from '../maps/outlines.ts';

const Mark = styled.svg`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-linejoin: round;
`;

/** In a box of 24 × 24; each course is three units high, with a gap of one. */
const COURSES: Readonly<Record<OutlineId, readonly string[]>> = {
  usa: [
    'M1.5 20.5h21v2h-21z',
    'M3.5 16.5h17v2h-17z',
    'M6.5 14.5v-1l5.5-1.5 5.5 1.5v1z',
    'M7.5 8.5h9v2h-9z',
    'M7.5 6.5c0-3.5 2.5-4 4.5-5.5 2 1.5 4.5 2 4.5 5.5z',
  ],
  italy: [
    'M1.5 20.5h21v2h-21z',
    'M1.5 16.5h21v2h-21z',
    'M1.5 12.5h16.5l1.5 2h-18z',
    'M1.5 8.5h14l.5 2h-14.5z',
    'M1.5 6.5v-1q6-2.5 12.5-1l.5 2z',
  ],
  argentina: [
    'M8.5 20.5h7v2h-7z',
    'M1.5 15.5h4v7h-4zM18.5 15.5h4v7h-4z',
    'M9.5 18.5l.5-4.5h4l.5 4.5z',
    'M10.25 12l.25-4.5h3l.25 4.5z',
    'M10.75 5.5l1.25-4 1.25 4z',
  ],
  china: [
    'M1.5 20.5h21v2h-21z',
    'M6.5 16.5h11v2h-11z',
    'M2.5 14.5l4-2h11l4 2z',
    'M5 10.5l3-2h8l3 2z',
    'M6.5 6.5q4-.5 5.5-5 1.5 4.5 5.5 5z',
  ],
};

export function LandmarkMark({
  nation,
  stage,
  size = 24,
  label,
}: {
  readonly nation: OutlineId;
  /** How many of its five stages stand. */
  readonly stage: number;
  /** Px. */
  readonly size?: number;
  /** Names it if no text beside it does. */
  readonly label?: string;
}) {
  return (
    <Mark
      viewBox="0 0 24 24"
      width={size}
      height={size}
      data-stage={stage}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {COURSES[nation].map((d, i) => (
        <path key={d} d={d} {...(i < stage ? { fill: 'currentColor' } : { opacity: 0.75 })} />
      ))}
    </Mark>
  );
}
