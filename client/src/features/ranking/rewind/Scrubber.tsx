/** A day of the past to move through. */
import { styled } from 'styled-components';
import { formatDayTime, formatMoment } from '../../../ui/format.ts';
import { Stack } from '../../../ui/layout/boxes.ts';
import { Range } from '../../../ui/Range.ts';

/** The arrow keys move by this much. */
const STEP_MS = 10_000;

const Ends = styled.div`
  display: flex;
  justify-content: space-between;
  margin-block-start: -6px;
  color: var(--ink-faint);
  font-size: var(--text-caption);
  white-space: nowrap;
`;

export function Scrubber({
  fromMs,
  toMs,
  atMs,
  onSeek,
}: {
  readonly fromMs: number;
  readonly toMs: number;
  readonly atMs: number;
  readonly onSeek: (atMs: number) => void;
}) {
  const span = Math.max(1, toMs - fromMs);
  return (
    <Stack>
      <Range
        aria-label="Moment"
        aria-valuetext={formatMoment(new Date(atMs))}
        min={0}
        max={span}
        step={STEP_MS}
        value={Math.min(span, Math.max(0, atMs - fromMs))}
        onChange={(event) => onSeek(Math.min(toMs, fromMs + Number(event.target.value)))}
      />
      <Ends aria-hidden>
        <span>{formatDayTime(new Date(fromMs))}</span>
        <span>{formatDayTime(new Date(toMs))}</span>
      </Ends>
    </Stack>
  );
}
