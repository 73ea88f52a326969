/**
 * Figures over time as step lines: one, filled below, small beside a figure or as wide as its card;
 * or several, each with its label at its end, which a pointer moves back in time.
 */
import { useMemo, useState, type PointerEvent, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { instantText } from '../../../common/values/instant.ts';
import { formatDollars } from '../../../common/values/figures.ts';
import { formatDayTime } from './format.ts';
import {
  apart,
  down,
  scaleOf,
  stepPath,
  valueAt,
  type History,
  type HistoryPoint,
} from './step-path.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const WIDTH = 400;
const HEIGHT = 100;
/** Px. */
const LABEL = 18;

/** A moment, as a line across a chart. */
export const momentLine = css`
  position: absolute;
  inset-block: 0;
  inline-size: 1px;
  border: 0;
  background: var(--rule-strong);
  pointer-events: none;
`;

const Plot = styled.div`
  position: relative;
  block-size: 100%;
  touch-action: pan-y;

  > svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
  }

  path {
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }

  > hr {
    ${momentLine}
  }

  > time {
    position: absolute;
    inset-block-start: calc(100% + 8px);
    color: var(--ink-faint);
    font-size: var(--text-caption);
    line-height: 1.25rem;
    white-space: nowrap;
  }
`;

const Labelled = styled.div`
  display: grid;

  > ul {
    position: relative;
    font-size: var(--text-caption);
    font-weight: 500;
    white-space: nowrap;
  }
`;

/** Its line's colour and its own mark: colour is never the only sign. */
const Label = styled.li`
  position: absolute;
  inset-block-start: ${-LABEL / 2}px;
  inset-inline-start: 4px;
  display: flex;
  gap: 5px;
  align-items: center;
  block-size: ${LABEL}px;

  > span {
    display: contents;
  }

  > i {
    flex: none;
    inline-size: 8px;
    block-size: 2px;
  }
`;

interface ChartLine<Key extends string = string> {
  readonly key: Key;
  readonly points: History;
  /** The parent's, if none is given. */
  readonly colour?: string;
}

interface ChartLabels<Key extends string> {
  /** Px: of the lines, between which the labels stand apart. */
  readonly height: number;
  readonly renderLabel: (key: Key, value: number | bigint) => ReactNode;
}

/** `GDP history: $18,000 on 26 Nov, 07:32, $18,500 now` */
export function historyText(first: HistoryPoint, last: HistoryPoint): string {
  const since = formatDayTime(new Date(first.atMs));
  return `GDP history: ${formatDollars(first.value)} on ${since}, ${formatDollars(last.value)} now`;
}

/** Fills its parent. `label` describes it in words. */
export function Chart<Key extends string>({
  lines,
  label,
  isFilled = false,
  labels,
}: {
  readonly lines: readonly ChartLine<Key>[];
  readonly label: string;
  readonly isFilled?: boolean;
  readonly labels?: ChartLabels<Key>;
}) {
  /** Where the pointer is, from 0 to 1. */
  const [pointed, setPointed] = useState<number | null>(null);
  const scale = useMemo(() => scaleOf(lines.map(({ points }) => points)), [lines]);
  const paths = useMemo(
    () => scale && lines.map(({ points }) => stepPath(points, scale, WIDTH, HEIGHT)),
    [lines, scale],
  );
  if (!scale || !paths) return null;
  const { fromMs, toMs, low, high } = scale;
  const shownMs = fromMs + (pointed ?? 1) * (toMs - fromMs);
  const timeMs = pointed === null ? fromMs : shownMs;
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / (width || 1))));
  };
  const plot = (
    <Plot
      data-part="lines"
      {...(labels && { onPointerMove: onMove, onPointerLeave: () => setPointed(null) })}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {lines.map(({ key, colour = 'currentColor' }, i) => (
          <g key={key}>
            {/* A level line gets no fill, because nothing rose or fell. */}
            {isFilled && low !== high && (
              <path d={`${paths[i]}V${HEIGHT}H0Z`} fill={colour} opacity="0.14" />
            )}
            <path d={paths[i]} fill="none" stroke={colour} strokeWidth="1.75" />
          </g>
        ))}
      </svg>
      {pointed !== null && <hr style={{ insetInlineStart: `${pointed * 100}%` }} />}
      {labels && <time dateTime={instantText(timeMs)}>{formatDayTime(new Date(timeMs))}</time>}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Plot>
  );
  if (!labels) return plot;
  const values = lines.map(({ points }) => valueAt(points, shownMs));
  const tops = apart(
    values.map((value) => down(scale, value) * labels.height),
    LABEL,
    labels.height,
  );
  return (
    // The second column is as wide as the longest label, '$56.5K': the lines stay while the pointer
    // moves along them.
    <Labelled style={{ gridTemplate: `${labels.height}px / minmax(0, 1fr) calc(6ch + 2.375rem)` }}>
      {plot}
      <ul aria-hidden>
        {lines.map((line, i) => (
          <Label key={line.key} style={{ transform: `translateY(${tops[i] ?? 0}px)` }}>
            <i style={{ background: line.colour ?? 'currentColor' }} />
            <span>{labels.renderLabel(line.key, values[i] ?? 0)}</span>
          </Label>
        ))}
      </ul>
    </Labelled>
  );
}
